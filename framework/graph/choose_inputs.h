// Which pictures a graph takes: its own inputs, and those of the optional ones that are given.
#pragma once

#include <string>
#include <vector>

#include "graph/graph.h"

namespace weft {

/// The graph with the optional inputs that `names` say as inputs, behind its own and in that order:
/// their readers read them, who is to be told of them is told. None of the named ones is optional
/// any more, the others are left. kUsage errors: an unknown name, one given twice.
Result<Graph> with_inputs(const Graph& graph, const Library& library,
                          const std::vector<std::string>& names);

/// The names of all inputs that pictures can be given for: the graph's own, then the optional ones.
std::vector<std::string> input_names(const Graph& graph);

}  // namespace weft
