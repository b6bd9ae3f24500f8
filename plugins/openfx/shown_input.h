// Whether a graph passes one of its inputs on as it is, in every bit.
#pragma once

#include <map>
#include <optional>

#include "graph/graph.h"
#include "graph/regions.h"

namespace weft::openfx {

/// The number of the graph's input that its first output is, sample by sample: where all nodes
/// between say that they copy what they read (Copies() in core/functor.h), and none changes the
/// size. Nothing where that is not known. Only Weft's own functors are believed: no test has
/// compared what others say. Requires a validated graph without curves, and `shapes` of all its
/// pictures.
std::optional<int> shown_input(const Graph& graph, const Library& library,
                               const std::map<ImageId, ImageShape>& shapes);

}  // namespace weft::openfx
