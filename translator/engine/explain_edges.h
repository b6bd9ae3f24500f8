// The edges between stages of a GPU plan, as text: which are fused, and why others are not.
#pragma once

#include <string>
#include <vector>

#include "engine/plan_edges.h"

namespace weft {

/// An edge between two stages, as text. Where a kernel transposes the picture in between,
/// `edge.from` is still the stage that computes it.
struct EdgeLine {
    PlanEdge edge;
    std::string text;  ///< the way and the bytes it saves, or why it is not fused
};

/// The edges of a GPU plan in the order of plan_edges(), without those to the graph's inputs.
std::vector<EdgeLine> edge_lines(const GpuPlan& plan);

/// A line for each edge between two stages: its window; where it is fused, the way and the bytes
/// that its reader need not load; else why it is not. Then the bytes that fusion saves in all.
/// Empty where no stage reads another.
std::string explain_edges(const GpuPlan& plan);

}  // namespace weft
