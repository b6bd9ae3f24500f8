// Variants of a graph with other radii, to test kernels that serve a range of them.
#pragma once

#include <vector>

#include "graph/graph.h"

namespace weft {

/// For each numeric structure parameter, the graph with a larger and with a smaller value, as far
/// as its range and the functor allow. Everything else stays, restart periods too.
std::vector<Graph> reach_variants(const Graph& graph, const Library& library);

}  // namespace weft
