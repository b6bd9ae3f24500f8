// Graphs that are one graph with other radii: what shared kernels are tried with.
#pragma once

#include <vector>

#include "graph/graph.h"

namespace weft {

/// For each parameter that is structure and a number the graph with more of it, and with less, as
/// far as its range and the functor allow. Everything else stays, restart periods too.
std::vector<Graph> reach_variants(const Graph& graph, const Library& library);

}  // namespace weft
