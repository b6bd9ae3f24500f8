#include "engine/plan_edges.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "passes/gpu/geometry.h"
#include "support/at.h"

namespace weft {

namespace {

template <class T>
bool holds(const std::vector<T>& list, const T& value) {
    return std::find(list.begin(), list.end(), value) != list.end();
}

/// Whether a tile holds a copy of what lies in memory.
bool is_copied(const GpuGroup& group, int tile) {
    return std::any_of(group.loops.begin(), group.loops.end(), [&](const GroupLoop& loop) {
        return loop.copies >= 0 && holds(loop.tiles, tile);
    });
}

void set_way(const GpuGroup& group, const GroupRead& read, PlanEdge& edge) {
    EdgeWay way = EdgeWay::kMemory;
    bool staged = false;
    if (read.from == GroupRead::From::kValue) way = EdgeWay::kValue;
    if (read.from == GroupRead::From::kTile) {
        staged = is_copied(group, read.index);
        if (!staged) way = EdgeWay::kTile;
    }
    edge.way = std::max(edge.way, way);
    edge.staged = edge.staged || staged;
}

void set_way(const GpuKernel& kernel, PlanEdge& edge) {
    if (kernel.kind != GpuKernelKind::kGroup) {
        for (const GpuInput& input : kernel.inputs)
            if (input.stage == edge.to && input.input == edge.input)
                edge.staged = input.access == GpuAccess::kShared;
        return;
    }
    edge.way = EdgeWay::kValue;
    for (const GroupLoop& loop : kernel.group.loops)
        for (const GroupEvaluation& e : loop.evaluations)
            if (e.stage == edge.to) set_way(kernel.group, at(e.reads, edge.input), edge);
}

/// A stage of a row pipeline reads rows, unless its own loop has just computed the element. Rows of
/// a picture in memory may be kept too, borders added: a loop has loaded them.
void set_way(const Kernel& kernel, PlanEdge& edge) {
    for (const Loop& loop : kernel.loops) {
        if (!holds(loop.stages, edge.to)) continue;
        edge.way = EdgeWay::kValue;
        for (const Read& read : loop.reads) {
            if (read.stage != edge.to || read.input != edge.input) continue;
            const bool computed_here = edge.from >= 0 && holds(kernel.stages, edge.from);
            edge.way =
                computed_here && read.line_buffer >= 0 ? EdgeWay::kLineBuffer : EdgeWay::kMemory;
            edge.staged = edge.way == EdgeWay::kMemory && read.line_buffer >= 0;
        }
        for (const PictureRead& read : loop.pictures)
            if (read.stage == edge.to && read.input == edge.input) edge.way = EdgeWay::kMemory;
    }
}

template <class P>
std::vector<PlanEdge> edges_of(const P& plan) {
    const std::vector<int> kernel = kernels_of_stages(plan);
    std::vector<PlanEdge> edges;
    for (std::size_t s = 0; s < plan.stages.size(); ++s)
        for (std::size_t i = 0; i < plan.stages[s].inputs.size(); ++i) {
            const StageInput& input = plan.stages[s].inputs[i];
            PlanEdge edge;
            edge.from = image_of(plan, input.image).producer().value_or(-1);
            edge.to = static_cast<int>(s);
            edge.input = static_cast<int>(i);
            edge.image = input.image;
            edge.window = window_of(input.taps);
            set_way(at(plan.kernels, kernel[s]), edge);
            edges.push_back(edge);
        }
    return edges;
}

}  // namespace

const char* name_of(EdgeWay way) {
    switch (way) {
        case EdgeWay::kValue: return "value";
        case EdgeWay::kTile: return "tile";
        case EdgeWay::kLineBuffer: return "line buffer";
        case EdgeWay::kMemory: break;
    }
    return "memory";
}

std::vector<PlanEdge> plan_edges(const CpuPlan& plan) { return edges_of(plan); }
std::vector<PlanEdge> plan_edges(const GpuPlan& plan) { return edges_of(plan); }

std::string size_text(const Window& window) {
    return fmt::format("{}x{}", window.x_last - window.x_first + 1,
                       window.y_last - window.y_first + 1);
}

std::string size_text(const Rect& rect) {
    return fmt::format("{}x{}", rect.width(), rect.height());
}

}  // namespace weft
