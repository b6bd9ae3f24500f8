#include "plan/verify.h"

#include <fmt/format.h>

#include <algorithm>

#include "plan/verify_devices.h"

namespace weft {

namespace {

std::string stage_flaw(const BoundGraph& plan, int s) {
    const Stage& stage = stage_of(plan, s);
    for (const StageInput& input : stage.inputs) {
        const PlanImage& image = image_of(plan, input.image);
        if (image.producer() >= s)
            return fmt::format("{} reads {}, which a later stage makes", stage.name, image.name);
        if (std::holds_alternative<FromNowhere>(image.source) &&
            (input.border.mode != eConstant || !image.region.empty()))
            return fmt::format("{} reads {}, which nothing makes", stage.name, image.name);
        if (input.taps.empty() && input.freedom != eRandom && !image.is_state())
            return fmt::format("{} reads no element of {}", stage.name, image.name);
    }
    for (int output : stage.outputs)
        if (image_of(plan, output).producer() != s)
            return fmt::format("{} does not know that {} makes it", image_of(plan, output).name,
                               stage.name);
    return "";
}

std::string image_flaw(const BoundGraph& plan, int i) {
    const PlanImage& image = image_of(plan, i);
    if (!image.is_state() && !image.region.empty() && !image.shape.domain.contains(image.region))
        return image.name + " is computed beyond its domain";
    if (const std::optional<int> producer = image.producer()) {
        const std::vector<int>& made = stage_of(plan, *producer).outputs;
        if (std::find(made.begin(), made.end(), i) == made.end())
            return fmt::format("{} is said to be made by {}", image.name,
                               stage_of(plan, *producer).name);
    }
    return "";
}

std::string output_flaw(const BoundGraph& plan, int o) {
    const PlanImage& image = image_of(plan, plan.outputs[static_cast<std::size_t>(o)]);
    return std::count(image.graph_outputs.begin(), image.graph_outputs.end(), o) == 1
               ? ""
               : image.name + " does not know which outputs it is";
}

std::string bound_flaw(const BoundGraph& plan) {
    for (int s = 0; s < static_cast<int>(plan.stages.size()); ++s)
        if (std::string flaw = stage_flaw(plan, s); !flaw.empty()) return flaw;
    for (int i = 0; i < static_cast<int>(plan.images.size()); ++i)
        if (std::string flaw = image_flaw(plan, i); !flaw.empty()) return flaw;
    for (int o = 0; o < static_cast<int>(plan.outputs.size()); ++o)
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
