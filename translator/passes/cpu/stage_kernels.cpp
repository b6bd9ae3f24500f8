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
CpuPlan with_copies(CpuPlan plan) {
    const bool passes_through = std::any_of(plan.outputs.begin(), plan.outputs.end(), [&](int i) {
        return plan.images[i].graph_input().has_value();
    });
    if (passes_through && plan.kernels.empty()) {
        plan.kernels.emplace_back();
        plan.kernels.back().name = plan.name + ".kernel0";
    }
    return plan;
}

}  // namespace

CpuPlan unplanned(BoundGraph graph, const Target& target) {
    CpuPlan plan{std::move(graph), target};
    plan.storage.assign(plan.images.size(), NotKept{});
    return plan;
}

CpuPlan with_kernels(CpuPlan plan, const std::vector<int>& kernel_of) {
    const int count =
        kernel_of.empty() ? 0 : *std::max_element(kernel_of.begin(), kernel_of.end()) + 1;
    plan.kernels.assign(static_cast<std::size_t>(count), {});
    for (int s = 0; s < static_cast<int>(plan.stages.size()); ++s) {
        Kernel& kernel = plan.kernels[kernel_of[s]];
        kernel.stages.push_back(s);
        kernel.loops.push_back(loop_of(plan.stages[s], s));
    }
    plan.storage.assign(plan.images.size(), NotKept{});
    for (int s = 0; s < static_cast<int>(plan.stages.size()); ++s)
        for (const StageInput& input : plan.stages[s].inputs) {
            const std::optional<int> producer = plan.images[input.image].producer();
            if (producer && kernel_of[*producer] != kernel_of[s])
                plan.storage[input.image] = KeptInBuffer{};
        }
    for (std::size_t k = 0; k < plan.kernels.size(); ++k)
        plan.kernels[k].name = fmt::format("{}.kernel{}", plan.name, k);
    return with_copies(std::move(plan));
}

std::vector<int> renumbered(std::vector<int> kernel_of) {
    std::vector<int> used = kernel_of;
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    for (int& k : kernel_of)
        k = static_cast<int>(std::lower_bound(used.begin(), used.end(), k) - used.begin());
    return kernel_of;
}

bool reduces(const Kernel& kernel) {
    return std::any_of(kernel.loops.begin(), kernel.loops.end(),
                       [](const Loop& loop) { return loop.kind == LoopKind::kReduce; });
}

}  // namespace weft
