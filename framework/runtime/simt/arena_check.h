// Checks that a plan's pictures do not overwrite one another in the arena.
#pragma once

#include "plan/external.h"
#include "plan/gpu_plan.h"
#include "support/result.h"

namespace weft {

/// The SIMT checker gives each picture memory of its own, to detect accesses that stray into
/// another; so the arena that a GPU has for all is checked here. kFault errors: two pictures share
/// bytes while both are alive, or one reaches beyond the arena. A picture is alive from the launch
/// that writes it (inputs: from the start) to the last that reads it (outputs: to the end); those
/// in `external` are not in the arena.
Status check_arena(const GpuPlan& plan, const ExternalImages& external = {});

}  // namespace weft
