// Which pictures of a graph are rendered: any node's, in place of the graph's own outputs.
#pragma once

#include <string>
#include <vector>

#include "graph/graph.h"

namespace weft {

/// The graph with the outputs in `names` in place of its own, in that order: an output of the graph
/// by its name, a node's by NODE or, where it has several, by NODE.OUTPUT, which is then named
/// NODE/OUTPUT. Nothing else changes; the planner leaves out what no output needs. kUsage errors:
/// an unknown name, with those that there are; a name given twice; a graph that is then not valid.
Result<Graph> with_outputs(const Graph& graph, const Library& library,
                           const std::vector<std::string>& names);

}  // namespace weft
