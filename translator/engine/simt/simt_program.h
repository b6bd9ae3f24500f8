// A GPU plan as a program for the SIMT checker.
#pragma once

#include "compile/host_compiler.h"
#include "plan/external.h"
#include "plan/gpu_plan.h"
#include "runtime/gpu/gpu_program.h"

namespace weft {

/// The plan's kernels as text, compiled for the host. kCancelled as of
/// HostCompiler::compile().
Result<GpuProgram> simt_program(GpuPlan plan, const Library& library, HostCompiler& compiler,
                                const Target& host, const std::atomic<bool>* cancel = nullptr);
/// The same for pictures that lie like that.
Result<GpuProgram> simt_program_in_place(GpuPlan plan, const Library& library,
                                         const ExternalPorts& ports, HostCompiler& compiler,
                                         const Target& host);

}  // namespace weft
