// The papers' systems, asked about a plan.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "models/auto_grouping.h"
#include "models/kernel_fusion.h"
#include "passes/gpu/fusion/auto_stages.h"
#include "passes/gpu/fusion/partition.h"

namespace weft {

namespace {

/// The kernels of stages that are computed by kernels of one stage; empty where one is not.
std::map<int, int> kernels_by_stage(const GpuPlan& plan) {
    std::map<int, int> result;
    for (std::size_t k = 0; k < plan.kernels.size(); ++k) {
        const GpuKernel& kernel = plan.kernels[k];
        if (kernel.kind == GpuKernelKind::kParallel && kernel.stages.size() == 1)
            result[kernel.stages.front()] = static_cast<int>(k);
    }
    return result;
}

std::string stage_names(const GpuPlan& plan, const std::vector<int>& stages) {
    std::vector<std::string> names;
    for (int s : stages) names.push_back(stage_of(plan, s).name);
    return fmt::format("{}", fmt::join(names, ", "));
}

Partition in_kernels(const std::map<int, int>& kernel_of,
                     const std::vector<std::vector<int>>& blocks) {
    Partition partition;
    for (const std::vector<int>& block : blocks) {
        std::vector<int> group;
        for (int s : block)
            if (const auto k = kernel_of.find(s); k != kernel_of.end()) group.push_back(k->second);
        std::sort(group.begin(), group.end());
        if (group.size() > 1) partition.push_back(std::move(group));
    }
    return partition;
}

}  // namespace

Partition partition_by_cuts(const GpuPlan& plan, Decisions& decisions) {
    std::vector<FusionOperations> operations;
    for (const Stage& stage : plan.stages) {
        const StageOperations& o = stage.operations;
        operations.push_back({o.fp + o.integer, o.special});
    }
    const FusionPartition cut = partition_by_minimum_cuts(
        fusion_graph(plan, operations), kExtendedLegality, fusion_costs(plan.target));
    for (const FusionCut& c : cut.cuts)
        decisions.add(
            stage_names(plan, c.block),
            fmt::format("cut into {{{}}} and {{{}}}, a weight of {:.0f}: {}",
                        stage_names(plan, c.first), stage_names(plan, c.second), c.weight, c.why));
    return in_kernels(kernels_by_stage(plan), cut.blocks);
}

Partition partition_greedily(const GpuPlan& plan, Decisions& decisions) {
    const AutoSchedule schedule = group_greedily(plan.target, auto_pipeline(plan));
    for (const AutoMerge& merge : schedule.merges)
        decisions.add(
            fmt::format("{} -> {}", stage_of(plan, merge.producer).name,
                        stage_of(plan, merge.consumer).name),
            fmt::format("{}: {:.3g} as two kernels, {:.3g} as one",
                        merge.taken ? "merged" : "not merged", merge.before, merge.after));
    std::vector<std::vector<int>> blocks;
    for (const AutoKernel& kernel : schedule.kernels) blocks.push_back(kernel.group.members);
    return in_kernels(kernels_by_stage(plan), blocks);
}

}  // namespace weft
