// The struct that a GPU kernel is launched with, as its text declares it: what plan/gpu_arguments.h
// lists, under names that the kernel's text gives.
#pragma once

#include "emit/cuda/external_text.h"
#include "emit/writer.h"
#include "plan/gpu_arguments.h"

namespace weft {

/// Names for a kernel that has no arguments but the range: for others to begin with.
struct NoArguments {
    std::string operator()(const BoundsArgument& /*none*/) const { return {}; }
    std::string operator()(const PictureArgument& /*none*/) const { return {}; }
    std::string operator()(const TileBorderArgument& /*none*/) const { return {}; }
    std::string operator()(const MembersArgument& /*none*/) const { return {}; }
    std::string operator()(const ReachArgument& /*none*/) const { return {}; }
    static std::string comment(const PictureArgument& /*picture*/) { return {}; }
};

/// Prints `struct STRUCT { ... };`. `names` gives the member's name for each kind of argument but
/// the range, by its operator(); of a picture with what follows it on its line, a comment or "".
template <class Names>
void print_cuda_arguments(const GpuPlan& plan, const GpuKernel& kernel,
                          const ExternalImages& external, const std::string& structure,
                          const Names& names, Writer& out) {
    struct Print {
        const GpuPlan& plan;
        const ExternalImages& external;
        const Names& names;
        Writer& out;

        void operator()(const RangeArgument& /*range*/) const { out.line("weft::GpuRange range;"); }
        void operator()(const BoundsArgument& bounds) const {
            out.line("weft::GpuBounds {};", names(bounds));
        }
        void operator()(const PictureArgument& picture) const {
            out.line("{} {};{}", cuda_picture_type(external_of(external, picture.image)),
                     names(picture), names.comment(picture));
        }
        void operator()(const TileBorderArgument& border) const {
            out.line("float {};", names(border));
        }
        void operator()(const MembersArgument& members) const {
            out.line("{}_scalar::Members {};",
                     plan.stages[static_cast<std::size_t>(members.stage)].functor, names(members));
        }
        void operator()(const ReachArgument& reach) const {
            out.line("int {}[{}];", names(reach), reach.numbers.size());
        }
    };
    out.open("struct {} {{", structure);
    for (const GpuArgument& argument : gpu_arguments(plan, kernel))
        std::visit(Print{plan, external, names, out}, argument);
    out.close("};");
}

}  // namespace weft
