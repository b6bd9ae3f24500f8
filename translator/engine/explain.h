// A plan in words and numbers, for `weft explain`.
#pragma once

#include <string>

#include "plan/plan.h"

namespace weft {

/// The section of one kernel: its loops, line buffers and traffic.
std::string explain_kernel(const Plan& plan, const Kernel& kernel);

/// Kernels with their loops, line buffers and traffic; then every pass's decisions with their
/// reasons.
std::string explain_plan(const Plan& plan);

}  // namespace weft
