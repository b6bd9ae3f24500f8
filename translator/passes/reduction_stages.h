// A reduction as two stages of a plan: one that collects, and one that tells what it came to.
#pragma once

#include "plan/bound_graph.h"

namespace weft {

/// Adds `stage`, a bound reduction whose outputs are the plan's images already, as two stages, and
/// an image for the states between them: one of each of a leaf's `leaf_lanes`.
/// `elements`: what is combined.
BoundGraph with_reduction(BoundGraph plan, Stage stage, const Rect& elements, int leaf_lanes);

}  // namespace weft
