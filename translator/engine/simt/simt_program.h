// Makes programs for the SIMT checker from GPU plans.
#pragma once

#include "compile/host_compiler.h"
#include "plan/external.h"
#include "plan/gpu_plan.h"
#include "plan/target.h"
#include "runtime/gpu/gpu_program.h"

namespace weft {

/// The program of `plan`, its kernels compiled for the host. Errors: those of
/// HostCompiler::compile().
Result<GpuProgram> simt_program(GpuPlan plan, const Library& library, HostCompiler& compiler,
                                const Target& host, const std::atomic<bool>* cancel = nullptr);
/// The same for external pictures of the layouts `ports`.
Result<GpuProgram> simt_program_in_place(GpuPlan plan, const Library& library,
                                         const ExternalPorts& ports, HostCompiler& compiler,
                                         const Target& host);

}  // namespace weft
