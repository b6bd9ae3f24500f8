// The rules of verify.h that CPU plans and GPU plans have each for themselves.
#pragma once

#include "plan/verify.h"

namespace weft {

/// Of kernels, from phase kKernels on.
std::string find_cpu_flaw(const CpuPlan& plan, PlanPhase phase);
std::string find_gpu_flaw(const GpuPlan& plan, PlanPhase phase);

}  // namespace weft
