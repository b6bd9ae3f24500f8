// Buffers between kernels: who has which, and for how long.
#pragma once

#include "plan/cpu_plan.h"

namespace weft {

/// The plan with a buffer for each materialised picture; where they `share`, one for several that
/// are not alive at the same time. A picture that may lie in an output has its own.
CpuPlan with_buffers(CpuPlan plan, bool share);

}  // namespace weft
