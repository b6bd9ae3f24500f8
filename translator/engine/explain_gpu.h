// A plan for a GPU in words and numbers, for `weft explain --target`.
#pragma once

#include <string>

#include "plan/plan.h"

namespace weft {

/// Kernels in launch order with their blocks, grids, registers, shared memory, occupancy, accesses,
/// bytes and times by the model; of fused kernels loops and tiles; the memory they need; the edges
/// between stages, fused or not and why; then every pass's decisions with their reasons.
/// Requires plan.gpu.
std::string explain_gpu_plan(const Plan& plan);

}  // namespace weft
