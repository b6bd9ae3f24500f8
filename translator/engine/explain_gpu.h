// A plan for a GPU in words and numbers, for `weft explain --target`.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "plan/plan.h"

namespace weft {

/// Kernels in launch order with their blocks, grids, registers, shared memory, occupancy, accesses,
/// bytes and times by the model; of fused kernels loops and tiles; the memory they need; the edges
/// between stages, fused or not and why; then every pass's decisions with their reasons.
/// `code_bytes`: of the machine code of each kernel; empty where none was compiled.
/// Requires plan.gpu.
std::string explain_gpu_plan(const Plan& plan, const std::vector<std::size_t>& code_bytes = {});

}  // namespace weft
