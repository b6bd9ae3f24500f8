// A planned graph as a program for CUDA's driver.
#pragma once

#include "engine/parts.h"
#include "plan/external.h"
#include "runtime/cuda/resident.h"
#include "runtime/gpu/gpu_program.h"

namespace weft {

/// As a program for the driver. The error is why the kernels could not be compiled.
Result<GpuProgram> cuda_program(PlannedGpu planned);

/// Plans and compiles for `target`. Errors: those of planning and compiling.
Result<GpuProgram> cuda_program(EngineParts& parts, const PrepareRequest& request,
                                const GpuTarget& target, const std::atomic<bool>* cancel = nullptr);

/// `plan` for the driver, for pictures that lie on the device like that: kernels that touch them
/// are compiled for it.
Result<GpuProgram> cuda_program_in_place(GpuPlan plan, const Library& library,
                                         const ExternalPorts& ports, DeviceCompiler& compiler);

/// As Engine::resident_program().
Result<ResidentProgram> resident_program(EngineParts& parts, const PrepareRequest& request,
                                         const ExternalPorts& ports, const GpuTarget& target);

}  // namespace weft
