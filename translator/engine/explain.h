// A plan in words and numbers, for `weft explain`.
#pragma once

#include <string>

#include "plan/cpu_plan.h"

namespace weft {

/// The section of one kernel: its loops, line buffers and traffic.
std::string explain_kernel(const CpuPlan& plan, const Kernel& kernel);

/// Kernels with their loops, line buffers and traffic; then every pass's decisions with their
/// reasons.
std::string explain_plan(const CpuPlan& plan);

}  // namespace weft
