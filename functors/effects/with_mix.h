// A mix and a mask for effects that have none of their own.
#pragma once

#include "graph/graph.h"

namespace weft {

/// The graph with a last node, "filtermix", between its first input and its only output: it offers
/// the controls mix, mask and invert, where the graph has none of that name, and the optional input
/// "mask". A graph that has that optional input is left as it is. kUsage errors: no input, several
/// outputs, an input "mask" that is no option.
Result<Graph> with_mix(const Graph& graph, const Library& library);

/// Whether a node is the mix that with_mix() adds, or another of its kind.
bool is_mix(const Node& node);

}  // namespace weft
