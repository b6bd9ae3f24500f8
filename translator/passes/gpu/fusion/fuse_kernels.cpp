// Fusion: the partition that one of the planner's systems decides on, as kernels.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include "passes/gpu/block_choice.h"
#include "passes/gpu/fusion/auto_shape.h"
#include "passes/gpu/fusion/group_nesting.h"
#include "passes/gpu/fusion/group_shape.h"
#include "passes/gpu/fusion/kernel_graph.h"
#include "passes/gpu/fusion/partition.h"
#include "passes/gpu/fusion/recomputed.h"
#include "passes/gpu/fusion/warp_groups.h"
#include "passes/gpu/gpu_passes.h"
#include "passes/gpu/kernel_resources.h"

namespace weft {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

std::string kernel_names(const GpuPlan& plan, const std::vector<Id<GpuKernel>>& kernels) {
    std::vector<std::string> names;
    for (const Id<GpuKernel> k : kernels)
        for (const Id<Stage> s : plan.kernels[k].stages) names.push_back(plan.stages[s].name);
    return fmt::format("{}", fmt::join(names, ", "));
}

/// Seconds of a group by the model, its launch included.
double modelled_seconds(const GpuPlan& plan, const GpuContext& context,
                        const std::vector<Id<GpuKernel>>& group) {
    const GpuTarget& target = plan.target;
    if (group.size() == 1) {
        const GpuKernel kernel = with_registers(plan, context, plan.kernels[group.front()]);
        return best_block(plan, kernel).seconds + target.launch_seconds;
    }
    const GroupResult built = group_as_asked(plan, context, group);
    if (!built.kernel) return kNever;
    const auto shaped = best_shape(plan, context.compiled, *built.kernel, context.choices.tile,
                                   ShapeSearch::kUsual);
    return shaped ? shaped->seconds + target.launch_seconds : kNever;
}

/// Why the group cannot be one kernel on this device, with the registers that are known; or "".
std::string why_not_built(const GpuPlan& plan, const GpuContext& context,
                          const std::vector<Id<GpuKernel>>& group) {
    const GroupResult built = group_as_asked(plan, context, group);
    if (!built.kernel) return built.why_not;
    const GpuKernel kernel = with_registers(plan, context, *built.kernel);
    if (with_plain_shape(plan, context.compiled, kernel, context.choices.tile).occupancy > 0)
        return {};
    return fmt::format("it needs {} registers a thread, of {}, and its tiles do not fit {} bytes",
                       kernel.registers, plan.target.max_registers_per_thread,
                       plan.target.max_shared_per_block);
}

bool can_run(const GpuPlan& plan, const Partition& partition) {
    Table<bool, GpuKernel> grouped(plan.kernels.size());
    for (const std::vector<Id<GpuKernel>>& group : partition)
        for (const Id<GpuKernel> k : group) grouped[k] = true;
    // Who computes a stage for itself waits for what it reads, and for nobody who computes it too.
    std::vector<GpuKernel> kernels;
    for (const Id<GpuKernel> k : plan.kernels.ids())
        if (!grouped[k] || plan.kernels[k].recomputed) kernels.push_back(plan.kernels[k]);
    for (const std::vector<Id<GpuKernel>>& group : partition) {
        GpuKernel all;
        for (const Id<GpuKernel> k : group) {
            const GpuKernel& one = plan.kernels[k];
            if (!one.recomputed)
                all.outputs.insert(all.outputs.end(), one.outputs.begin(), one.outputs.end());
            for (const GpuInput& input : one.inputs) all.inputs.add(input);
        }
        std::erase_if(all.inputs.values(), [&](const GpuInput& input) {
            return std::find(all.outputs.begin(), all.outputs.end(), input.image) !=
                   all.outputs.end();
        });
        kernels.push_back(std::move(all));
    }
    const std::size_t count = kernels.size();
    return in_order(std::move(kernels)).size() == count;
}

Partition without(Partition partition, Id<GpuKernel> kernel) {
    for (std::vector<Id<GpuKernel>>& group : partition) std::erase(group, kernel);
    std::erase_if(partition, [](const auto& group) { return group.size() < 2; });
    return partition;
}

/// What can be built of a group that cannot be as a whole: kernel by kernel, each joins the first
/// part that takes it.
Partition parts_of(const GpuPlan& plan, const GpuContext& context, const Partition& others,
                   const std::vector<Id<GpuKernel>>& group, Decisions& decisions) {
    Partition parts;
    for (const Id<GpuKernel> k : group) {
        bool joined = false;
        for (std::size_t p = 0; p < parts.size() && !joined; ++p) {
            std::vector<Id<GpuKernel>> larger = parts[p];
            larger.push_back(k);
            const std::string why_not = why_not_built(plan, context, larger);
            Partition all = others;
            for (std::size_t q = 0; q < parts.size(); ++q)
                all.push_back(q == p ? larger : parts[q]);
            if (!why_not.empty()) {
                decisions.add(kernel_names(plan, larger), "not one kernel: " + why_not);
            } else if (!can_run(plan, all)) {
                decisions.add(kernel_names(plan, larger),
                              "not one kernel: another would have to run in the middle of it");
            } else {
                parts[p] = larger;
                joined = true;
            }
        }
        if (!joined) parts.push_back({k});
    }
    std::erase_if(parts, [](const std::vector<Id<GpuKernel>>& part) { return part.size() < 2; });
    return parts;
}

Partition built_in_parts(const GpuPlan& plan, const GpuContext& context, const Partition& partition,
                         Decisions& decisions) {
    Partition result;
    for (const std::vector<Id<GpuKernel>>& group : partition) {
        Partition with_it = result;
        with_it.push_back(group);
        if (why_not_built(plan, context, group).empty() && can_run(plan, with_it)) {
            result = std::move(with_it);
            continue;
        }
        const Partition parts = parts_of(plan, context, result, group, decisions);
        result.insert(result.end(), parts.begin(), parts.end());
    }
    return result;
}

/// What of a partition can be built. A stage of several groups that somebody needs in memory all
/// the same, once those are built, is in none.
Partition buildable(const GpuPlan& plan, const GpuContext& context, Partition partition,
                    Decisions& decisions) {
    for (;;) {
        const GpuPlan marked = with_recomputed(plan, partition);
        Partition built = built_in_parts(marked, context, partition, decisions);
        const auto stored = needed_in_memory(marked, built);
        if (!stored) return built;
        decisions.add(kernel_names(plan, {*stored}),
                      "a kernel of its own: not all that read it can compute it for themselves");
        partition = without(std::move(partition), *stored);
    }
}

Partition forced(const GpuPlan& plan, const StageGroups& groups) {
    Partition partition;
    for (const std::vector<Id<Stage>>& stages : groups) {
        std::vector<Id<GpuKernel>> kernels;
        for (const Id<GpuKernel> k : plan.kernels.ids()) {
            const std::vector<Id<Stage>>& own = plan.kernels[k].stages;
            if (own.size() == 1 && std::find(stages.begin(), stages.end(), own[0]) != stages.end())
                kernels.push_back(k);
        }
        if (kernels.size() > 1) partition.push_back(std::move(kernels));
    }
    return partition;
}

/// Algorithm 2's cost of one kernel; a scan has none, for it is never in a group.
double warp_cost(const GpuPlan& plan, const GpuContext& context,
                 const std::vector<Id<GpuKernel>>& group) {
    const GpuKernel& first = plan.kernels[group.front()];
    if (group.size() == 1 && first.kind != GpuKernelKind::kParallel) return 0;
    const GroupResult built = group_as_asked(plan, context, group);
    if (!built.kernel) return kNever;
    return cheapest_warp_shape(plan, context, *built.kernel, context.choices.tile,
                               ShapeSearch::kUsual)
        .cost.cost;
}

/// Searches for the least `cost`: by dynamic programming in plans of up to `most` kernels, within
/// the bounds of cheapest_partition(), and by merging pairs. Of the two partitions it takes the one
/// that is better by `judge`.
Partition searched(const GpuPlan& plan, const GroupCost& cost, const GroupCost& judge,
                   std::size_t most, Decisions& decisions) {
    Partition merged = merged_partition(plan, cost, decisions);
    if (plan.kernels.size() > most) {
        decisions.add(plan.name, fmt::format("{} kernels are too many to try all partitions of",
                                             plan.kernels.size()));
        return merged;
    }
    Partition cheapest = cheapest_partition(plan, cost, decisions);
    return total_cost(plan, cheapest, judge) <= total_cost(plan, merged, judge) ? cheapest : merged;
}

/// Up to here auto, which asks many systems, searches all partitions.
constexpr std::size_t kFewKernels = 12;

/// A cost asked for once. Nothing pays once planning is cancelled, so that searches end.
GroupCost remembered(const GpuContext& context, GroupCost cost) {
    return
        [&context, cost = std::move(cost), known = std::map<std::vector<Id<GpuKernel>>, double>()](
            const std::vector<Id<GpuKernel>>& group) mutable {
            if (context.is_cancelled()) return kNever;
            const auto at = known.find(group);
            return at != known.end() ? at->second : known[group] = cost(group);
        };
}

/// The model of time, which several searches of a plan ask.
GroupCost time_of_groups(const GpuPlan& plan, const GpuContext& context) {
    return remembered(context, [&](const std::vector<Id<GpuKernel>>& group) {
        return modelled_seconds(plan, context, group);
    });
}

/// Partitions by their modelled time, the best first, with others that the search met.
struct Ranked {
    Partition best;
    std::vector<Partition> next;
};

/// Splits groups between two kernels of their order as long as both parts together take less time.
Partition split_where_faster(Partition open, const GroupCost& time) {
    Partition result;
    while (!open.empty()) {
        const std::vector<Id<GpuKernel>> group = std::move(open.back());
        open.pop_back();
        if (group.size() < 2) continue;
        double least = time(group);
        auto at = group.end();
        for (auto cut = group.begin() + 1; cut != group.end(); ++cut) {
            const double apart = time({group.begin(), cut}) + time({cut, group.end()});
            if (apart >= least) continue;
            least = apart;
            at = cut;
        }
        if (at == group.end()) {
            result.push_back(group);
            continue;
        }
        open.emplace_back(group.begin(), at);
        open.emplace_back(at, group.end());
    }
    std::sort(result.begin(), result.end());
    return result;
}

/// Algorithm 2's cost knows neither clocks nor caches: where no kind of tiles is asked for, what
/// takes longer as one kernel than apart, by the model of time, is no group, and that model judges
/// and splits what is found.
Partition partition_by_warp_costs(const GpuPlan& plan, const GpuContext& context,
                                  const GroupCost& time, std::size_t most, Decisions& decisions) {
    const auto slower_than_apart = [&](const std::vector<Id<GpuKernel>>& group) {
        double apart = 0;
        for (const Id<GpuKernel> k : group) apart += time({k});
        return time(group) > apart;
    };
    const GroupCost cost = remembered(context, [&](const std::vector<Id<GpuKernel>>& group) {
        const bool free = !context.choices.tile.kind && group.size() > 1;
        return free && slower_than_apart(group) ? kNever : warp_cost(plan, context, group);
    });
    if (context.choices.tile.kind) return searched(plan, cost, cost, most, decisions);
    return split_where_faster(searched(plan, cost, time, most, decisions), time);
}

/// How many partitions beside the best are worth compiling.
constexpr std::size_t kMaxNext = 2;

/// The cheapest by the model of its own search and of what the papers' systems would do.
Ranked cheapest_of_all(const GpuPlan& plan, const GpuContext& context, Decisions& decisions) {
    const GroupCost cost = time_of_groups(plan, context);
    std::vector<Decision> unsaid;
    Decisions quiet(unsaid, "fuse");
    struct Candidate {
        FusionStrategy strategy;
        Partition partition;
        double total = 0;
    };
    std::vector<Candidate> candidates = {
        {FusionStrategy::kAuto, searched(plan, cost, cost, kFewKernels, decisions)},
        {FusionStrategy::kMinCut,
         buildable(plan, context, partition_by_cuts(plan, context.choices.cuts, quiet), quiet)},
        {FusionStrategy::kBasic,
         buildable(plan, context, partition_by_pairs(plan, context.choices.cuts, quiet), quiet)},
        {FusionStrategy::kDp,
         buildable(plan, context, partition_by_warp_costs(plan, context, cost, kFewKernels, quiet),
                   quiet)},
        {FusionStrategy::kGreedy, buildable(plan, context, partition_greedily(plan, quiet), quiet)},
        {FusionStrategy::kNone, {}}};
    for (Candidate& candidate : candidates) {
        std::sort(candidate.partition.begin(), candidate.partition.end());
        const GpuPlan marked = with_recomputed(plan, candidate.partition);
        const bool any = std::any_of(marked.kernels.begin(), marked.kernels.end(),
                                     [](const GpuKernel& kernel) { return kernel.recomputed; });
        candidate.total =
            total_cost(marked, candidate.partition, any ? time_of_groups(marked, context) : cost);
        decisions.add(plan.name, fmt::format("{}: {:.1f} us by the model",
                                             name_of(candidate.strategy), candidate.total * 1e6));
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.total < b.total; });
    Ranked ranked{candidates.front().partition, {}};
    for (const Candidate& candidate : candidates) {
        const bool known = candidate.partition == ranked.best ||
                           std::find(ranked.next.begin(), ranked.next.end(), candidate.partition) !=
                               ranked.next.end();
        if (!known && candidate.total < kNever && ranked.next.size() < kMaxNext)
            ranked.next.push_back(candidate.partition);
    }
    return ranked;
}

Ranked ranked_partitions(const GpuPlan& plan, const GpuContext& context, Decisions& decisions) {
    if (!context.choices.groups.empty())
        return {buildable(plan, context, forced(plan, context.choices.groups), decisions), {}};
    switch (context.choices.fusion) {
        case FusionStrategy::kNone: break;
        case FusionStrategy::kMinCut:
            return {buildable(plan, context,
                              partition_by_cuts(plan, context.choices.cuts, decisions), decisions),
                    {}};
        case FusionStrategy::kBasic:
            return {buildable(plan, context,
                              partition_by_pairs(plan, context.choices.cuts, decisions), decisions),
                    {}};
        case FusionStrategy::kGreedy:
            return {buildable(plan, context, partition_greedily(plan, decisions), decisions), {}};
        case FusionStrategy::kDp:
            return {buildable(plan, context,
                              partition_by_warp_costs(plan, context, time_of_groups(plan, context),
                                                      kMaxKernels, decisions),
                              decisions),
                    {}};
        case FusionStrategy::kAuto: return cheapest_of_all(plan, context, decisions);
    }
    return {};
}

/// A group to be built: its kernels, its form, and why it has it; and its shape, where the paper
/// that it is grouped by has one for it, or where it is one to choose among.
struct Chosen {
    std::vector<Id<GpuKernel>> kernels;
    FormChoice form;
    std::optional<GroupShape> shape = {};
};

std::vector<Chosen> as_found(const GpuPlan& plan, const GpuContext& context,
                             const FoundFusion& found) {
    const NestedFusion nesting = nesting_of(context.choices);
    const GroupForm nested = nesting == NestedFusion::kAuto || nesting == NestedFusion::kStages
                                 ? GroupForm::kStageByStage
                                 : GroupForm::kNested;
    std::vector<Chosen> chosen;
    for (const FoundGroup& group : found.groups)
        for (std::vector<Id<GpuKernel>>& kernels : forced(plan, {group.stages}))
            chosen.push_back(
                {std::move(kernels), {group.nested ? nested : GroupForm::kOverlapping, ""}, {}});
    return chosen;
}

Partition partition_of(const std::vector<Chosen>& groups) {
    Partition partition;
    for (const Chosen& chosen : groups) partition.push_back(chosen.kernels);
    return partition;
}

/// Whether groups may have the tile of listing 1 of paper: gpu-autoscheduler: under greedy they
/// have it, and auto tries it beside others.
bool tries_listing_1(const GpuChoices& choices) {
    return !choices.tile.kind &&
           (choices.fusion == FusionStrategy::kGreedy || choices.fusion == FusionStrategy::kAuto);
}

std::string listing_1_text(const AutoShape& by_listing) {
    if (!by_listing.shape)
        return "; its tile is by the model of time, for by listing 1 " + by_listing.why_not;
    const GroupShape& s = *by_listing.shape;
    return fmt::format("; by listing 1 tiles of {}x{} elements and blocks of {}x{} threads",
                       s.tile_u, s.tile_v, s.block_u, s.block_v);
}

std::vector<Chosen> in_forms(const GpuPlan& plan, const GpuContext& context,
                             const Partition& partition) {
    std::vector<Chosen> chosen;
    for (const std::vector<Id<GpuKernel>>& kernels : partition) {
        Chosen one{kernels, form_of_group(plan, context, kernels), {}};
        if (tries_listing_1(context.choices)) {
            const AutoShape by_listing = auto_shape(plan, context, kernels, one.form.form);
            one.shape = by_listing.shape;
            if (context.choices.fusion == FusionStrategy::kGreedy)
                one.form.reason += listing_1_text(by_listing);
        }
        chosen.push_back(std::move(one));
    }
    return chosen;
}

/// The stages of each group of a partition.
StageGroups stages_of(const GpuPlan& plan, const Partition& partition) {
    StageGroups groups;
    for (const std::vector<Id<GpuKernel>>& kernels : partition) {
        groups.emplace_back();
        for (const Id<GpuKernel> k : kernels)
            for (const Id<Stage> s : plan.kernels[k].stages) groups.back().push_back(s);
    }
    return groups;
}

/// The groups by their first kernels, so that the same groups are the same plan, however found.
GpuPlan fused(GpuPlan plan, const GpuContext& context, std::vector<Chosen> groups,
              Decisions& decisions) {
    std::sort(groups.begin(), groups.end(),
              [](const Chosen& a, const Chosen& b) { return a.kernels < b.kernels; });
    Table<bool, GpuKernel> grouped(plan.kernels.size());
    std::vector<GpuKernel> kernels;
    for (const Chosen& chosen : groups) {
        GroupResult built =
            group_kernels(plan, chosen.kernels, chosen.form.form, context.choices.tile.planes);
        if (!built.kernel) continue;
        for (GpuInput& input : built.kernel->inputs) input = in_place(plan, *built.kernel, input);
        for (const Id<GpuKernel> k : chosen.kernels) grouped[k] = true;
        decisions.add(built.kernel->name,
                      fmt::format("{} in {} loop{}, {} tile{}", kernel_names(plan, chosen.kernels),
                                  built.kernel->group.loops.size(),
                                  built.kernel->group.loops.size() == 1 ? "" : "s",
                                  built.kernel->group.tiles.size(),
                                  built.kernel->group.tiles.size() == 1 ? "" : "s"));
        decisions.add(built.kernel->name, chosen.form.reason);
        if (chosen.shape) built.kernel = with_shape(plan, *built.kernel, *chosen.shape);
        kernels.push_back(*std::move(built.kernel));
    }
    for (const Id<GpuKernel> k : grouped.ids())
        if (!grouped[k]) kernels.push_back(plan.kernels[k]);
    plan.kernels = in_order(std::move(kernels));
    decisions.add(plan.name,
                  fmt::format("{} stages in {} kernels", plan.stages.size(), plan.kernels.size()));
    return plan;
}

}  // namespace

GpuPlan fuse_kernels(GpuPlan plan, const GpuContext& context, Decisions& decisions) {
    if (!context.found) {
        const Ranked ranked = ranked_partitions(plan, context, decisions);
        for (const Partition& partition : ranked.next)
            plan.next_best.push_back(stages_of(plan, partition));
        plan = with_recomputed(std::move(plan), ranked.best);
        std::vector<Chosen> groups = in_forms(plan, context, ranked.best);
        return fused(std::move(plan), context, std::move(groups), decisions);
    }
    std::vector<Decision> unsaid;
    Decisions quiet(unsaid, "fuse");
    plan.next_best = context.found->next_best;
    std::vector<Chosen> groups = as_found(plan, context, *context.found);
    plan = with_recomputed(std::move(plan), partition_of(groups));
    if (needed_in_memory(plan, partition_of(groups))) groups.clear();  // of a file, not of a search
    plan = fused(std::move(plan), context, std::move(groups), quiet);
    for (const Decision& d : context.found->reasons) decisions.add(d.subject, d.text);
    return plan;
}

}  // namespace weft
