// How much memory a tile's line buffers need: found by walking the kernel as the executor will.
#pragma once

#include "plan/cpu_plan.h"

namespace weft {

/// Floats that may be read or written beyond the last element of a row: whole vectors run over.
inline constexpr int kRowSlack = 32;

/// The kernel with line buffer depths, row lengths, scan scratch and task_bytes for its current
/// tiles.
Kernel measured(const CpuPlan& plan, Kernel kernel);

/// Likewise, but with the depths that the line buffers have: of a kernel whose strips are those it
/// was measured with, and whose blocks are others. Depths take long to find, and are of rows.
Kernel measured_columns(const CpuPlan& plan, Kernel kernel);

/// Elements that all loops compute for the kernel's tasks, over those they would compute for the
/// region as a single tile: 1 is no redundancy at all.
double redundancy(const CpuPlan& plan, const Kernel& kernel);

}  // namespace weft
