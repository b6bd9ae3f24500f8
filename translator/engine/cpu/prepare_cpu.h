// Compiles a CPU plan.
#pragma once

#include <memory>

#include "compile/host_compiler.h"
#include "plan/cpu_plan.h"
#include "runtime/executor.h"

namespace weft {

/// Emits, compiles and loads all kernels, as many in parallel as the target has cores. `timed`:
/// with their profiler, for Prepared::kernel_times(). Errors: kUsage where timed and read_ticks()
/// does not work on this processor; those of HostCompiler::compile().
Result<std::unique_ptr<Prepared>> prepare_cpu(CpuPlan plan, const Library& library,
                                              HostCompiler& compiler, bool timed = false,
                                              const std::atomic<bool>* cancel = nullptr);

/// The source that prepare_cpu() compiles for one of the plan's kernels.
HostSource kernel_source(const CpuPlan& plan, const Kernel& kernel, const Library& library);

}  // namespace weft
