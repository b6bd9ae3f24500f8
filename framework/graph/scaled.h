// A graph for pictures of another size: proxies, first impressions.
#pragma once

#include "graph/graph.h"

namespace weft {

/// How many pixels a pixel becomes along each axis, > 0: 0.5 for half the size.
struct PixelScale {
    double x = 1.0, y = 1.0;
    friend bool operator==(const PixelScale&, const PixelScale&) = default;
};

/// The graph with all lengths (ParameterUnit) multiplied, those of keyframes and the slopes of
/// their tangents too. Whole ones are rounded, and all kept in range. What lies along no axis
/// follows that of its functor's parameter of type Axis, or the geometric mean of both. kUsage
/// where a node's values then do not fit together. At a scale of 1 the graph as it is: viewers ask
/// for every frame.
Result<Graph> scaled(const Graph& graph, const Library& library, const PixelScale& scale);

}  // namespace weft
