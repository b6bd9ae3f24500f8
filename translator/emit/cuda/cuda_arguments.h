// The struct that a GPU kernel is launched with, as its text declares it: what plan/gpu_arguments.h
// lists, under names that the kernel's text gives.
#pragma once

#include "emit/cuda/external_text.h"
#include "emit/writer.h"
#include "plan/gpu_arguments.h"

namespace weft {

/// Names for a kernel that has no arguments but the range: for others to begin with.
struct NoArguments {
    std::string operator()(const LevelArgument& /*none*/) const { return {}; }
    std::string operator()(const LoopArgument& /*none*/) const { return {}; }
    std::string operator()(const InnerArgument& /*none*/) const { return {}; }
    std::string operator()(const ElementsArgument& /*none*/) const { return {}; }
    std::string operator()(const SourceArgument& /*none*/) const { return {}; }
    std::string operator()(const InputArgument& /*none*/) const { return {}; }
    std::string operator()(const OutputArgument& /*none*/) const { return {}; }
    std::string operator()(const TileBorderArgument& /*none*/) const { return {}; }
    std::string operator()(const MembersArgument& /*none*/) const { return {}; }
    std::string operator()(const ReachArgument& /*none*/) const { return {}; }
    static std::string comment(Id<PlanImage> /*image*/) { return {}; }
};

/// Prints `struct STRUCT { ... };`. `names` gives the member's name for each kind of argument but
/// the range, by its operator(), and by comment(image) what follows a picture on its line.
template <class Names>
void print_cuda_arguments(const GpuPlan& plan, const GpuKernel& kernel,
                          const ExternalImages& external, const std::string& structure,
                          const Names& names, Writer& out) {
    struct Print {
        const GpuPlan& plan;
        const GpuKernel& kernel;
        const ExternalImages& external;
        const Names& names;
        Writer& out;

        void operator()(const RangeArgument& /*range*/) const { out.line("weft::GpuRange range;"); }
        void operator()(const LevelArgument& level) const { print_bounds(names(level)); }
        void operator()(const LoopArgument& loop) const { print_bounds(names(loop)); }
        void operator()(const InnerArgument& inner) const { print_bounds(names(inner)); }
        void operator()(const ElementsArgument& elements) const { print_bounds(names(elements)); }
        void operator()(const SourceArgument& source) const {
            print_picture(source.image, plain(source.image), names(source));
        }
        void operator()(const InputArgument& input) const {
            print_picture(input.image, cuda_input_type(kernel, external, input.image),
                          names(input));
        }
        void operator()(const OutputArgument& output) const {
            print_picture(output.image, plain(output.image), names(output));
        }
        void operator()(const TileBorderArgument& border) const {
            out.line("float {};", names(border));
        }
        void operator()(const MembersArgument& members) const {
            out.line("{}_scalar::Members {};", plan.stages[members.stage].functor, names(members));
        }
        void operator()(const ReachArgument& reach) const {
            out.line("int {}[{}];", names(reach), reach.numbers.size());
        }
        std::string plain(Id<PlanImage> image) const { return cuda_picture_type(external, image); }
        void print_picture(Id<PlanImage> image, const std::string& type,
                           const std::string& name) const {
            out.line("{} {};{}", type, name, names.comment(image));
        }
        void print_bounds(const std::string& name) const { out.line("weft::GpuBounds {};", name); }
    };
    out.open("struct {} {{", structure);
    for (const GpuArgument& argument : gpu_arguments(plan, kernel))
        std::visit(Print{plan, kernel, external, names, out}, argument);
    out.close("};");
}

}  // namespace weft
