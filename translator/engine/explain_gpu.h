// A plan for a GPU in words and numbers, for `weft explain --target`.
#pragma once

#include <string>
#include <vector>

#include "plan/gpu_plan.h"

namespace weft {

/// The text of one kernel. `instructions`: of its machine code; 0: not compiled. Requires the
/// plan's target.
std::string explain_gpu_kernel(const GpuPlan& plan, const GpuKernel& kernel, int instructions = 0);

/// The text of a GPU plan: kernels in launch order with blocks, grids, registers, shared memory,
/// occupancy, accesses, bytes and modelled times, fused ones with loops and tiles; device memory;
/// the edges between stages (explain_edges()); every pass's decisions with their reasons.
/// `instructions`: of each kernel's machine code; empty where none was compiled. Requires the
/// plan's target.
std::string explain_gpu_plan(const GpuPlan& plan, const Table<int, GpuKernel>& instructions = {});

}  // namespace weft
