// Whether the places that a plan gives its pictures in the arena can hold them.
#pragma once

#include "plan/external.h"
#include "plan/gpu_plan.h"
#include "support/result.h"

namespace weft {

/// The SIMT checker gives each picture memory of its own, so that it sees who strays into another;
/// what a GPU would do with one arena for all is judged here. The error (kFault) names two pictures
/// that share bytes while both are alive, or one that reaches beyond the arena.
///
/// Pictures in `external` have no place there. Another is alive from the launch that writes it
/// (inputs: from the start) to the last that reads it (outputs: to the end).
Status check_arena(const GpuPlan& plan, const ExternalImages& external = {});

}  // namespace weft
