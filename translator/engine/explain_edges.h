// What passes between the stages of a GPU plan, and what does not pass through memory.
#pragma once

#include <string>
#include <vector>

#include "engine/plan_edges.h"

namespace weft {

/// An edge between two stages in words. Of a picture that another kernel lays out differently,
/// `edge.from` is the stage that computes it all the same.
struct EdgeLine {
    PlanEdge edge;
    std::string text;  ///< by way of what and how many bytes, or why it is not fused
};

/// Of a GPU plan, as plan_edges() has them; those to a graph's inputs are left out.
std::vector<EdgeLine> edge_lines(const GpuPlan& plan);

/// A line for each edge between two stages: its window, whether it is fused, by way of what and how
/// many bytes its reader need not fetch; or why it is not. Then the bytes that fusion keeps out of
/// memory. Empty where no stage reads another.
std::string explain_edges(const GpuPlan& plan);

}  // namespace weft
