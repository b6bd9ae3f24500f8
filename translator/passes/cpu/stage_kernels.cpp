#include "passes/cpu/stage_kernels.h"

#include <fmt/format.h>

#include <algorithm>

namespace weft {

namespace {

Loop loop_of(const Stage& stage, int index) {
    Loop loop;
    loop.stages = {index};
    loop.domain = stage.domain;
    loop.planes = stage.planes;
    if (stage.phase == Phase::kReduce) loop.kind = LoopKind::kReduce;
    if (stage.phase == Phase::kResult) loop.kind = LoopKind::kResult;
    if (stage.is_scan()) {
        loop.kind =
            stage.scan_axis == eHorizontal ? LoopKind::kHorizontalScan : LoopKind::kVerticalScan;
        loop.restart_period = stage.restart_period;
        loop.backwards = stage.scan_backwards;
    }
    return loop;
}

/// Graph outputs that are graph inputs still need a kernel to copy them.
Plan with_copies(Plan plan) {
    const bool passes_through = std::any_of(plan.outputs.begin(), plan.outputs.end(),
                                            [&](int i) { return plan.images[i].graph_input >= 0; });
    if (passes_through && plan.kernels.empty()) {
        plan.kernels.emplace_back();
        plan.kernels.back().name = plan.name + ".kernel0";
    }
    return plan;
}

}  // namespace

Plan with_kernels(Plan plan, const std::vector<int>& kernel_of) {
    const int count =
        kernel_of.empty() ? 0 : *std::max_element(kernel_of.begin(), kernel_of.end()) + 1;
    plan.kernels.assign(static_cast<std::size_t>(count), {});
    for (int s = 0; s < static_cast<int>(plan.stages.size()); ++s) {
        Kernel& kernel = plan.kernels[kernel_of[s]];
        kernel.stages.push_back(s);
        kernel.loops.push_back(loop_of(plan.stages[s], s));
    }
    for (PlanImage& image : plan.images) image.materialised = false;
    for (int s = 0; s < static_cast<int>(plan.stages.size()); ++s)
        for (const StageInput& input : plan.stages[s].inputs) {
            PlanImage& image = plan.images[input.image];
            if (image.producer >= 0 && kernel_of[image.producer] != kernel_of[s])
                image.materialised = true;
        }
    for (std::size_t k = 0; k < plan.kernels.size(); ++k)
        plan.kernels[k].name = fmt::format("{}.kernel{}", plan.name, k);
    return with_copies(std::move(plan));
}

std::vector<int> kernels_of_stages(const Plan& plan) {
    std::vector<int> result(plan.stages.size(), -1);
    const auto note = [&](const auto& kernels) {
        for (std::size_t k = 0; k < kernels.size(); ++k)
            for (int s : kernels[k].stages)
                result[static_cast<std::size_t>(s)] = static_cast<int>(k);
    };
    if (plan.gpu)
        note(plan.gpu_kernels);
    else
        note(plan.kernels);
    return result;
}

std::vector<int> renumbered(std::vector<int> kernel_of) {
    std::vector<int> used = kernel_of;
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    for (int& k : kernel_of)
        k = static_cast<int>(std::lower_bound(used.begin(), used.end(), k) - used.begin());
    return kernel_of;
}

}  // namespace weft
