// A planned graph as a program for a GPU, or for the SIMT checker.
#pragma once

#include "compile/host_compiler.h"
#include "engine/gpu_planning.h"
#include "runtime/cuda/launch_list.h"
#include "runtime/gpu/gpu_program.h"

namespace weft {

/// As a program for the driver. The error is why the kernels could not be compiled.
Result<GpuProgram> cuda_program(PlannedGpu planned);

/// The kernel weft_exchange for the GPU that `plan` is for.
Result<LaunchCode> exchange_code(DeviceCompiler& compiler, const Plan& plan);

/// The same plan as a program for the SIMT checker: the text compiled for the host. kCancelled as
/// of HostCompiler::compile().
Result<GpuProgram> simt_program(Plan plan, const Library& library, HostCompiler& compiler,
                                const Target& host, const std::atomic<bool>* cancel = nullptr);

}  // namespace weft
