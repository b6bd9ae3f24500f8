// Running a list of passes.
#pragma once

#include <functional>
#include <vector>

#include "passes/pipeline.h"

namespace weft {

/// Binds the context's graph and runs the passes in turn; of those that are off, what they do then.
/// Errors: bind_range()'s, and kCancelled once context.cancel is set.
Result<Plan> run_passes(const std::vector<Pass>& list, const PlanContext& context,
                        const std::function<bool(const Pass&)>& is_off);

}  // namespace weft
