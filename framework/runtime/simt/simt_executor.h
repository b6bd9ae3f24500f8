// The SIMT checker as a device: runs a plan's GPU kernels on the host, a fibre for each of their
// threads, and ends the run at the first thing that a GPU would not forgive (finding.h).
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
    /// How often each launch is repeated: with threads and blocks forwards, backwards, then in
    /// random orders. At least 1.
    int schedules = 3;
    std::uint64_t seed = 1;  ///< of the random orders
    /// Threads of the host, between which schedules are shared. 0: one per core.
    int host_threads = 0;
    /// Accesses and barriers of one GPU thread in one launch, beyond which it is taken never to
    /// end.
    long long max_calls = 1 << 24;
};

/// Requires code with `function` and `hooks`. The error: pictures that share bytes of the arena
/// while both are alive, or do not fit into it, or a launch beyond the limits of the plan's target.
///
/// What a check finds in a run is an Error of kind kFault: one line, then the whole report.
Result<std::unique_ptr<Prepared>> make_simt_executor(GpuProgram program, SimtOptions options);

}  // namespace weft
