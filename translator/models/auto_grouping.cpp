#include "models/auto_grouping.h"

#include <algorithm>

namespace weft {

namespace {

bool holds(const AutoGroup& group, int stage) {
    return std::binary_search(group.members.begin(), group.members.end(), stage);
}

AutoGroup united(const AutoGroup& a, const AutoGroup& b) {
    AutoGroup both;
    std::merge(a.members.begin(), a.members.end(), b.members.begin(), b.members.end(),
               std::back_inserter(both.members));
    return both;
}

/// Whether `consumer`, and nothing else but the group itself, reads `producer`.
bool feeds_only(const AutoPipeline& pipeline, const AutoGroup& producer,
                const AutoGroup& consumer) {
    bool feeds = false;
    for (int s = 0; s < static_cast<int>(pipeline.size()); ++s) {
        if (holds(producer, s)) continue;
        for (const AutoRead& read : pipeline[static_cast<std::size_t>(s)].reads) {
            if (!holds(producer, read.stage)) continue;
            if (!holds(consumer, s)) return false;
            feeds = true;
        }
    }
    return feeds;
}

AutoKernel finish(const GpuTarget& target, const AutoPipeline& pipeline, const AutoGroup& group,
                  const AutoLimits& limits) {
    AutoChoice choice = cheapest_tile(target, pipeline, group, AutoPhase::kFinalTiling, limits);
    AutoKernel kernel{group, choice.tile, std::move(choice.cost), unnested(group)};
    if (!wants_nesting(kernel.cost)) return kernel;
    Nesting nested = nest(pipeline, group);
    AutoCost cost =
        group_cost(target, pipeline, group, kernel.tile, AutoPhase::kFinalTiling, nested, limits);
    if (nested == kernel.nesting || !cost.invalid.empty()) return kernel;
    kernel.nesting = std::move(nested);
    kernel.cost = std::move(cost);
    return kernel;
}

}  // namespace

AutoSchedule group_greedily(const GpuTarget& target, const AutoPipeline& pipeline,
                            const AutoLimits& limits) {
    struct Costed {
        AutoGroup group;
        AutoCost cost;
    };
    const auto costed = [&](AutoGroup group) {
        AutoCost cost = cheapest_tile(target, pipeline, group, AutoPhase::kGrouping, limits).cost;
        return Costed{std::move(group), std::move(cost)};
    };
    std::vector<Costed> groups;
    for (int s = 0; s < static_cast<int>(pipeline.size()); ++s) groups.push_back(costed({{s}}));

    AutoSchedule schedule;
    for (;;) {
        std::vector<AutoMerge> refused;
        std::size_t from = 0, into = 0;
        Costed best;
        double best_saving = 0;
        AutoMerge taken;
        for (std::size_t p = 0; p < groups.size(); ++p)
            for (std::size_t c = 0; c < groups.size(); ++c) {
                if (p == c || !feeds_only(pipeline, groups[p].group, groups[c].group)) continue;
                Costed merged = costed(united(groups[p].group, groups[c].group));
                AutoMerge merge{groups[p].group.members.back(), groups[c].group.members.back(),
                                merge_pays(merged.cost, groups[p].cost, groups[c].cost),
                                groups[p].cost.cost + groups[c].cost.cost, merged.cost.cost};
                if (!merge.taken) {
                    refused.push_back(merge);
                    continue;
                }
                const double saving = merge.before - merge.after;
                if (saving <= best_saving) continue;
                best_saving = saving;
                best = std::move(merged);
                from = p;
                into = c;
                taken = merge;
            }
        if (best_saving <= 0) {
            schedule.merges.insert(schedule.merges.end(), refused.begin(), refused.end());
            break;
        }
        schedule.merges.push_back(taken);
        groups[into] = std::move(best);
        groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(from));
    }
    std::sort(groups.begin(), groups.end(), [](const Costed& a, const Costed& b) {
        return a.group.members.back() < b.group.members.back();
    });
    for (const Costed& g : groups)
        schedule.kernels.push_back(finish(target, pipeline, g.group, limits));
    return schedule;
}

}  // namespace weft
