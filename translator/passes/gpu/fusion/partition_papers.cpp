// The papers' systems, asked about a plan.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "models/auto_grouping.h"
#include "models/kernel_fusion.h"
#include "models/kernel_fusion_basic.h"
#include "passes/gpu/fusion/auto_stages.h"
#include "passes/gpu/fusion/partition.h"

namespace weft {

namespace {

/// The kernels of stages that are computed by kernels of one stage; empty where one is not.
std::map<Id<Stage>, Id<GpuKernel>> kernels_by_stage(const GpuPlan& plan) {
    std::map<Id<Stage>, Id<GpuKernel>> result;
    for (const Id<GpuKernel> k : plan.kernels.ids()) {
        const GpuKernel& kernel = plan.kernels[k];
        if (kernel.kind == GpuKernelKind::kParallel && kernel.stages.size() == 1)
            result[kernel.stages.front()] = k;
    }
    return result;
}

/// The stages that the models' numbers stand for.
std::vector<Id<Stage>> stages_of(const std::vector<int>& numbers) {
    return {numbers.begin(), numbers.end()};
}

std::string stage_names(const GpuPlan& plan, const std::vector<int>& numbers) {
    std::vector<std::string> names;
    for (const Id<Stage> s : stages_of(numbers)) names.push_back(plan.stages[s].name);
    return fmt::format("{}", fmt::join(names, ", "));
}

Partition in_kernels(const std::map<Id<Stage>, Id<GpuKernel>>& kernel_of,
                     const std::vector<std::vector<int>>& blocks) {
    Partition partition;
    for (const std::vector<int>& block : blocks) {
        std::vector<Id<GpuKernel>> group;
        for (const Id<Stage> s : stages_of(block))
            if (const auto k = kernel_of.find(s); k != kernel_of.end()) group.push_back(k->second);
        std::sort(group.begin(), group.end());
        if (group.size() > 1) partition.push_back(std::move(group));
    }
    return partition;
}

FusionGraph graph_of(const GpuPlan& plan) {
    Table<FusionOperations, Stage> operations;
    for (const Stage& stage : plan.stages) {
        const StageOperations& o = stage.operations;
        operations.add({o.fp + o.integer, o.special});
    }
    return fusion_graph(plan, operations);
}

/// What an edge weighs, by equations 3 to 12.
std::string weight_text(const EdgeBenefit& benefit, bool fused) {
    const std::string end = fused ? "within a kernel" : "between kernels";
    if (benefit.scenario == FusionScenario::kIllegal)
        return fmt::format("illegal as a pair, a weight of epsilon, {}: {}", end,
                           benefit.why_illegal);
    return fmt::format(
        "{}, a weight of {}, {}: {:.0f} cycles saved, {:.0f} for what is computed "
        "again",
        to_string(benefit.scenario),
        benefit.gain > 0 ? fmt::format("{:.0f}", benefit.weight) : "epsilon", end, benefit.locality,
        benefit.redundancy);
}

}  // namespace

Partition partition_by_cuts(const GpuPlan& plan, const CutChoices& asked, Decisions& decisions) {
    const FusionPartition cut = partition_by_minimum_cuts(graph_of(plan), legality_of(asked),
                                                          fusion_costs(plan.target, asked));
    for (std::size_t e = 0; e < cut.edges.size(); ++e)
        decisions.add(
            stage_names(plan, {cut.edges[e].from}) + " -> " + stage_names(plan, {cut.edges[e].to}),
            weight_text(cut.benefits[e], cut.is_fused(cut.edges[e])));
    for (const FusionCut& c : cut.cuts)
        decisions.add(
            stage_names(plan, c.block),
            fmt::format("cut into {{{}}} and {{{}}}, a weight of {:.0f}: {}",
                        stage_names(plan, c.first), stage_names(plan, c.second), c.weight, c.why));
    return in_kernels(kernels_by_stage(plan), cut.blocks.values());
}

Partition partition_by_pairs(const GpuPlan& plan, const CutChoices& asked, Decisions& decisions) {
    const PairwiseFusion fused = fuse_pairwise(graph_of(plan), legality_of(asked));
    for (const FusionPair& pair : fused.pairs)
        decisions.add(stage_names(plan, pair.source) + " -> " + stage_names(plan, pair.destination),
                      pair.why_not ? "no pair: " + *pair.why_not : "a pair: one kernel");
    return in_kernels(kernels_by_stage(plan), fused.blocks);
}

Partition partition_greedily(const GpuPlan& plan, Decisions& decisions) {
    const std::map<Id<Stage>, Id<GpuKernel>> kernel_of = kernels_by_stage(plan);
    AutoPipeline stages = auto_pipeline(plan);
    for (AutoStage& stage : stages) {
        const Id<Stage> s(stage.number);
        stage.alone = !kernel_of.contains(s);
        for (const Id<PlanImage> image : plan.stages[s].outputs)
            stage.result = stage.result || !plan.images[image].graph_outputs.empty();
    }
    const AutoPipeline pipeline = inline_trivial(std::move(stages));
    const AutoSchedule schedule = group_greedily(plan.target, pipeline);
    const auto name_of_stage = [&](int member) {
        return stage_names(plan, {pipeline[static_cast<std::size_t>(member)].number});
    };
    for (const AutoMerge& merge : schedule.merges)
        decisions.add(
            fmt::format("{} -> {}", name_of_stage(merge.producer), name_of_stage(merge.consumer)),
            fmt::format("{}: {:.3g} as two kernels, {:.3g} as one",
                        merge.taken ? "merged" : "not merged", merge.before, merge.after));
    // Stages that are inlined are computed in the kernels that they are inlined into.
    std::vector<std::vector<int>> blocks;
    std::map<int, int> kernels_with;
    for (const AutoKernel& kernel : schedule.kernels) {
        std::set<int> computed;
        for (const int member : kernel.group.members) {
            const AutoStage& stage = pipeline[static_cast<std::size_t>(member)];
            computed.insert(stage.number);
            computed.insert(stage.inlined.begin(), stage.inlined.end());
        }
        for (const int stage : computed) ++kernels_with[stage];
        blocks.emplace_back(computed.begin(), computed.end());
    }
    for (const auto& [stage, kernels] : kernels_with)
        if (kernels > 1)
            decisions.add(
                stage_names(plan, {stage}),
                fmt::format("inlined into {} kernels, each of which computes it", kernels));
    return in_kernels(kernel_of, blocks);
}

}  // namespace weft
