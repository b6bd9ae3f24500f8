// The last question to a GPU plan: can the device hold its kernels at all?
#pragma once

#include "plan/plan.h"
#include "support/result.h"

namespace weft {

/// An error (ErrorKind::kDevice) names the kernel of which not even one block can be resident, and
/// the limit that it breaks.
Status check_kernels(const Plan& plan);

}  // namespace weft
