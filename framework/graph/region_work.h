// The work of rendering part of a graph's outputs, in elements.
#pragma once

#include <map>
#include <vector>

#include "graph/regions.h"

namespace weft {

/// The elements that all nodes compute together for `regions`, one per output (empty: none of it),
/// plus the pixels of `regions`. A reduction counts all that it combines, a recurrence its lines
/// from their beginning to what is needed. `shapes` are infer_shapes()'; errors are those of
/// infer_regions().
Result<long long> elements_computed(const Graph& graph, const Library& library,
                                    const std::map<ImageId, ImageShape>& shapes,
                                    const std::vector<Rect>& regions);

}  // namespace weft
