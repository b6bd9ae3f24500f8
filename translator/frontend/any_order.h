// Whether a reduction comes to the same in whatever order elements are collected.
#pragma once

#include "frontend/model.h"

namespace weft {

/// Whether the state of a reduction is sums of whole numbers: Initialise() sets them to zero,
/// Kernel() does nothing with them but to add, and Combine() adds each of them to its like. Sums of
/// ints wrap, so that neither order nor grouping shows. False also where that cannot be seen.
bool sums_in_any_order(const FunctorModel& model);

}  // namespace weft
