// Which pictures of a graph come out: any node's, in place of the graph's own outputs.
#pragma once

#include <string>
#include <vector>

#include "graph/graph.h"

namespace weft {

/// The graph with the outputs that `names` say, in that order: an output of the graph by its name,
/// a node's by NODE or, where it has several, NODE.OUTPUT, which is then named NODE/OUTPUT. Nothing
/// else changes; what no output needs is left out by the planner. kUsage errors say what there is;
/// a name given twice is one.
Result<Graph> with_outputs(const Graph& graph, const Library& library,
                           const std::vector<std::string>& names);

}  // namespace weft
