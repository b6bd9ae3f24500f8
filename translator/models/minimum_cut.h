// The minimum cut of an undirected weighted graph: Stoer and Wagner's, from Boost.Graph.
#pragma once

#include <vector>

namespace weft {

struct WeightedEdge {
    int a = 0, b = 0;
    double weight = 0;
};

/// A partition of a graph's vertices into two.
struct GraphCut {
    double weight = 0;        ///< of all edges from one side to the other
    std::vector<bool> first;  ///< for each vertex: on the side of vertex 0
};

/// A cut of minimum weight, of several the first that the algorithm finds from vertex 0:
/// deterministic. Weight 0 for a graph that is not connected. Requires two vertices or more, edges
/// between vertices below `vertices`, and finite weights >= 0.
GraphCut minimum_cut(int vertices, const std::vector<WeightedEdge>& edges);

}  // namespace weft
