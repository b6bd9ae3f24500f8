// The SIMT checker as a device: runs a plan's GPU kernels on the host, each GPU thread on a fibre,
// and ends the run at the first finding (finding.h).
//
// Every launch is repeated under several schedules of the threads, each from the same memory, and
// must leave the same bits.
#pragma once

#include <cstdint>
#include <memory>

#include "runtime/executor.h"
#include "runtime/gpu/gpu_program.h"

namespace weft {

struct SimtOptions {
    /// Schedules under which each launch is run, at least 1: threads and blocks forwards,
    /// backwards, then in random orders.
    int schedules = 3;
    std::uint64_t seed = 1;  ///< of the random orders
    /// Threads of the host, which run schedules in parallel. 0: one per core.
    int host_threads = 0;
    /// Accesses and barriers of one GPU thread in one launch; more are taken for an endless loop.
    long long max_calls = 1 << 24;
};

/// Requires code with `function` and `hooks`. Errors: those of check_arena(), or a launch beyond
/// the limits of the plan's target. Findings of a run are kFault errors: one line, then the whole
/// report.
Result<std::unique_ptr<Prepared>> make_simt_executor(GpuProgram program, SimtOptions options);

}  // namespace weft
