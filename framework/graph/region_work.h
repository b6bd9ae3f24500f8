// What a part of a graph's outputs costs, in elements: whether a part is worth computing alone.
#pragma once

#include <map>
#include <vector>

#include "graph/regions.h"

namespace weft {

/// How many elements all nodes compute together for `regions` of the outputs, one per output of
/// which empty ones want nothing, and how many pixels come out. A reduction counts with all that it
/// combines, a recurrence from where its lines begin. Requires shapes that infer_shapes() gave;
/// errors are those of infer_regions().
Result<long long> elements_computed(const Graph& graph, const Library& library,
                                    const std::map<ImageId, ImageShape>& shapes,
                                    const std::vector<Rect>& regions);

}  // namespace weft
