// Makes programs for the CUDA executor from GPU plans.
#pragma once

#include "engine/parts.h"
#include "plan/external.h"
#include "runtime/cuda/resident.h"
#include "runtime/gpu/gpu_program.h"

namespace weft {

/// The program of a plan. An error where its kernels could not be compiled; it says why.
Result<GpuProgram> cuda_program(PlannedGpu planned);

/// Plans and compiles for `target`. Errors: those of planning and compiling.
Result<GpuProgram> cuda_program(EngineParts& parts, const PrepareRequest& request,
                                const GpuTarget& target, const std::atomic<bool>* cancel = nullptr);

/// The program of `plan` for external pictures of the layouts `ports`: kernels that access them are
/// compiled for these.
Result<GpuProgram> cuda_program_in_place(GpuPlan plan, const Library& library,
                                         const ExternalPorts& ports, DeviceCompiler& compiler);

/// As Engine::resident_program().
Result<ResidentProgram> resident_program(EngineParts& parts, const PrepareRequest& request,
                                         const ExternalPorts& ports, const GpuTarget& target);

}  // namespace weft
