// From a plan for the CPU to something that runs.
#pragma once

#include <memory>

#include "compile/host_compiler.h"
#include "plan/cpu_plan.h"
#include "runtime/executor.h"

namespace weft {

/// Emits, compiles and loads all kernels, as many at a time as the target has cores. `timed`: for
/// Prepared::kernel_times(). kUsage: timed, on a processor whose clock is not known. kCancelled as
/// of HostCompiler::compile().
Result<std::unique_ptr<Prepared>> prepare_cpu(CpuPlan plan, const Library& library,
                                              HostCompiler& compiler, bool timed = false,
                                              const std::atomic<bool>* cancel = nullptr);

/// What prepare_cpu() has compiled for one of the plan's kernels.
HostSource kernel_source(const CpuPlan& plan, const Kernel& kernel, const Library& library);

}  // namespace weft
