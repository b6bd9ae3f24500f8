// Which loops look, at each turn, whether to stop: those that may go on for long.
#pragma once

#include "frontend/model.h"

namespace weft {

/// Finds the loops of all functions that cannot be shown to end within kMaxTurns (core/turns.h),
/// and sets `watched_loops` and the helpers' `watched`.
void watch_loops(FunctorModel& model);

}  // namespace weft
