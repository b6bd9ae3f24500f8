// The machine this process runs on, as a Target.
#pragma once

#include "plan/target.h"

namespace weft {

/// `threads` caps the cores; 0: all that this process may use.
Target host_target(int threads);

}  // namespace weft
