// A plan as paper: gpu-autoscheduler sees it.
#pragma once

#include "models/gpu_autoscheduler.h"
#include "plan/gpu_plan.h"

namespace weft {

/// The plan's stages, by their indices; none is inlined.
AutoPipeline auto_pipeline(const GpuPlan& plan);

/// A group of the plan: its members are the stages that have tiles or are results. Those that stay
/// in a thread are inlined into their readers.
struct AutoMembers {
    AutoPipeline pipeline;
    AutoGroup group;
};
AutoMembers auto_members(const GpuPlan& plan, const GpuKernel& kernel);

}  // namespace weft
