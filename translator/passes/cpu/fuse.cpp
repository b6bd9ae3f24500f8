// Which stages share a kernel.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "passes/cpu/cpu_passes.h"
#include "passes/cpu/fuse_into_readers.h"
#include "passes/cpu/layers.h"
#include "passes/cpu/recurrences.h"
#include "passes/cpu/stage_kernels.h"

namespace weft {

namespace {

/// A kernel for all parts of a layer whose results are of one size and whose recurrences agree.
Table<int, Stage> kernels_of(const CpuPlan& plan, const Table<int, Stage>& level) {
    const Table<Id<Stage>, Stage> part = connected(plan, level);
    const Table<int, Stage> kind = recurrence_kinds(plan, level, part);
    using Key = std::pair<int, std::array<int, 5>>;
    std::map<Id<Stage>, Key> key;  // by part
    for (const auto& [in_part, domains] : results(plan, level, part)) {
        Rect all;
        for (const Rect& d : domains) all = hull(all, d);
        key[in_part] = {level[in_part], {all.x0, all.y0, all.x1, all.y1, kind[in_part]}};
    }
    std::map<Key, Id<Stage>> first;  // the first stage of each kernel
    for (const Id<Stage> s : part.ids()) first.try_emplace(key[part[s]], s);
    std::vector<std::pair<int, Id<Stage>>> order;  // layer, first stage
    for (const auto& [k, s] : first) order.push_back({k.first, s});
    std::sort(order.begin(), order.end());
    Table<int, Stage> result;
    for (const Id<Stage> p : part) {
        const Key& k = key[p];
        result.add(static_cast<int>(
            std::find(order.begin(), order.end(), std::pair{k.first, first[k]}) - order.begin()));
    }
    return result;
}

}  // namespace

CpuPlan fuse(CpuPlan plan, const CpuContext& context, Decisions& decisions) {
    std::map<ReadBy, std::string> cut;
    Layers layers(plan, cut);
    while (true) {
        std::map<ReadBy, std::string> more = edges_between(plan, context, layers.level);
        if (more.empty()) break;
        cut.merge(more);
        layers = Layers(plan, cut);
    }
    for (const auto& [edge, reason] : layers.materialised) {
        decisions.add(fmt::format("{} -> {}", plan.images[input_of(plan, edge).image].name,
                                  plan.stages[edge.stage].name),
                      "materialised: " + reason);
    }
    const Table<int, Stage> early = kernels_of(plan, layers.level);
    const Table<int, Stage> kernel_of =
        fused_into_readers(plan, context, early, layers.materialised);
    for (const Id<Stage> s : kernel_of.ids())
        if (kernel_of[s] != early[s])
            decisions.add(plan.stages[s].name,
                          "waits for the one kernel that reads it, and runs there");
    plan = with_kernels(std::move(plan), renumbered(kernel_of));
    decisions.add(plan.name, fmt::format("{} stages in {} kernel{}", plan.stages.size(),
                                         plan.kernels.size(), plan.kernels.size() == 1 ? "" : "s"));
    return plan;
}

CpuPlan one_kernel_per_stage(CpuPlan plan, const CpuContext&, Decisions& decisions) {
    Table<Id<Kernel>, Stage> kernel_of;
    for (const Id<Kernel> k : Ids<Kernel>(plan.stages.size())) kernel_of.add(k);
    decisions.add(plan.name, fmt::format("turned off: {} kernels of one stage", kernel_of.size()));
    return with_kernels(std::move(plan), kernel_of);
}

}  // namespace weft
