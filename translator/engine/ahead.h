// Kernels compiled ahead of time: for any size of picture, and processors that are named.
//
// They are found again by their text: where they run, the same plan is made for the pictures at
// hand, printed, and looked up (compile/kernel_store.h). So the planner must print the same text
// wherever it runs: it plans for figures of caches that are the same everywhere, as far as texts
// depend on them, and CpuContext::any_size.
#pragma once

#include <memory>
#include <vector>

#include "compile/host_compiler.h"
#include "plan/plan.h"
#include "runtime/executor.h"

namespace weft {

/// A level of x86-64 processors.
struct ProcessorLevel {
    const char* name;  ///< "x86-64-v3", as compilers know it
    int vector_width;  ///< lanes
};

/// The best first.
const std::vector<ProcessorLevel>& processor_levels();

/// Whether this machine is one of that level.
bool runs_here(const ProcessorLevel& level);

/// What request.graph is computed by, from kernels for `level`. `threads`: 0 for all cores. Every
/// picture is converted row by row, as if no flag of request.planar_* were set; its range counts.
/// Errors: those of planning, and of `kernels`.
Result<std::unique_ptr<Prepared>> prepare_ahead(const PrepareRequest& request,
                                                const ProcessorLevel& level, HostCompiler& kernels,
                                                int threads);

/// The kernels of the same plan as sources, each once.
Result<std::vector<HostSource>> sources_ahead(const PrepareRequest& request,
                                              const ProcessorLevel& level);

}  // namespace weft
