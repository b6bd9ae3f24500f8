// The greedy grouping of paper: gpu-autoscheduler, sections 4.2 and 4.3: merges while they pay,
// then the final tiling, then nesting where its trigger asks for it.
#pragma once

#include <string>
#include <vector>

#include "models/gpu_autoscheduler.h"

namespace weft {

/// One kernel of the schedule.
struct AutoKernel {
    AutoGroup group;
    AutoTile tile;
    AutoCost cost;  ///< invalid where no tile is valid, as for pictures of few pixels
    Nesting nesting;
};

/// A merge that was looked at last, by the stages that the two groups ended in.
struct AutoMerge {
    int producer = 0, consumer = 0;
    bool taken = false;
    double before = 0, after = 0;  ///< costs of two kernels and of one; infinite where invalid
};

struct AutoSchedule {
    std::vector<AutoKernel> kernels;  ///< by their outputs, ascending
    std::vector<AutoMerge> merges;    ///< in order; those not taken are of the last round
};

/// Groups a pipeline whose trivial stages are inlined. A group is merged into another if all that
/// reads it is there, so that every kernel has one output and no path leaves a group and returns;
/// of the merges that pay the one that saves most is taken, of equals the first, until none pays.
/// Every stage is in one kernel.
AutoSchedule group_greedily(const GpuTarget& target, const AutoPipeline& pipeline,
                            const AutoLimits& limits = {});

}  // namespace weft
