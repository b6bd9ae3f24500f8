// A model of time for kernels on a GPU (roofline): the largest of the times that its memories, its
// load/store pipes and its arithmetic take. Ours; it decides where the papers give no number.
#pragma once

#include "plan/gpu_target.h"

namespace weft {

/// The work of a kernel for each part of a GPU, of all its threads together.
struct GpuWork {
    double dram_bytes = 0;
    double l2_bytes = 0;
    /// Wavefronts of the load/store pipes: what a warp reads of one line of the first-level cache,
    /// or of shared memory without conflicts, takes as many clocks as it has whole
    /// shared_bytes_per_clock.
    double wavefronts = 0;
    /// Wavefronts besides those: of the second line that a group's access touches where it begins
    /// off a boundary.
    double second_lines = 0;
    double instructions =
        0;               ///< of single threads, at fp32 rate; loads are counted in `wavefronts`
    double special = 0;  ///< of the special-function units: divisions, roots, functions
    double blocks = 0;   ///< launched
    double reads = 0;    ///< reads of memory, by single threads
    /// The critical path of the thread that ends last: round trips to memory, each of reads in
    /// flight together, and dependent instructions. It counts where too few threads hide latency.
    double round_trips = 0, chain = 0;

    GpuWork& operator+=(const GpuWork& o);
};

/// How a group of threads whose accesses are coalesced (coalescing_group()) accesses a picture:
/// runs of `length` neighbouring elements, which begin at a segment's boundary or not.
struct GpuRun {
    int length = 1;  ///< 1: every thread in a row of its own
    bool aligned = true;

    friend bool operator==(const GpuRun&, const GpuRun&) = default;
};

/// Threads whose accesses are coalesced: a warp, or half of one on compute capability 1.x.
int coalescing_group(const GpuTarget& target);

/// The run of blocks whose rows have `block_u` threads along memory.
GpuRun run_of_block(const GpuTarget& target, int block_u, bool aligned);

/// The work of `accesses` reads (writes) of floats by single threads, of `distinct` different
/// floats. Without a cache every access goes to memory, in segments; with one, each distinct float
/// once. `cached`: whether reads go through the first-level one; as the device has it, unless told.
GpuWork read_work(const GpuTarget& target, GpuRun run, double accesses, double distinct,
                  bool cached);
GpuWork read_work(const GpuTarget& target, GpuRun run, double accesses, double distinct);
GpuWork write_work(const GpuTarget& target, GpuRun run, double accesses);
/// The work of `accesses` accesses to shared memory, without bank conflicts.
GpuWork shared_work(const GpuTarget& target, double accesses);

/// Issued instructions, counted per thread: arithmetic, accesses, and what special functions take
/// besides their own unit.
double issued_instructions(const GpuTarget& target, const GpuWork& work);

/// Seconds of a kernel, without its launch: the longest of its parts' times, plus what starting its
/// blocks takes; at least the latency of `round_trips` and `chain`. On devices without a cache
/// memory's time is added to the others', since threads wait for every read. `waiting` >= 1: the
/// factor by which all but the latency is longer for want of threads.
double seconds(const GpuTarget& target, const GpuWork& work, double waiting = 1);

/// What seconds() was bound by: "memory", "second-level cache", "loads and stores", "arithmetic",
/// "special functions" or "latency".
const char* bound_by(const GpuTarget& target, const GpuWork& work);

}  // namespace weft
