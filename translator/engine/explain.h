// A plan in words and numbers, for `weft explain`.
#pragma once

#include <string>

#include "plan/cpu_plan.h"

namespace weft {

/// The text of one kernel: its loops, line buffers and memory traffic.
std::string explain_kernel(const CpuPlan& plan, const Kernel& kernel);

/// The text of a CPU plan: each kernel's loops, line buffers and memory traffic; then every pass's
/// decisions with their reasons.
std::string explain_plan(const CpuPlan& plan);

}  // namespace weft
