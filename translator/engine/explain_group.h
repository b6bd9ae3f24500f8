// A fused GPU kernel as text: its tile, its shared memory, its loops.
#pragma once

#include <string>

#include "plan/gpu_plan.h"

namespace weft {

/// Indented lines on a kernel of the kind kGroup: team and tile, border scheme, what shared memory
/// holds, and of each loop the stages, their halo, where they read, and the redundancy.
std::string explain_group(const GpuPlan& plan, const GpuKernel& kernel);

}  // namespace weft
