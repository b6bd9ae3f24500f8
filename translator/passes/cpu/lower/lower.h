// Lowering one kernel to rows; used by the pass of that name, and again by tiling.
#pragma once

#include <set>

#include "passes/cpu/cpu_context.h"

namespace weft {

/// Fills in the kernel's reads, writes, line buffers and row-moving loops. Pictures in
/// `through_line_buffers` are never written in place. Requires kernel.loops to hold its stage loops
/// in topological order, possibly lowered before.
Kernel lower_kernel(const CpuPlan& plan, const CpuContext& context, Kernel kernel,
                    const std::set<Id<PlanImage>>& through_line_buffers);

}  // namespace weft
