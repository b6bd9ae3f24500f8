// What the passes for GPUs may know.
#pragma once

#include "passes/context.h"
#include "passes/gpu/compiled_forms.h"
#include "passes/gpu/fusion/found_groups.h"
#include "plan/gpu_plan.h"

namespace weft {

struct GpuContext : PlanContext {
    GpuTarget target;
    GpuChoices choices = {};
    /// What is known of kernels that have been compiled already.
    CompiledForms compiled = {};
    /// What an earlier search for the same question found: applied instead of searching.
    std::optional<FoundFusion> found = {};
};

}  // namespace weft
