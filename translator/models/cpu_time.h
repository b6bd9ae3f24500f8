// A model of time for row pipelines on a CPU (roofline): each loop takes as long as the slowest of
// what its rows ask of the core and of each level of memory; loops follow one another, and what is
// done once for each row, task and kernel comes on top. Ours; the parts of a loop are those of
// Williams, Waterman and Patterson, "Roofline", CACM 52(4), 2009, a ceiling for each level.
#pragma once

#include <vector>

namespace weft {

/// What a CPU's core and memories do. Rates are positive; instructions are of any width.
struct CpuCosts {
    double clock_hz = 2.6e9;
    double fp_per_clock = 2;     ///< additions, multiplications, comparisons, selections
    double loads_per_clock = 2;  ///< from the first-level cache, a line each
    double stores_per_clock = 1;
    double shuffles_per_clock = 1;
    double instructions_per_clock = 4;  ///< of all kinds together
    double division_clocks = 16;        ///< of a division or a square root
    double function_clocks = 60;        ///< of exp, log, pow, sin and their like, taken together
    double dependent_clocks = 4;        ///< until the next of a chain of operations may begin
    // Of one core, each way counted.
    double l2_bytes_per_clock = 40;
    double llc_bytes_per_second = 20e9;
    double memory_bytes_per_second = 14e9;
    /// Of all cores together.
    double all_memory_bytes_per_second = 60e9;
    double row_clocks = 120;         ///< to call a loop, per row of a plane
    double pointer_clocks = 2;       ///< for each row pointer that it is given
    double outside_clocks = 6;       ///< for each element beyond a picture that a border fills in
    double start_seconds = 0.12e-6;  ///< latency of a row that does not follow the one before it
    double task_seconds = 1e-6;      ///< to begin a task
    double kernel_seconds = 1e-6;    ///< to begin a kernel
    double thread_seconds = 4e-6;    ///< to wake each further thread for a kernel, and to join it

    friend bool operator==(const CpuCosts&, const CpuCosts&) = default;
};

/// What a loop asks of a core and its memories, for all rows of a task. Nothing is negative.
struct CpuWork {
    double fp = 0;         ///< instructions, of vectors where the loop has lanes, else of elements
    double integer = 0;    ///< instructions likewise; 0 where the loop over taps is unrolled
    double divisions = 0;  ///< and square roots
    double functions = 0;
    double loads = 0;  ///< lines touched: an access that straddles two counts twice
    double stores = 0;
    double shuffles = 0;
    double waits = 0;         ///< operations in chains: each needs the result of the one before
    double l2_bytes = 0;      ///< between the first-level cache and the second, both ways
    double llc_bytes = 0;     ///< between the second and the last
    double memory_bytes = 0;  ///< between the last and memory
    double rows = 0;          ///< calls
    double pointers = 0;      ///< of all calls
    double outside = 0;       ///< elements
    double starts = 0;        ///< rows of pictures that do not follow the one before in memory

    CpuWork& operator+=(const CpuWork& o);
    friend bool operator==(const CpuWork&, const CpuWork&) = default;
};

/// Seconds of a loop on one of `threads` >= 1 busy cores: the longest part, then its rows.
double seconds(const CpuCosts& costs, int threads, const CpuWork& loop);

/// The longest part: "memory", "last-level cache", "second-level cache", "loads and stores",
/// "arithmetic", "dependences", or "rows" where the calls take longer than any.
const char* bound_by(const CpuCosts& costs, int threads, const CpuWork& loop);

/// Whether that is the last-level cache or memory.
bool bound_beyond_l2(const CpuCosts& costs, int threads, const CpuWork& loop);

/// Seconds of a kernel whose tasks take `tasks` seconds each, by list scheduling: in this order,
/// each on the first of `threads` >= 1 threads that is free.
double makespan(const CpuCosts& costs, int threads, const std::vector<double>& tasks);

}  // namespace weft
