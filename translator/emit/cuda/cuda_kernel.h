// Prints GPU kernels as CUDA C++. It decides nothing: storage, shapes and launches are the plan's.
//
// The same text is compiled by NVRTC behind cuda_preamble(), and for the host behind
// simt_preamble(), where the SIMT checker runs it.
#pragma once

#include <string>

#include "emit/cuda/cuda_text.h"
#include "plan/external.h"
#include "plan/gpu_plan.h"

namespace weft {

/// The text of one kernel of `plan`, some of whose pictures may be external.
CudaKernelText emit_cuda_kernel(const GpuPlan& plan, const GpuKernel& kernel,
                                const Library& library, const ExternalImages& external = {});

/// What a kernel's text follows on a GPU: weft's mathematics and the accessors.
std::string cuda_preamble();

/// The same where every access is checked. `simt_epilogue` ends the text with what the checker
/// calls.
std::string simt_preamble();
std::string simt_epilogue(const CudaKernelText& kernel);

}  // namespace weft
