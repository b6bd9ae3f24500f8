// Which stages share a kernel.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "passes/cpu/cpu_passes.h"
#include "passes/cpu/fuse_into_readers.h"
#include "passes/cpu/layers.h"
#include "passes/cpu/recurrences.h"
#include "passes/cpu/stage_kernels.h"

namespace weft {

namespace {

/// A kernel for all parts of a layer whose results are of one size and whose recurrences agree.
std::vector<int> kernels_of(const CpuPlan& plan, const std::vector<int>& level) {
    const std::vector<int> part = connected(plan, level);
    const std::vector<int> kind = recurrence_kinds(plan, level, part);
    using Key = std::pair<int, std::array<int, 5>>;
    std::map<int, Key> key;  // by part
    for (const auto& [number, domains] : results(plan, level, part)) {
        Rect all;
        for (const Rect& d : domains) all = hull(all, d);
        key[number] = {level[number], {all.x0, all.y0, all.x1, all.y1, kind[number]}};
    }
    std::map<Key, int> first;  // the first stage of each kernel
    for (int s = 0; s < static_cast<int>(part.size()); ++s) first.try_emplace(key[part[s]], s);
    std::vector<std::pair<int, int>> order;  // layer, first stage
    for (const auto& [k, s] : first) order.push_back({k.first, s});
    std::sort(order.begin(), order.end());
    std::vector<int> result(part.size());
    for (std::size_t s = 0; s < part.size(); ++s) {
        const Key& k = key[part[s]];
        result[s] = static_cast<int>(
            std::find(order.begin(), order.end(), std::pair{k.first, first[k]}) - order.begin());
    }
    return result;
}

}  // namespace

CpuPlan fuse(CpuPlan plan, const CpuContext&, Decisions& decisions) {
    std::map<Edge, std::string> cut;
    Layers layers(plan, cut);
    while (true) {
        std::map<Edge, std::string> more = unequal_edges(plan, layers.level);
        if (more.empty())
            more = recurrence_edges(plan, layers.level, connected(plan, layers.level));
        if (more.empty()) break;
        cut.merge(more);
        layers = Layers(plan, cut);
    }
    for (const auto& [edge, reason] : layers.materialised) {
        const Stage& stage = plan.stages[edge.first];
        decisions.add(
            fmt::format("{} -> {}", plan.images[stage.inputs[edge.second].image].name, stage.name),
            "materialised: " + reason);
    }
    const std::vector<int> early = kernels_of(plan, layers.level);
    const std::vector<int> kernel_of = fused_into_readers(plan, early, layers.materialised);
    for (std::size_t s = 0; s < kernel_of.size(); ++s)
        if (kernel_of[s] != early[s])
            decisions.add(plan.stages[s].name,
                          "waits for the one kernel that reads it, and runs there");
    plan = with_kernels(std::move(plan), renumbered(kernel_of));
    decisions.add(plan.name, fmt::format("{} stages in {} kernel{}", plan.stages.size(),
                                         plan.kernels.size(), plan.kernels.size() == 1 ? "" : "s"));
    return plan;
}

CpuPlan one_kernel_per_stage(CpuPlan plan, const CpuContext&, Decisions& decisions) {
    std::vector<int> kernel_of(plan.stages.size());
    std::iota(kernel_of.begin(), kernel_of.end(), 0);
    decisions.add(plan.name, fmt::format("turned off: {} kernels of one stage", kernel_of.size()));
    return with_kernels(std::move(plan), kernel_of);
}

}  // namespace weft
