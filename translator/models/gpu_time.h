// A model of time for kernels on a GPU: the largest of the times that its memories, its load/store
// pipes and its arithmetic take (roofline). Ours; it decides where the papers give no number.
#pragma once

#include "plan/gpu_target.h"

namespace weft {

/// What a kernel asks of each part of a GPU, for all its threads together.
struct GpuWork {
    double dram_bytes = 0;
    double l2_bytes = 0;
    /// Wavefronts of the load/store pipes: what a warp reads of one line of the first-level cache,
    /// or of shared memory without conflicts, takes as many clocks as it has whole
    /// shared_bytes_per_clock.
    double wavefronts = 0;
    double instructions =
        0;               ///< of single threads, at fp32 rate; loads are counted in `wavefronts`
    double special = 0;  ///< divisions, roots and functions
    double blocks = 0;   ///< started
    double reads = 0;    ///< from memory, one by one
    /// What the thread that is done last does one after another: round trips to memory, each of
    /// reads that are under way together, and instructions. It shows where threads are too few to
    /// hide it.
    double round_trips = 0, chain = 0;

    GpuWork& operator+=(const GpuWork& o);
};

/// How the threads whose accesses memory looks at together (a warp; half of one on 1.x) meet a
/// picture: so many neighbours in a row of it, beginning on a boundary or not.
struct GpuRun {
    int length = 1;  ///< 1: each thread its own row
    bool aligned = true;

    friend bool operator==(const GpuRun&, const GpuRun&) = default;
};

/// Threads that memory serves together.
int coalescing_group(const GpuTarget& target);

/// The run of blocks whose rows have `block_u` threads along memory.
GpuRun run_of_block(const GpuTarget& target, int block_u, bool aligned);

/// The work of `accesses` reads (or writes) of a float by single threads, of `distinct` different
/// floats. Without a cache every access goes to memory, in segments; with one, what is distinct.
GpuWork read_work(const GpuTarget& target, GpuRun run, double accesses, double distinct);
GpuWork write_work(const GpuTarget& target, GpuRun run, double accesses);
/// Of shared memory, without bank conflicts.
GpuWork shared_work(const GpuTarget& target, double accesses);

/// Instructions that are issued for the work, by single threads: what is computed, the accesses,
/// and what special functions take beside their own unit.
double issued_instructions(const GpuTarget& target, const GpuWork& work);

/// Seconds for a kernel, without its launch: the longest of its parts' times. Without any cache
/// memory's time comes on top of the others', for threads wait for every read. Where threads are
/// few, each with many elements, it is what one of them takes for its round trips and its chain.
/// `waiting`: how much longer memories, pipes and arithmetic take for want of other threads.
double seconds(const GpuTarget& target, const GpuWork& work, double waiting = 1);

/// What seconds() was bound by: "memory", "second-level cache", "loads and stores", "arithmetic",
/// "special functions" or "latency".
const char* bound_by(const GpuTarget& target, const GpuWork& work);

}  // namespace weft
