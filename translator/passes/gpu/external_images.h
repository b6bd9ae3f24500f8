// Binds a GPU plan's inputs and outputs to external pictures, which kernels load and store in
// place.
#pragma once

#include "plan/external.h"
#include "plan/gpu_plan.h"

namespace weft {

struct PlanInPlace {
    GpuPlan plan;
    ExternalImages external;
};

/// `plan` for inputs and outputs of these layouts, which then take no memory of the arena. Stored
/// samples are rounded to their format, so that no kernel may read them again: an output that a
/// kernel reads, or that is an input or another output too, is copied out by one more kernel.
PlanInPlace plan_in_place(GpuPlan plan, const ExternalPorts& ports);

}  // namespace weft
