// Results in outputs of more components than they have: some hosts hand out RGBA, whatever they
// were told.
#pragma once

#include "graph/graph.h"
#include "graph/regions.h"

namespace weft::openfx {

/// `graph`, whose result has 1 or 3 planes, with a result of `planes`, 3 or 4. One plane becomes
/// the alpha of what the first input with colours shows; where none has colours, and in three
/// planes, it is grey, too. Three planes get an alpha of 1. `shapes` are those of the graph's
/// pictures. kUsage: the result has as many planes, or more.
Result<Graph> fitted(const Graph& graph, const Library& library,
                     const std::map<ImageId, ImageShape>& shapes, int planes);

}  // namespace weft::openfx
