// Batches whose rows go side by side.
#pragma once

#include "plan/cpu_plan.h"

namespace weft {

/// Whether a batch takes a vector of each of its rows in turn, so that what several of them read
/// stays in registers.
inline bool is_unrolled_and_jammed(const Loop& loop) {
    return loop.batch_rows > 1 && loop.width > 1 && loop.batch_columns == loop.width;
}

}  // namespace weft
