// What of its pictures a kernel has to leave behind.
#pragma once

#include <set>

#include "plan/cpu_plan.h"

namespace weft {

/// Sets the outputs of all kernels: graph outputs, and of materialised pictures the part that later
/// kernels read.
CpuPlan with_kernel_outputs(CpuPlan plan);

/// Pictures written in place whose loop computes more than the tile's own part of them, for some
/// tile: neighbouring tasks would write over each other.
std::set<Id<PlanImage>> overlapping_writes(const CpuPlan& plan, const Kernel& kernel);

}  // namespace weft
