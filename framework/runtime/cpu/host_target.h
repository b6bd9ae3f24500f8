// The machine this process runs on, as a Target.
#pragma once

#include "plan/target.h"

namespace weft {

/// This machine as a target, with at most `threads` cores; 0: all that this process may use.
Target host_target(int threads);

}  // namespace weft
