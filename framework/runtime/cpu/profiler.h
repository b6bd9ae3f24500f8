// The profiler of CPU kernels that are compiled to be timed. Read by the executor and, as text, by
// each such kernel.
#pragma once

#include "runtime/cpu/watch.h"

namespace weft {

/// What one section of a kernel took on one thread: ticks of read_ticks(), and elements computed.
struct SectionCount {
    long long ticks, elements;
};

/// The counters of one thread during a task. All time between two readings of the clock is charged
/// to one section, so that sections sum to the task.
struct Profiler {
    SectionCount* entries;  ///< one per section of the kernel (plan/kernel_sections.h)
    long long last;         ///< ticks at the last reading
};

/// Whether read_ticks() works on this processor; otherwise it returns 0.
#if defined(__x86_64__) || defined(__aarch64__)
inline constexpr bool kHasTicks = true;
#else
inline constexpr bool kHasTicks = false;
#endif

/// The processor's constant-rate counter, synchronised between cores. Reading does not serialise:
/// instructions in flight count for what follows. Its rate is measured by RunProfiler.
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

/// Charges the time since the last reading, and `elements` computed in it, to `section`.
inline void charge(Profiler& profiler, int section, long long elements) {
    const long long now = read_ticks();
    profiler.entries[section].ticks += now - profiler.last;
    profiler.entries[section].elements += elements;
    profiler.last = now;
}

/// The argument of the loops of a timed kernel.
struct ProfiledArgs : WatchedArgs {
    Profiler* profiler;
};

}  // namespace weft
