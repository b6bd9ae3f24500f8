// How far around its place a graph's output reads the graph's inputs, from node to node and through
// every change of resolution: what holds for pictures of any size, as people are told it.
//
// What is needed of pictures of known sizes, infer_regions() says (graph/regions.h), which
// planners, files and hosts ask: never more than this, and so much wherever borders do not cut it.
#pragma once

#include "graph/graph.h"

namespace weft {

/// Pixels of the inputs, counted from where an element of an output lies in them: element i at i,
/// of an output of half their size at 2 i.
struct TotalReach {
    bool anywhere = false;  ///< some input may be read at any place: then nothing else is of use
    bool rows = false;      ///< recurrences run along whole rows: left and right say the rest
    bool columns = false;
    int left = 0, right = 0, above = 0, below = 0;
    /// How much farther left and above moving averages may be begun, where they restart: pixels
    /// that count by their rounding alone.
    int begun_left = 0, begun_above = 0;
};

/// The farthest of all outputs and inputs. An indexer is taken to read everything within its
/// declared radii, or all its listed offsets. Requires a validated graph.
TotalReach total_reach(const Graph& graph, const Library& library);

}  // namespace weft
