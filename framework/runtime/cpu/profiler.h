// How kernels that are made to be timed count where their time goes. Read by the executor and, as
// text, by each such kernel.
#pragma once

#include "runtime/cpu/watch.h"

namespace weft {

/// What one section of a kernel took on one thread.
struct SectionCount {
    long long ticks, elements;
};

/// The clock of a thread that computes a task. Whatever passes between two readings belongs to one
/// section, so that sections sum to the task.
struct Profiler {
    SectionCount* entries;  ///< one per section of the kernel (plan/kernel_sections.h)
    long long last;         ///< when it was read last
};

/// Whether read_ticks() tells the time here.
#if defined(__x86_64__) || defined(__aarch64__)
inline constexpr bool kHasTicks = true;
#else
inline constexpr bool kHasTicks = false;
#endif

/// A clock that ticks evenly, the same for all cores. It waits for nobody: what a core still has in
/// flight when it is read counts for what follows.
inline long long read_ticks() {
#if defined(__x86_64__)
    unsigned low, high;
    asm volatile("rdtsc" : "=a"(low), "=d"(high) : : "memory");
    return static_cast<long long>(static_cast<unsigned long long>(high) << 32 | low);
#elif defined(__aarch64__)
    long long ticks;
    asm volatile("mrs %0, cntvct_el0" : "=r"(ticks) : : "memory");
    return ticks;
#else
    return 0;
#endif
}

/// The time since the last reading, and what was computed in it, belong to `section`.
inline void charge(Profiler& profiler, int section, long long elements) {
    const long long now = read_ticks();
    profiler.entries[section].ticks += now - profiler.last;
    profiler.entries[section].elements += elements;
    profiler.last = now;
}

/// What loops of such a kernel are called with.
struct ProfiledArgs : WatchedArgs {
    Profiler* profiler;
};

}  // namespace weft
