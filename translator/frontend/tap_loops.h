// Which loops run over what an indexer reads: those that kernels may unroll, so that offsets are
// constants where vectors are loaded.
#pragma once

#include "frontend/model.h"

namespace weft {

/// Finds the innermost counted loops whose variables choose an element that an indexer reads, and
/// sets `tap_loops`.
void find_tap_loops(FunctorModel& model);

}  // namespace weft
