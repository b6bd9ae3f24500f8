// Which kernel each stage of a plan is in.
#pragma once

#include "plan/cpu_plan.h"

namespace weft {

/// The plan before any kernel.
CpuPlan unplanned(BoundGraph graph, const Target& target);

/// The plan with kernels anew, of which each stage has one, and none is without a stage. A loop for
/// each stage; what another kernel reads is materialised.
CpuPlan with_kernels(CpuPlan plan, const Table<Id<Kernel>, Stage>& kernel_of);

/// Kernels for numbers that stages have while kernels are sought: in the same order, without gaps.
Table<Id<Kernel>, Stage> renumbered(const Table<int, Stage>& kernel_of);

/// Whether some loop of the kernel collects a reduction's elements: its tiles are then whole
/// leaves.
bool reduces(const Kernel& kernel);

/// The elements of which its tiles are whole multiples then: leaves of all its reductions.
Leaf leaves_of(const CpuPlan& plan, const Kernel& kernel);

}  // namespace weft
