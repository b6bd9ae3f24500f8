#include "models/kernel_fusion_benefit.h"

#include <algorithm>

namespace weft {

namespace {

/// The scenario that the two operators make, if they may be fused.
FusionScenario scenario_of(const FusionVertex& source, const FusionEdge& edge) {
    if (edge.window.is_point()) return FusionScenario::kPointBased;
    return mask(source).is_point() ? FusionScenario::kPointToLocal : FusionScenario::kLocalToLocal;
}

/// IS_ks: the sizes of all images that a kernel reads. One that reads none is still evaluated.
double input_sizes(const FusionGraph& graph, const FusionVertex& vertex, double own) {
    double sum = 0;
    for (const FusionRead& read : vertex.reads)
        sum += graph.images[static_cast<std::size_t>(read.image)].size;
    return vertex.reads.empty() ? own : sum;
}

}  // namespace

FusionCosts fusion_costs(const GpuTarget& target) {
    constexpr double kFloat = sizeof(float);
    FusionCosts costs;
    costs.global = target.latency_seconds * target.clock_hz;
    costs.shared =
        costs.alu * std::max(1.0, target.fp32_lanes * kFloat / target.shared_bytes_per_clock);
    costs.sfu = costs.alu * std::max(1.0, static_cast<double>(target.fp32_lanes) /
                                              std::max(1, target.special_lanes));
    return costs;
}

FusionCosts fusion_costs(const GpuTarget& target, const CutChoices& asked) {
    FusionCosts costs = asked.rules == FusionRules::kPaper ? FusionCosts{} : fusion_costs(target);
    costs.global = asked.global.value_or(costs.global);
    costs.shared = asked.shared.value_or(costs.shared);
    costs.alu = asked.alu.value_or(costs.alu);
    costs.sfu = asked.sfu.value_or(costs.sfu);
    costs.other_gains = asked.other_gains.value_or(costs.other_gains);
    return costs;
}

const char* to_string(FusionScenario scenario) {
    switch (scenario) {
        case FusionScenario::kIllegal: return "illegal";
        case FusionScenario::kPointBased: return "point-based";
        case FusionScenario::kPointToLocal: return "point-to-local";
        case FusionScenario::kLocalToLocal: return "local-to-local";
    }
    return "";
}

WindowSize fused_window(WindowSize source, WindowSize destination) {
    return {destination.width + source.width - 1, destination.height + source.height - 1};
}

double operation_cost(const FusionCosts& costs, const FusionOperations& operations) {
    return costs.alu * operations.alu + costs.sfu * operations.sfu;
}

EdgeBenefit edge_benefit(const FusionGraph& graph, const FusionEdge& edge,
                         const FusionLegality& legality, const FusionCosts& costs) {
    const FusionVertex& source = graph.vertices[static_cast<std::size_t>(edge.from)];
    const double size = graph.images[static_cast<std::size_t>(edge.image)].size;

    EdgeBenefit benefit;
    benefit.scenario = scenario_of(source, edge);
    const bool is_point_based = benefit.scenario == FusionScenario::kPointBased;
    const bool is_local_to_local = benefit.scenario == FusionScenario::kLocalToLocal;

    benefit.locality = size * costs.global / (is_local_to_local ? costs.shared : 1.0);
    if (!is_point_based) {
        const WindowSize window =
            is_local_to_local ? fused_window(mask(source), edge.window) : edge.window;
        benefit.redundancy = operation_cost(costs, source.operations) *
                             input_sizes(graph, source, size) * static_cast<double>(window.area());
    }
    benefit.gain = benefit.locality - benefit.redundancy + costs.other_gains;
    // Comparisons that a NaN fails.
    benefit.weight = benefit.gain > costs.least ? benefit.gain : costs.least;

    if (auto why = why_illegal(graph, {edge.from, edge.to}, legality)) {
        benefit.scenario = FusionScenario::kIllegal;
        benefit.weight = costs.least;
        benefit.why_illegal = *std::move(why);
    }
    return benefit;
}

}  // namespace weft
