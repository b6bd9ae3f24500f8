// The greedy grouping of paper: gpu-autoscheduler, sections 4.2 and 4.3: merges groups as long as
// the cost falls, then chooses final tiles, then nests where wants_nesting().
#pragma once

#include <string>
#include <vector>

#include "models/gpu_autoscheduler.h"

namespace weft {

/// One kernel of the schedule.
struct AutoKernel {
    AutoGroup group;
    AutoTile tile;
    AutoCost cost;  ///< invalid where no tile is valid, as for very small pictures
    Nesting nesting;
};

/// A merge that was considered, by the output stages of the two groups.
struct AutoMerge {
    int producer = 0, consumer = 0;
    bool taken = false;
    double before = 0, after = 0;  ///< cost of two kernels, and of one; infinite where invalid
};

struct AutoSchedule {
    std::vector<AutoKernel> kernels;  ///< by their outputs, ascending
    std::vector<AutoMerge> merges;    ///< in order; those not taken are of the last iteration
};

/// Groups a pipeline whose trivial stages are inlined; every stage is then in one kernel. A group
/// may be merged into another that has all its readers, so that every kernel has one output and no
/// path leaves a group and returns. Each iteration takes the merge that saves most, of equals the
/// first, until none pays.
AutoSchedule group_greedily(const GpuTarget& target, const AutoPipeline& pipeline,
                            const AutoLimits& limits = {});

}  // namespace weft
