// A plan as paper: gpu-autoscheduler sees it.
#pragma once

#include "models/auto_pipeline.h"
#include "plan/gpu_plan.h"

namespace weft {

/// The plan's stages, by their indices; none is inlined.
AutoPipeline auto_pipeline(const GpuPlan& plan);

}  // namespace weft
