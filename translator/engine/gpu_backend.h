// From a context to a program for a GPU: planned, printed, compiled, and planned again with what the
// compiler reports.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compile/host_compiler.h"
#include "compile/nvrtc/device_compiler.h"
#include "emit/cuda/cuda_kernel.h"
#include "passes/context.h"
#include "runtime/gpu/gpu_program.h"

namespace weft {

/// A plan's kernels as text, each distinct one once.
struct GpuTexts {
    std::vector<CudaKernelText> texts;
    std::vector<int> text_of;  ///< per kernel of the plan

    friend bool operator==(const GpuTexts&, const GpuTexts&) = default;
};
GpuTexts emit_gpu_texts(const Plan& plan, const Library& library);

/// What is known of a plan once its kernels have been compiled, or have not been.
struct PlannedGpu {
    Plan plan;
    GpuTexts texts;
    std::vector<std::shared_ptr<const DeviceCode>> code;  ///< per text; empty: not compiled
    std::string why_not_compiled;  ///< NVRTC is missing, or does not know the target
};

/// Plans for context.gpu. Kernels are compiled for its capability (or the one that stands in for
/// it), and where their registers ask for other shapes, planned and compiled once more. Without
/// NVRTC the plan keeps its estimates.
Result<PlannedGpu> plan_for_gpu(PlanContext context, const std::vector<std::string>& disabled,
                                DeviceCompiler& compiler);

/// As a program for the driver. The error is why the kernels could not be compiled.
Result<GpuProgram> cuda_program(PlannedGpu planned);

/// The same plan as a program for the SIMT checker: the text compiled for the host.
Result<GpuProgram> simt_program(Plan plan, const Library& library, HostCompiler& compiler,
                                const Target& host);

}  // namespace weft
