// A graph adapted to pictures of another size: proxies and previews.
#pragma once

#include "graph/graph.h"

namespace weft {

/// New size by old size along each axis, > 0: 0.5 for half.
struct PixelScale {
    double x = 1.0, y = 1.0;
    friend bool operator==(const PixelScale&, const PixelScale&) = default;
};

/// The graph with all lengths (ParameterUnit) multiplied by `scale`, in keyframes and the slopes of
/// their tangents too; ints are rounded, and all are clamped to their ranges. ePixels follows the
/// functor's parameter of type Axis or, without one, the geometric mean of both scales. kUsage
/// error where a node's values are then not valid together. At a scale of 1 the graph itself.
Result<Graph> scaled(const Graph& graph, const Library& library, const PixelScale& scale);

}  // namespace weft
