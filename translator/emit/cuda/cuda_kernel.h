// Prints GPU kernels as CUDA C++. It decides nothing: storage, shapes and launches are the plan's.
//
// The same text is compiled by NVRTC behind cuda_preamble(), and for the host behind
// simt_preamble(), where the SIMT checker runs it.
#pragma once

#include <string>

#include "plan/plan.h"

namespace weft {

struct CudaKernelText {
    std::string symbol;  ///< of the kernel, and with "_Args" the type of its one argument
    std::string text;    ///< without the preamble; the same for kernels that differ in name alone

    friend bool operator==(const CudaKernelText&, const CudaKernelText&) = default;
};

/// The text of one kernel of `plan`.
CudaKernelText emit_cuda_kernel(const Plan& plan, const GpuKernel& kernel, const Library& library);

/// The text of a kernel of kind kGroup: for emit_cuda_kernel().
CudaKernelText emit_cuda_group(const Plan& plan, const GpuKernel& kernel, const Library& library);

/// `text` and a directive by which the lines after it are named by `file` again.
std::string with_line_directive(std::string text, const std::string& file);

/// The accessor for what an indexer of that freedom may read: "Input2D".
const char* cuda_accessor(Freedom freedom);

/// What a kernel's text follows on a GPU: weft's mathematics and the accessors.
std::string cuda_preamble();

/// The same where every access is checked. `simt_epilogue` ends the text with what the checker
/// calls.
std::string simt_preamble();
std::string simt_epilogue(const CudaKernelText& kernel);

}  // namespace weft
