// Running a list of passes.
#pragma once

#include <functional>
#include <vector>

#include "passes/pipeline.h"

namespace weft {

/// What stands for a pass that is off and leaves nothing else to do.
inline Plan unchanged(Plan plan, const PlanContext&, Decisions&) { return plan; }

/// Binds the context's graph and runs the passes in turn; of those that are off, what they do then.
/// Errors: bind_range()'s, and kCancelled once context.cancel is set.
Result<Plan> run_passes(const std::vector<Pass>& list, const PlanContext& context,
                        const std::function<bool(const Pass&)>& is_off,
                        const PassObserver& observer = {});

}  // namespace weft
