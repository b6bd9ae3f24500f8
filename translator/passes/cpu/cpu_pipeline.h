// The planner for CPUs.
#pragma once

#include <vector>

#include "passes/cpu/cpu_context.h"
#include "passes/run_passes.h"

namespace weft {

using CpuPass = PassOf<CpuPlan, CpuContext>;

/// The list, in order.
const std::vector<CpuPass>& cpu_passes();

/// Binds the context's graph and runs the list. Errors: bind_range()'s, and those of run_passes().
Result<CpuPlan> make_cpu_plan(
    const CpuContext& context,
    const std::function<bool(const Pass&)>& is_off = [](const Pass&) { return false; },
    const PassObserver& observer = {});

}  // namespace weft
