// How far --math fast may stray from strict results.
#pragma once

#include "engine/differential.h"

namespace weft {

/// What a built-in effect states; of other graphs and functors, which state nothing, what holds for
/// any whose values are about 1.
Tolerance fast_tolerance(const Graph& graph, const Library& library);

}  // namespace weft
