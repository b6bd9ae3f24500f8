#include "engine/plan_edges.h"

#include <fmt/format.h>

#include <algorithm>

#include "passes/gpu/geometry.h"

namespace weft {

namespace {

template <class T>
bool holds(const std::vector<T>& list, const T& value) {
    return std::find(list.begin(), list.end(), value) != list.end();
}

/// Whether a tile holds a copy of what lies in memory.
bool is_copied(const GpuGroup& group, Id<GroupTile> tile) {
    return std::any_of(group.loops.begin(), group.loops.end(), [&](const GroupLoop& loop) {
        return loop.copies && holds(loop.tiles, tile);
    });
}

void set_way(const GpuGroup& group, const GroupRead& read, PlanEdge& edge) {
    EdgeWay way = EdgeWay::kMemory;
    bool staged = false;
    if (std::holds_alternative<FromValue>(read)) way = EdgeWay::kValue;
    if (const auto* from = std::get_if<FromTile>(&read)) {
        staged = is_copied(group, from->tile);
        if (!staged) way = EdgeWay::kTile;
    }
    edge.way = std::max(edge.way, way);
    edge.staged = edge.staged || staged;
}

void set_way(const GpuKernel& kernel, PlanEdge& edge) {
    if (kernel.kind != GpuKernelKind::kGroup) {
        for (const GpuInput& input : kernel.inputs)
            if (input.by == edge.to) edge.staged = input.access == GpuAccess::kShared;
        return;
    }
    edge.way = EdgeWay::kValue;
    for (const GroupLoop& loop : kernel.group.loops)
        for (const GroupEvaluation& e : loop.evaluations)
            if (e.stage == edge.to.stage) set_way(kernel.group, e.reads[edge.to.input], edge);
}

/// A stage of a row pipeline reads rows, unless its own loop has just computed the element. Rows of
/// a picture in memory may be kept too, borders added: a loop has loaded them.
void set_way(const Kernel& kernel, PlanEdge& edge) {
    for (const Loop& loop : kernel.loops) {
        if (!holds(loop.stages, edge.to.stage)) continue;
        edge.way = EdgeWay::kValue;
        for (const Read& read : loop.reads) {
            if (read.by != edge.to) continue;
            const bool computed_here = edge.from && holds(kernel.stages, *edge.from);
            edge.way = computed_here && read.line_buffer ? EdgeWay::kLineBuffer : EdgeWay::kMemory;
            edge.staged = edge.way == EdgeWay::kMemory && read.line_buffer;
        }
        for (const PictureRead& read : loop.pictures)
            if (read.by == edge.to) edge.way = EdgeWay::kMemory;
    }
}

/// The slowest way of the kernels that evaluate the reader.
template <class P>
PlanEdge by_slowest_way(const P& plan, const PlanEdge& edge) {
    std::optional<PlanEdge> slowest;
    for (const auto& kernel : plan.kernels) {
        if (!holds(kernel.stages, edge.to.stage)) continue;
        PlanEdge here = edge;
        set_way(kernel, here);
        if (!slowest || here.way > slowest->way) slowest = here;
    }
    return slowest.value_or(edge);
}

template <class P>
std::vector<PlanEdge> edges_of(const P& plan) {
    std::vector<PlanEdge> edges;
    for (const Id<Stage> s : plan.stages.ids())
        for (const Id<StageInput> i : plan.stages[s].inputs.ids()) {
            const StageInput& input = plan.stages[s].inputs[i];
            PlanEdge edge;
            edge.from = plan.images[input.image].producer();
            edge.to = {s, i};
            edge.image = input.image;
            edge.window = window_of(input.taps);
            edges.push_back(by_slowest_way(plan, edge));
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
