#include "engine/explain_edges.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "engine/gpu_figures.h"
#include "engine/plan_edges.h"
#include "engine/why_apart.h"
#include "support/byte_count.h"

namespace weft {

namespace {

std::string way_text(const GpuPlan& plan, const PlanEdge& edge, bool copied, WhyApart& why) {
    const double megabytes = picture_bytes(plan, edge.image) / kMegabyte;
    if (!edge.fused())
        return fmt::format("memory  {:7.1f} MB read{}: {}", megabytes,
                           edge.staged ? " by way of a tile" : "",
                           copied ? "a kernel of its own transposes it on the way" : why(edge));
    return fmt::format(
        "{:<6}  {:7.1f} MB not read{}", name_of(edge.way), megabytes,
        is_stored(plan, edge.image) ? "; written all the same, others need it" : ", nor written");
}

struct Line {
    std::string stages, window, text;
};

/// A picture that another lays out differently: which stage computes that other one.
PlanEdge through_copies(const GpuPlan& plan, PlanEdge edge) {
    if (!edge.from) edge.from = plan.images[original_of(plan, edge.image)].producer();
    return edge;
}

}  // namespace

std::vector<EdgeLine> edge_lines(const GpuPlan& plan) {
    WhyApart why(plan);
    std::vector<EdgeLine> lines;
    for (const PlanEdge& direct : plan_edges(plan)) {
        const PlanEdge edge = through_copies(plan, direct);
        if (!edge.from) continue;
        const bool copied = !direct.from;
        lines.push_back({edge, way_text(plan, edge, copied, why)});
    }
    return lines;
}

std::string explain_edges(const GpuPlan& plan) {
    std::vector<Line> lines;
    std::set<Id<PlanImage>> kept_out;
    int fused = 0;
    for (const auto& [edge, text] : edge_lines(plan)) {
        lines.push_back(
            {fmt::format("{} -> {}", plan.stages[*edge.from].name, plan.stages[edge.to.stage].name),
             size_text(edge.window), text});
        fused += edge.fused();
        if (edge.fused() && !is_stored(plan, edge.image)) kept_out.insert(edge.image);
    }
    if (lines.empty()) return {};
    std::size_t stages = 0, window = 0;
    for (const Line& line : lines) {
        stages = std::max(stages, line.stages.size());
        window = std::max(window, line.window.size());
    }
    double bytes = 0;
    for (const Id<PlanImage> image : kept_out) bytes += picture_bytes(plan, image);
    std::string text =
        fmt::format("\nedges: {} of {} fused; {} picture{}, {:.1f} MB, {} never in memory\n", fused,
                    lines.size(), kept_out.size(), kept_out.size() == 1 ? "" : "s",
                    bytes / kMegabyte, kept_out.size() == 1 ? "is" : "are");
    for (const Line& line : lines)
        text += fmt::format("  {:<{}}  {:<{}}  {}\n", line.stages, stages, line.window, window,
                            line.text);
    return text;
}

}  // namespace weft
