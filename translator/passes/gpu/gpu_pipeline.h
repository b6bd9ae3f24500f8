// The planner for GPUs.
#pragma once

#include <vector>

#include "core/reduction.h"
#include "passes/gpu/gpu_context.h"
#include "passes/run_passes.h"
#include "plan/reach_arguments.h"

namespace weft {

using GpuPass = PassOf<GpuPlan, GpuContext>;

/// The list, in order.
const std::vector<GpuPass>& gpu_passes();

/// What a GPU's plans need of a bound graph: every lane of a leaf has a state, and what a launch
/// carries has room for few offsets.
inline constexpr DeviceBounds kGpuBounds{kLeafLanes, kMaxGpuOffsets};

/// The plan before any kernel: all pictures lie by rows.
GpuPlan unplanned(BoundGraph graph, const GpuTarget& target);

/// Binds the context's graph and runs the list. Errors: bind_range()'s, those of run_passes(), and
/// a kernel of which the GPU cannot hold even one warp.
Result<GpuPlan> make_gpu_plan(const GpuContext& context,
                              const std::function<bool(const Pass&)>& is_off,
                              const PassObserver& observer = {});

}  // namespace weft
