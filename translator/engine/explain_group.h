// A fused GPU kernel as text: its tile, its shared memory, its loops.
#pragma once

#include <string>

#include "plan/gpu_plan.h"

namespace weft {

/// Indented lines on a kernel of the kind kGroup: team and tile, border scheme, what shared memory
/// holds, and of each loop the stages, their halo, where they read, and the redundancy.
std::string explain_group(const GpuPlan& plan, const GpuKernel& kernel);

/// The line on how a kernel tells borders apart, with the number of blocks, tiles or warps in each
/// region, as the figure 3 of paper: border-partitioning has them.
std::string explain_borders(const GpuPlan& plan, const GpuKernel& kernel);

}  // namespace weft
