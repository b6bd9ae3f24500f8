// Which block a kernel should have, and what it should stage: every shape that its device and its
// accesses allow, tried on the model of time.
#pragma once

#include <vector>

#include "passes/gpu/kernel_work.h"

namespace weft {

struct BlockChoice {
    BlockShape block;
    double seconds = 0;      ///< by the model; longer where too few threads are resident
    double occupancy = 0;    ///< 0: no shape fits, and `block` is the smallest
    const char* bound = "";  ///< what takes the longest: bound_by()
};

/// The best block for the accesses that the kernel has. Limits are equation 1 for registers, the
/// tiles' bytes for shared memory; they are undercut where more blocks, and with them more threads,
/// are then resident at once.
BlockChoice best_block(const GpuPlan& plan, const GpuKernel& kernel);

/// How much longer a kernel takes for want of other threads to run while some wait.
double waiting(double occupancy);

/// Inputs to stage, and what that gains.
struct StagingChoice {
    Table<bool, GpuInput> staged;  ///< one per input
    BlockChoice with, without;     ///< best blocks either way
    bool out_of_space = false;     ///< not all that would gain fit together
};

/// The best subset of `candidates` (one flag per input) to read through shared memory, under the
/// best block for it. A knapsack, exact for each block: gains by the model against bytes of tiles.
StagingChoice best_staging(const GpuPlan& plan, const GpuKernel& kernel,
                           const Table<bool, GpuInput>& candidates);

/// Shapes that are tried for the kernel as it is, before limits.
std::vector<BlockShape> candidate_blocks(const GpuPlan& plan, const GpuKernel& kernel);

}  // namespace weft
