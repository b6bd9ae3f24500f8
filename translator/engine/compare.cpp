#include "engine/compare.h"

#include <algorithm>

#include "engine/gpu_figures.h"
#include "passes/gpu/kernel_work.h"

namespace weft {

namespace {

PlanSummary summary_of(const FusionAsked& asked, const Plan& plan) {
    PlanSummary summary;
    summary.asked = asked;
    summary.kernels = static_cast<int>(plan.gpu_kernels.size());
    summary.seconds = modelled_seconds(plan);
    summary.occupancy = 1;
    summary.compiled = true;
    for (const GpuKernel& kernel : plan.gpu_kernels) {
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

std::size_t Comparison::best() const {
    const auto least = std::min_element(
        plans.begin(), plans.end(),
        [](const PlanSummary& a, const PlanSummary& b) { return a.seconds < b.seconds; });
    return static_cast<std::size_t>(least - plans.begin());
}

std::vector<FusionAsked> fusions_to_compare(std::optional<TileTeam> tile) {
    using enum FusionStrategy;
    std::vector<FusionAsked> all{{kNone, {}}};
    for (const FusionStrategy fusion : {kMinCut, kDp, kGreedy, kAuto}) {
        for (const TileTeam team : {TileTeam::kBlock, TileTeam::kWarp})
            if (!tile || *tile == team) all.push_back({fusion, team});
        if (fusion == kAuto && !tile) all.push_back({kAuto, {}});
    }
    return all;
}

Comparison compare_plans(const std::vector<FusionAsked>& asked, const std::vector<Plan>& plans) {
    const Plan& first = plans.front();
    Comparison result{first.name, *first.gpu, first.fast_math,
                      static_cast<int>(first.stages.size()), {}};
    for (std::size_t i = 0; i < plans.size(); ++i) {
        PlanSummary summary = summary_of(asked[i], plans[i]);
        const auto same = std::find_if(plans.begin(), plans.begin() + static_cast<long>(i),
                                       [&](const Plan& earlier) {
                                           return earlier.gpu_kernels == plans[i].gpu_kernels;
                                       });
        if (same != plans.begin() + static_cast<long>(i))
            summary.same_as = static_cast<int>(same - plans.begin());
        result.plans.push_back(std::move(summary));
    }
    return result;
}

}  // namespace weft
