// A planned graph as a program for a GPU, or for the SIMT checker.
#pragma once

#include "compile/host_compiler.h"
#include "engine/gpu_planning.h"
#include "plan/foreign.h"
#include "runtime/gpu/gpu_program.h"

namespace weft {

/// As a program for the driver. The error is why the kernels could not be compiled.
Result<GpuProgram> cuda_program(PlannedGpu planned);

/// `plan` for the driver, for pictures that lie on the device like that: kernels that touch them
/// are compiled for it.
Result<GpuProgram> cuda_program_in_place(Plan plan, const Library& library,
                                         const ForeignPorts& ports, DeviceCompiler& compiler);

/// A plan as a program for the SIMT checker: the text compiled for the host. kCancelled as of
/// HostCompiler::compile().
Result<GpuProgram> simt_program(Plan plan, const Library& library, HostCompiler& compiler,
                                const Target& host, const std::atomic<bool>* cancel = nullptr);
/// The same for pictures that lie like that.
Result<GpuProgram> simt_program_in_place(Plan plan, const Library& library,
                                         const ForeignPorts& ports, HostCompiler& compiler,
                                         const Target& host);

}  // namespace weft
