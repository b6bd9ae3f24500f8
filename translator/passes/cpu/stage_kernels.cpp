#include "passes/cpu/stage_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace weft {

namespace {

Loop loop_of(const Stage& stage, Id<Stage> id) {
    Loop loop;
    loop.stages = {id};
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
    const bool passes_through =
        std::any_of(plan.outputs.begin(), plan.outputs.end(),
                    [&](Id<PlanImage> i) { return plan.images[i].graph_input().has_value(); });
    if (passes_through && plan.kernels.empty()) {
        plan.kernels.add({});
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

CpuPlan with_kernels(CpuPlan plan, const Table<Id<Kernel>, Stage>& kernel_of) {
    const std::size_t count =
        kernel_of.empty() ? 0 : std::max_element(kernel_of.begin(), kernel_of.end())->index() + 1;
    plan.kernels.assign(count, {});
    for (const Id<Stage> s : plan.stages.ids()) {
        Kernel& kernel = plan.kernels[kernel_of[s]];
        kernel.stages.push_back(s);
        kernel.loops.add(loop_of(plan.stages[s], s));
    }
    plan.storage.assign(plan.images.size(), NotKept{});
    for (const Id<Stage> s : plan.stages.ids())
        for (const StageInput& input : plan.stages[s].inputs) {
            const std::optional<Id<Stage>> producer = plan.images[input.image].producer();
            if (producer && kernel_of[*producer] != kernel_of[s])
                plan.storage[input.image] = KeptInBuffer{};
        }
    for (const Id<Kernel> k : plan.kernels.ids())
        plan.kernels[k].name = fmt::format("{}.kernel{}", plan.name, k.number());
    return with_copies(std::move(plan));
}

Table<Id<Kernel>, Stage> renumbered(const Table<int, Stage>& kernel_of) {
    std::map<int, Id<Kernel>> kernels;
    for (const int k : std::set<int>(kernel_of.begin(), kernel_of.end()))
        kernels.emplace(k, Id<Kernel>(kernels.size()));
    Table<Id<Kernel>, Stage> result;
    for (const int k : kernel_of) result.add(kernels.at(k));
    return result;
}

bool reduces(const Kernel& kernel) {
    return std::any_of(kernel.loops.begin(), kernel.loops.end(),
                       [](const Loop& loop) { return loop.kind == LoopKind::kReduce; });
}

Leaf leaves_of(const CpuPlan& plan, const Kernel& kernel) {
    Leaf all{1, 1};
    for (const Loop& loop : kernel.loops)
        if (loop.kind == LoopKind::kReduce) {
            const Leaf& leaf = leaf_of(plan, loop);
            all = {std::lcm(all.width, leaf.width), std::lcm(all.height, leaf.height)};
        }
    return all;
}

}  // namespace weft
