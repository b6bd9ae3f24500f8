#include "plan/verify.h"

#include <fmt/format.h>

#include <algorithm>

#include "plan/verify_devices.h"

namespace weft {

namespace {

std::string stage_flaw(const BoundGraph& plan, Id<Stage> s) {
    const Stage& stage = plan.stages[s];
    for (const StageInput& input : stage.inputs) {
        const PlanImage& image = plan.images[input.image];
        if (image.producer() >= s)
            return fmt::format("{} reads {}, which a later stage makes", stage.name, image.name);
        if (std::holds_alternative<FromNowhere>(image.source) &&
            (input.border.mode != eConstant || !image.region.empty()))
            return fmt::format("{} reads {}, which nothing makes", stage.name, image.name);
        if (input.taps.empty() && input.freedom != eRandom && !image.is_state())
            return fmt::format("{} reads no element of {}", stage.name, image.name);
    }
    for (const Id<PlanImage> output : stage.outputs)
        if (plan.images[output].producer() != s)
            return fmt::format("{} does not know that {} makes it", plan.images[output].name,
                               stage.name);
    return "";
}

std::string image_flaw(const BoundGraph& plan, Id<PlanImage> i) {
    const PlanImage& image = plan.images[i];
    if (!image.is_state() && !image.region.empty() && !image.shape.domain.contains(image.region))
        return image.name + " is computed beyond its domain";
    if (const std::optional<Id<Stage>> producer = image.producer()) {
        const std::vector<Id<PlanImage>>& made = plan.stages[*producer].outputs;
        if (std::find(made.begin(), made.end(), i) == made.end())
            return fmt::format("{} is said to be made by {}", image.name,
                               plan.stages[*producer].name);
    }
    return "";
}

std::string output_flaw(const BoundGraph& plan, Id<GraphOutput> o) {
    const PlanImage& image = plan.images[plan.outputs[o]];
    return std::count(image.graph_outputs.begin(), image.graph_outputs.end(), o) == 1
               ? ""
               : image.name + " does not know which outputs it is";
}

std::string bound_flaw(const BoundGraph& plan) {
    for (const Id<Stage> s : plan.stages.ids())
        if (std::string flaw = stage_flaw(plan, s); !flaw.empty()) return flaw;
    for (const Id<PlanImage> i : plan.images.ids())
        if (std::string flaw = image_flaw(plan, i); !flaw.empty()) return flaw;
    for (const Id<GraphOutput> o : plan.outputs.ids())
        if (std::string flaw = output_flaw(plan, o); !flaw.empty()) return flaw;
    return "";
}

}  // namespace

std::string find_flaw(const CpuPlan& plan, PlanPhase phase) {
    if (std::string flaw = bound_flaw(plan); !flaw.empty()) return flaw;
    return phase < PlanPhase::kKernels ? "" : find_cpu_flaw(plan, phase);
}

std::string find_flaw(const GpuPlan& plan, PlanPhase phase) {
    if (std::string flaw = bound_flaw(plan); !flaw.empty()) return flaw;
    return phase < PlanPhase::kKernels ? "" : find_gpu_flaw(plan, phase);
}

std::string find_flaw(const Plan& plan, PlanPhase phase) {
    return std::visit([&](const auto& each) { return find_flaw(each, phase); }, plan);
}

}  // namespace weft
