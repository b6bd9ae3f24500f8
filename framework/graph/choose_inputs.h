// Which pictures a graph takes: its own inputs, and the optional ones that are given.
#pragma once

#include <string>
#include <vector>

#include "graph/graph.h"

namespace weft {

/// The graph with the optional inputs in `names` made inputs, appended in that order: their readers
/// are connected to them, the parameters in OptionalInput::told become true. The others stay
/// optional. kUsage errors: an unknown name, a name given twice, a graph that is then not valid.
Result<Graph> with_inputs(const Graph& graph, const Library& library,
                          const std::vector<std::string>& names);

/// The names of all inputs that pictures can be given for: the graph's own, then the optional ones.
std::vector<std::string> input_names(const Graph& graph);

}  // namespace weft
