// Kernels compiled ahead of time, for pictures of any size and for named levels of processors.
//
// They are found by their text: where they run, the plan is made again for the pictures at hand and
// printed, and each text is looked up (compile/kernel_store.h). So texts must not depend on the
// machine: plans are made with CpuContext::any_size, and for the same cache sizes everywhere as far
// as texts depend on them.
#pragma once

#include <memory>
#include <vector>

#include "compile/host_compiler.h"
#include "plan/plan.h"
#include "runtime/executor.h"

namespace weft {

/// A level of x86-64 processors.
struct ProcessorLevel {
    const char* name;  ///< as -march= takes it: "x86-64-v3"
    int vector_width;  ///< floats of a vector
};

/// All levels that kernels are compiled for, the best first.
const std::vector<ProcessorLevel>& processor_levels();

/// Whether this machine's processor supports `level`.
bool runs_here(const ProcessorLevel& level);

/// Prepares request.graph with kernels of `level`, which `kernels` looks up. `threads`: 0 for all
/// cores. request.planar_* is ignored: every picture is converted row by row; request.range is
/// used. Errors: those of planning, and of `kernels`.
Result<std::unique_ptr<Prepared>> prepare_ahead(const PrepareRequest& request,
                                                const ProcessorLevel& level, HostCompiler& kernels,
                                                int threads);

/// The sources of the kernels that prepare_ahead() needs for the same request, each once.
Result<std::vector<HostSource>> sources_ahead(const PrepareRequest& request,
                                              const ProcessorLevel& level);

}  // namespace weft
