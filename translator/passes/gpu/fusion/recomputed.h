// Stages that several groups compute, each for itself: their results are never stored.
#pragma once

#include <optional>

#include "passes/gpu/fusion/partition.h"

namespace weft {

/// The plan with the kernels marked that are in several groups of the partition
/// (GpuKernel::recomputed).
GpuPlan with_recomputed(GpuPlan plan, const Partition& partition);

/// A marked kernel of some group whose result is needed in memory all the same: by the graph, or by
/// a kernel that is in no group, or in one that does not compute it.
std::optional<Id<GpuKernel>> needed_in_memory(const GpuPlan& plan, const Partition& partition);

}  // namespace weft
