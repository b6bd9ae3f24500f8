#include "engine/plan_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/explain.h"
#include "engine/explain_edges.h"
#include "engine/explain_gpu.h"
#include "engine/gpu_figures.h"
#include "passes/cpu/cpu_work.h"

namespace weft {
namespace {

std::vector<NodeId> nodes_of(const BoundGraph& plan, const std::vector<Id<Stage>>& stages) {
    std::vector<NodeId> nodes;
    for (const Id<Stage> s : stages)
        if (const NodeId node = plan.stages[s].node;
            std::find(nodes.begin(), nodes.end(), node) == nodes.end())
            nodes.push_back(node);
    return nodes;
}

std::string counted(std::size_t n, const char* what) {
    return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

/// What the passes have recorded of the edge, the latest word.
std::string recorded(const BoundGraph& plan, const PlanEdge& edge) {
    const std::string subject =
        fmt::format("{} -> {}", plan.images[edge.image].name, plan.stages[edge.to.stage].name);
    const auto said =
        std::find_if(plan.decisions.rbegin(), plan.decisions.rend(),
                     [&](const Decision& decision) { return decision.subject == subject; });
    return said == plan.decisions.rend() ? std::string() : said->text;
}

/// What two nodes have of an edge; nothing of one that begins at a graph's input. The two stages of
/// a reduction are one node.
std::optional<EdgeReport> report(const BoundGraph& plan, const PlanEdge& edge, std::string text) {
    if (!edge.from) return std::nullopt;
    const NodeId from = plan.stages[*edge.from].node, to = plan.stages[edge.to.stage].node;
    if (from == to) return std::nullopt;
    return EdgeReport{from, to, edge.way, std::move(text)};
}

std::vector<EdgeReport> edges_of(const CpuPlan& plan) {
    std::vector<EdgeReport> edges;
    for (const PlanEdge& edge : plan_edges(plan))
        if (auto found = report(plan, edge,
                                fmt::format("{:<6}  {}", name_of(edge.way), recorded(plan, edge))))
            edges.push_back(*std::move(found));
    return edges;
}

std::vector<EdgeReport> edges_of(const GpuPlan& plan) {
    std::vector<EdgeReport> edges;
    for (const auto& [edge, text] : edge_lines(plan))
        if (auto found = report(plan, edge, text)) edges.push_back(*std::move(found));
    return edges;
}

std::string text_of(const CpuPlan& plan, const Kernel& kernel) {
    return explain_kernel(plan, kernel);
}
std::string text_of(const GpuPlan& plan, const GpuKernel& kernel) {
    return explain_gpu_kernel(plan, kernel);
}

double seconds_of(const CpuPlan& plan) { return run_seconds(plan); }
double seconds_of(const GpuPlan& plan) { return modelled_seconds(plan); }

template <class P>
PlanReport report_of(const P& plan) {
    PlanReport result;
    std::vector<Id<Stage>> all;
    for (const Id<Stage> s : plan.stages.ids()) all.push_back(s);
    for (const auto& kernel : plan.kernels)
        result.kernels.push_back(
            {kernel.name, text_of(plan, kernel), nodes_of(plan, kernel.stages)});
    result.edges = edges_of(plan);
    result.title =
        fmt::format("{} in {}, {:.2f} ms by the model", counted(nodes_of(plan, all).size(), "node"),
                    counted(result.kernels.size(), "kernel"), 1e3 * seconds_of(plan));
    return result;
}

}  // namespace

PlanReport report(const Plan& plan) {
    return std::visit([](const auto& each) { return report_of(each); }, plan);
}

}  // namespace weft
