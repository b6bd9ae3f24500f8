// Batches whose rows go side by side.
#pragma once

#include "plan/plan.h"

namespace weft {

/// Whether a batch takes a vector of each of its rows in turn, so that what several of them read
/// stays in registers.
inline bool goes_side_by_side(const Loop& loop) {
    return loop.batch_rows > 1 && loop.width > 1 && loop.batch_columns == loop.width;
}

}  // namespace weft
