// Kernels as numbers: which one each stage of a plan is in.
#pragma once

#include <vector>

#include "plan/cpu_plan.h"

namespace weft {

/// The plan before any kernel.
CpuPlan unplanned(BoundGraph graph, const Target& target);

/// The plan with kernels anew: of each stage the number of its kernel, in launch order, without
/// gaps. A loop for each stage; what another kernel reads is materialised.
CpuPlan with_kernels(CpuPlan plan, const std::vector<int>& kernel_of);

/// The same kernels in the same order, without gaps between their numbers.
std::vector<int> renumbered(std::vector<int> kernel_of);

/// Whether some loop of the kernel collects a reduction's elements: its tiles are then whole
/// leaves.
bool reduces(const Kernel& kernel);

}  // namespace weft
