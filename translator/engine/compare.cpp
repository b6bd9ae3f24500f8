#include "engine/compare.h"

#include <algorithm>

#include "engine/gpu_figures.h"
#include "passes/gpu/kernel_work.h"

namespace weft {

namespace {

PlanSummary summary_of(const FusionAsked& asked, const GpuPlan& plan) {
    PlanSummary summary;
    summary.asked = asked;
    summary.kernels = static_cast<int>(plan.kernels.size());
    summary.seconds = modelled_seconds(plan);
    summary.occupancy = 1;
    summary.compiled = true;
    for (const GpuKernel& kernel : plan.kernels) {
        const Traffic traffic = least_traffic(plan, kernel);
        summary.fused += kernel.kind == GpuKernelKind::kGroup;
        summary.bytes_moved += traffic.read + traffic.written;
        summary.redundancy = std::max(summary.redundancy, most_redundancy(kernel));
        summary.occupancy = std::min(summary.occupancy, kernel.occupancy);
        summary.registers = std::max(summary.registers, kernel.registers);
        summary.compiled = summary.compiled && kernel.compiled;
        summary.shared_bytes = std::max(summary.shared_bytes, kernel.shared_bytes);
    }
    return summary;
}

}  // namespace

std::size_t Comparison::first() const {
    const auto fits = std::find_if(plans.begin(), plans.end(),
                                   [](const PlanSummary& plan) { return plan.why_not.empty(); });
    return static_cast<std::size_t>(fits - plans.begin());
}

std::size_t Comparison::best() const {
    std::size_t best = first();
    for (std::size_t i = best; i < plans.size(); ++i)
        if (plans[i].why_not.empty() && plans[i].seconds < plans[best].seconds) best = i;
    return best;
}

std::vector<FusionAsked> fusions_to_compare(std::optional<TileKind> tile) {
    using enum FusionStrategy;
    using enum TileKind;
    std::vector<FusionAsked> all{{kNone, {}}};
    if (tile) {
        for (const FusionStrategy fusion : {kBasic, kMinCut, kDp, kGreedy, kAuto})
            all.push_back({fusion, tile});
        return all;
    }
    all.push_back({kBasic, kBlock});
    for (const TileKind kind : {kBlock, kWarp}) all.push_back({kMinCut, kind});
    for (const TileKind kind : {kBlock, kWarp}) all.push_back({kDp, kind});
    all.push_back({kDp, {}});  // with the tiles that algorithm 2 asks for
    for (const TileKind kind : {kBlock, kWarp}) all.push_back({kGreedy, kind});
    all.push_back({kGreedy, {}});  // with the tiles of listing 1
    for (const TileKind kind : {kBlock, kWarp, kHybrid, kStream}) all.push_back({kAuto, kind});
    all.push_back({kAuto, {}});
    return all;
}

Comparison compare_plans(const std::vector<PlannedFusion>& planned) {
    Comparison result;
    for (std::size_t i = 0; i < planned.size(); ++i) {
        const PlannedFusion& p = planned[i];
        if (!p.plan) {
            result.plans.emplace_back();
            result.plans.back().asked = p.asked;
            result.plans.back().why_not = p.why_not;
            continue;
        }
        result.name = p.plan->name;
        result.target = p.plan->target;
        result.fast_math = p.plan->fast_math;
        result.stages = static_cast<int>(p.plan->stages.size());
        if (result.why_estimated.empty()) result.why_estimated = p.why_not_compiled;
        result.plans.push_back(summary_of(p.asked, *p.plan));
        for (std::size_t j = 0; j < i && result.plans.back().same_as < 0; ++j)
            if (planned[j].plan && planned[j].plan->kernels == p.plan->kernels)
                result.plans.back().same_as = static_cast<int>(j);
    }
    return result;
}

}  // namespace weft
