// Prints groups: kernels of several stages.
#pragma once

#include "emit/cuda/cuda_text.h"
#include "plan/external.h"
#include "plan/gpu_plan.h"

namespace weft {

/// The text of a kernel of kind kGroup.
CudaKernelText emit_cuda_group(const GpuPlan& plan, const GpuKernel& kernel, const Library& library,
                               const ExternalImages& external);

}  // namespace weft
