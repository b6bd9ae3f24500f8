// Windows that are large beside what a thread computes: strips or blocks alone do not serve both.
#pragma once

#include <map>
#include <string>

#include "plan/cpu_plan.h"

namespace weft {

/// Most bytes of line buffers that a task has, but where it could not do with fewer: twice the
/// second-level cache. Each row of one is written and read in turn, so that overflowing by as much
/// costs little, while every further block pays for its halo and for the start of every row
/// (docs/performance.md).
std::size_t row_budget(const Target& target);

/// Inputs that have to come from another kernel, and why, given the kernel or layer of each stage.
///
/// Cut into strips, one for each thread, a stage that reads rows far apart has most of what it
/// reads computed again by its neighbours' tasks, and each thread holds as many rows; blocks of
/// columns have nothing of that, unless something in the kernel reads columns far apart. So those
/// two share no kernel: the picture between them is computed once, and kept.
std::map<ReadBy, std::string> far_edges(const CpuPlan& plan, const Table<int, Stage>& level);

}  // namespace weft
