// What the loops of a row pipeline ask of a CPU: the input of models/cpu_time.h, from the facts,
// the reads, the line buffers and the tasks of a finished plan.
#pragma once

#include "models/cpu_time.h"
#include "plan/cpu_plan.h"
#include "plan/ranges.h"

namespace weft {

/// The nearest memory that holds `bytes` of each of the target's threads.
enum class CpuLevel { kL1, kL2, kLastLevel, kMemory };
CpuLevel level_of(const Target& target, double bytes);

/// The work of one loop for a task with these ranges; of one plane where kernel.planes_outer.
CpuWork loop_work(const CpuPlan& plan, const Kernel& kernel, const TileRanges& ranges,
                  Id<Loop> loop);

/// Seconds that all tasks together spend in each loop of a kernel, and what bounds it (bound_by()).
struct LoopTime {
    double seconds = 0;
    const char* bound = "";
    bool bound_beyond_l2 = false;
};
Table<LoopTime, Loop> loop_times(const CpuPlan& plan, const Kernel& kernel,
                                 const CpuCosts& costs = {});

/// Seconds of a kernel over all its tasks on the target's threads.
double kernel_seconds(const CpuPlan& plan, const Kernel& kernel, const CpuCosts& costs = {});

/// Seconds of a run of a CPU plan: its kernels one after another.
double run_seconds(const CpuPlan& plan, const CpuCosts& costs = {});

}  // namespace weft
