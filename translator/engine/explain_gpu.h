// A plan for a GPU in words and numbers, for `weft explain --target`.
#pragma once

#include <string>
#include <vector>

#include "plan/gpu_plan.h"

namespace weft {

/// The section of one kernel; `instructions` of its machine code, 0: not compiled.
std::string explain_gpu_kernel(const GpuPlan& plan, const GpuKernel& kernel, int instructions = 0);

/// Kernels in launch order with their blocks, grids, registers, shared memory, occupancy, accesses,
/// bytes and times by the model; of fused kernels loops and tiles; the memory they need; the edges
/// between stages, fused or not and why; then every pass's decisions with their reasons.
/// `instructions`: of the machine code of each kernel; empty where none was compiled.
std::string explain_gpu_plan(const GpuPlan& plan, const std::vector<int>& instructions = {});

}  // namespace weft
