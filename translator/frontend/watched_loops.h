// Which loops look, at each iteration, whether to stop: those that may go on for long.
#pragma once

#include "frontend/model.h"

namespace weft {

/// Finds the loops of all functions that cannot be shown to end within kMaxIterations
/// (core/iteration_limit.h), and sets `watched_loops` and the helpers' `watched`.
void watch_loops(FunctorModel& model);

}  // namespace weft
