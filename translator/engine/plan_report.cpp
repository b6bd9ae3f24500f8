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

std::vector<NodeId> nodes_of(const Plan& plan, const std::vector<int>& stages) {
    std::vector<NodeId> nodes;
    for (const int s : stages)
        if (const NodeId node = stage_of(plan, s).node;
            std::find(nodes.begin(), nodes.end(), node) == nodes.end())
            nodes.push_back(node);
    return nodes;
}

std::string counted(std::size_t n, const char* what) {
    return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

/// What the passes have recorded of the edge, the latest word.
std::string recorded(const Plan& plan, const PlanEdge& edge) {
    const std::string subject =
        fmt::format("{} -> {}", plan.images[static_cast<std::size_t>(edge.image)].name,
                    stage_of(plan, edge.to).name);
    const auto said =
        std::find_if(plan.decisions.rbegin(), plan.decisions.rend(),
                     [&](const Decision& decision) { return decision.subject == subject; });
    return said == plan.decisions.rend() ? std::string() : said->text;
}

std::vector<EdgeReport> edges_of(const Plan& plan) {
    std::vector<EdgeReport> edges;
    const auto add = [&](const PlanEdge& edge, std::string text) {
        if (edge.from >= 0)
            edges.push_back({stage_of(plan, edge.from).node, stage_of(plan, edge.to).node, edge.way,
                             std::move(text)});
    };
    if (plan.gpu)
        for (const auto& [edge, text] : edge_lines(plan)) add(edge, text);
    else
        for (const PlanEdge& edge : plan_edges(plan))
            add(edge, fmt::format("{:<6}  {}", name_of(edge.way), recorded(plan, edge)));
    // The two stages of a reduction are one node.
    std::erase_if(edges, [](const EdgeReport& edge) { return edge.from == edge.to; });
    return edges;
}

}  // namespace

PlanReport report(const Plan& plan) {
    PlanReport result;
    std::vector<int> all;
    for (std::size_t s = 0; s < plan.stages.size(); ++s) all.push_back(static_cast<int>(s));
    if (plan.gpu)
        for (const GpuKernel& kernel : plan.gpu_kernels)
            result.kernels.push_back(
                {kernel.name, explain_gpu_kernel(plan, kernel), nodes_of(plan, kernel.stages)});
    else
        for (const Kernel& kernel : plan.kernels)
            result.kernels.push_back(
                {kernel.name, explain_kernel(plan, kernel), nodes_of(plan, kernel.stages)});
    result.edges = edges_of(plan);
    result.title =
        fmt::format("{} in {}, {:.2f} ms by the model", counted(nodes_of(plan, all).size(), "node"),
                    counted(result.kernels.size(), "kernel"),
                    1e3 * (plan.gpu ? modelled_seconds(plan) : run_seconds(plan)));
    return result;
}

}  // namespace weft
