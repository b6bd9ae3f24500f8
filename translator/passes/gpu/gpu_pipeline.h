// The planner for GPUs.
#pragma once

#include <vector>

#include "passes/gpu/gpu_context.h"
#include "passes/run_passes.h"

namespace weft {

/// The list, in order.
const std::vector<PassOf<GpuContext>>& gpu_passes();

}  // namespace weft
