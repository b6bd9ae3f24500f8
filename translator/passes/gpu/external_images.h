// Which of a GPU plan's pictures kernels load and store where their owner keeps them.
#pragma once

#include "plan/external.h"
#include "plan/gpu_plan.h"

namespace weft {

struct PlanInPlace {
    GpuPlan plan;
    ExternalImages external;
};

/// `plan` for inputs and outputs that lie like that: they have no place in the arena. Samples that
/// are stored are rounded, and no kernel may read them again: an output that a kernel reads, that
/// is an input or another output too, is copied to its owner by one more kernel.
PlanInPlace plan_in_place(GpuPlan plan, const ExternalPorts& ports);

}  // namespace weft
