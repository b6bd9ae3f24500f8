// Which stages of a GPU plan become one kernel: one function for each of the planner's systems.
// They decide; fuse_kernels() builds.
#pragma once

#include <functional>
#include <vector>

#include "passes/gpu/gpu_context.h"

namespace weft {

/// Kernels, ascending; those that are in no group stay alone. What is in several each of them
/// computes for itself (recomputed.h): partition_greedily() alone asks for that.
using Partition = std::vector<std::vector<Id<GpuKernel>>>;

/// Paper: kernel-fusion, algorithm 1. `decisions` get the weight of each edge, and the cuts.
Partition partition_by_cuts(const GpuPlan& plan, const CutChoices& asked, Decisions& decisions);

/// The baseline of the same paper.
Partition partition_by_pairs(const GpuPlan& plan, const CutChoices& asked, Decisions& decisions);

/// Paper: gpu-autoscheduler, sections 4.1 to 4.3.
Partition partition_greedily(const GpuPlan& plan, Decisions& decisions);

/// What a group costs by some model; infinite where it may not be one. Groups of one kernel have a
/// cost too.
using GroupCost = std::function<double(const std::vector<Id<GpuKernel>>& kernels)>;

/// The partition of the least sum of costs: dynamic programming over the sets of kernels that may
/// have run already, after paper: warp-tiling, section 6. Exact unless a bound bites, which
/// `decisions` then says: sets of one size are at most kMaxSets over the square of
/// the kernels, groups at most kMaxGroups, of at most kMaxStages. Requires a plan of at most
/// kMaxKernels kernels.
inline constexpr int kMaxGroups = 1200, kMaxSets = 72000, kMaxStages = 16;
inline constexpr std::size_t kMaxKernels = 64;
Partition cheapest_partition(const GpuPlan& plan, const GroupCost& cost, Decisions& decisions);

/// Pairs of groups that are near become one, the pair first that saves most, until none saves: for
/// graphs that are too large to try all partitions of.
Partition merged_partition(const GpuPlan& plan, const GroupCost& cost, Decisions& decisions);

/// The sum of costs of all kernels under a partition.
double total_cost(const GpuPlan& plan, const Partition& partition, const GroupCost& cost);

}  // namespace weft
