// What each loop of a kernel computes for one tile: regions of interest, backwards through loops.
#pragma once

#include <vector>

#include "plan/cpu_plan.h"

namespace weft {

/// For one tile of a kernel's region.
struct TileRanges {
    /// What each loop computes. Within the loop's domain, but for kLoad, whose rows and columns are
    /// those asked for, beyond the domain too. Empty: the loop does not run.
    Table<Rect, Loop> loops;
    /// Columns that each line buffer's rows must hold, padding included.
    Table<Interval, LineBuffer> line_buffer_columns;
};

TileRanges tile_ranges(const CpuPlan& plan, const Kernel& kernel, const Rect& tile);

/// The first element in its row of a loop that reads the line buffer around itself; `otherwise`
/// where none does.
int first_reader(const Kernel& kernel, const TileRanges& ranges, Id<LineBuffer> line_buffer,
                 int otherwise);

/// The part of `image` that a kernel reads for `tile`, from outside the kernel; within its domain.
Rect region_required(const CpuPlan& plan, const Kernel& kernel, const TileRanges& ranges,
                     Id<PlanImage> image);

/// Elements that a horizontal recurrence runs along between transpositions: whole vectors.
inline constexpr int kScanChunk = 64;

}  // namespace weft
