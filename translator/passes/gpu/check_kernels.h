// Checks that the device can hold the kernels of a finished plan.
#pragma once

#include "plan/gpu_plan.h"
#include "support/result.h"

namespace weft {

/// An error (ErrorKind::kDevice) names the kernel of which not even one block can be resident, and
/// the limit that it breaks. A plan that computes less than all of its stages is kInternal.
Status check_kernels(const GpuPlan& plan);

}  // namespace weft
