// What recurrences ask of CPU kernels: in which order rows are made, and who shares a kernel.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "plan/cpu_plan.h"

namespace weft {

/// One loop, or one stage, among those of a kernel.
template <class LoopOrStage>
struct Flow {
    std::optional<bool> upwards;           ///< where it has to go one way
    std::vector<Id<LoopOrStage>> sources;  ///< those it reads from, which come before it
};

/// Chooses for each flow whether its rows are made from the last to the first. One that may go
/// either way takes the direction of the nearest before it that has one (else a line buffer would
/// have to hold whole columns), or of the nearest after it.
Table<bool, Loop> going_upwards(const Table<Flow<Loop>, Loop>& flows);
Table<bool, Stage> going_upwards(const Table<Flow<Stage>, Stage>& flows);

/// Which way a stage's rows have to be made; nothing where either will do.
std::optional<bool> fixed_direction(const Stage& stage);

/// Narrower blocks of columns cost more in overhead than caches save.
inline constexpr int kSmallestBlock = 256;

/// What a task may keep of whole columns: half a core's share of the last-level cache. They are
/// written once and read once, in long runs, which that cache keeps up with.
std::size_t column_budget(const Target& target);

/// Inputs that have to come from another kernel, and why, given the layer of each stage and the
/// connected part of its layer: a scan along rows shares no kernel with a recurrence down columns;
/// columns are kept whole where they fit the caches and nobody reads across them.
std::map<ReadBy, std::string> recurrence_edges(const CpuPlan& plan, const Table<int, Stage>& level,
                                               const Table<Id<Stage>, Stage>& part);

/// Which connected parts of a layer may be one kernel: those of one number.
Table<int, Stage> recurrence_kinds(const CpuPlan& plan, const Table<int, Stage>& level,
                                   const Table<Id<Stage>, Stage>& part);

/// Whether some loop runs down or up whole columns, so that strips would compute the same rows;
/// whether one runs along whole rows.
bool runs_along_columns(const Kernel& kernel);
bool runs_along_rows(const Kernel& kernel);

/// Whether some line buffer holds whole columns: its rows are made one way and read the other.
bool keeps_columns(const Kernel& kernel);

}  // namespace weft
