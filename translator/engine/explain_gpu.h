// A plan for a GPU in words and numbers, for `weft explain --target`.
#pragma once

#include <string>

#include "plan/plan.h"

namespace weft {

/// Kernels in launch order with their blocks, grids, registers, shared memory, occupancy, accesses
/// and bytes; the memory they need; then every pass's decisions with their reasons.
/// Requires plan.gpu.
std::string explain_gpu_plan(const Plan& plan);

}  // namespace weft
