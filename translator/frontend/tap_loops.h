// Which loops kernels may unroll: those over what an indexer reads, so that offsets are constants
// where vectors are loaded, and those over the planes that one writes or over the elements of a
// local array, so that they are registers.
#pragma once

#include "frontend/model.h"

namespace weft {

/// Finds the innermost counted loops whose variables choose an element that an indexer reads, and
/// those that choose a plane that one writes and have no loop within; of those that choose an
/// element of a local array that they write, the ones of few turns. Sets `tap_loops`,
/// `plane_loops` and `array_loops`.
void find_tap_loops(FunctorModel& model);

}  // namespace weft
