// What of a graph its outputs need.
#pragma once

#include <set>

#include "graph/graph.h"

namespace weft::editor {

/// The nodes that outputs are made from, directly or through others, and NodeId{} where inputs of
/// the graph are among what is read. Requires that nodes stand behind those they read.
std::set<NodeId> upstream_of_outputs(const Graph& graph);

}  // namespace weft::editor
