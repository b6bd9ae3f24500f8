// The planner for CPUs.
#pragma once

#include <vector>

#include "passes/cpu/cpu_context.h"
#include "passes/run_passes.h"

namespace weft {

/// The list, in order.
const std::vector<PassOf<CpuContext>>& cpu_passes();

/// Runs the list with every pass. Errors: a graph that does not fit its pictures, functors that
/// have not been translated, kCancelled once context.cancel is set.
Result<Plan> make_cpu_plan(const CpuContext& context);

}  // namespace weft
