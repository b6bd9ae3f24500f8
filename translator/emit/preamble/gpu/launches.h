// Which element a thread computes: flat indices, and segments of scans.
#pragma once

#include "pictures.h"

namespace weft {

/// The thread's place in the grid along u and v, and the number of threads there.
WEFT_INLINE int thread_u() { return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); }
WEFT_INLINE int thread_v() { return static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y); }
WEFT_INLINE int threads_u() { return static_cast<int>(gridDim.x * blockDim.x); }
WEFT_INLINE int threads_v() { return static_cast<int>(gridDim.y * blockDim.y); }
WEFT_INLINE int block_plane() { return static_cast<int>(blockIdx.z); }

/// n / divisor for 0 <= n < 2^31, without dividing.
WEFT_INLINE int divided(int n, GpuDivisor by) {
    return static_cast<int>(
        (static_cast<unsigned long long>(static_cast<unsigned>(n)) * by.multiplier) >> by.shift);
}

/// The elements of all planes in the order of memory, in steps of the number of threads: a thread's
/// share when blocks are few (paper: active-library, 4.5). However many elements there are, the
/// index is split once and then carried from digit to digit.
template <bool kThreadsAlongY>
struct FlatIndex {
    int u, v, plane;
    int step_u, step_v, step_plane;

    /// Requires fewer than 2^31 threads.
    WEFT_INLINE FlatIndex(const GpuRange& range, int thread, int threads) {
        split(range, thread, u, v, plane);
        split(range, threads, step_u, step_v, step_plane);
    }
    WEFT_INLINE void advance(const GpuRange& range) {
        const int width = static_cast<int>(range.width.divisor);
        const int height = static_cast<int>(range.height.divisor);
        u += step_u;
        v += step_v;
        plane += step_plane;
        if (u >= width) {
            u -= width;
            ++v;
        }
        if (v >= height) {
            v -= height;
            ++plane;
        }
    }
    WEFT_INLINE Element element(const GpuRange& range) const {
        return {range.x0 + (kThreadsAlongY ? v : u), range.y0 + (kThreadsAlongY ? u : v), plane};
    }

  private:
    static WEFT_INLINE void split(const GpuRange& range, int n, int& u, int& v, int& plane) {
        const int line = divided(n, range.width);
        plane = divided(line, range.height);
        u = n - line * static_cast<int>(range.width.divisor);
        v = line - plane * static_cast<int>(range.height.divisor);
    }
};

/// The part of a line that one thread of a scan advances over: [begin, end) along the axis. It
/// begins at a restart, before the region if need be. Empty: begin >= end.
struct Segment {
    int begin, end;
};
WEFT_INLINE Segment scan_segment(const GpuRange& range, int first, int last, int index) {
    const int period = range.restart_period;
    const int start = range.restart_origin + (first - range.restart_origin) / period * period;
    if (range.periods_per_thread == 0) return {start, index == 0 ? last : start};
    const long long length = static_cast<long long>(period) * range.periods_per_thread;
    const long long begin = start + length * index, end = begin + length;
    return {begin < last ? static_cast<int>(begin) : last,
            end < last ? static_cast<int>(end) : last};
}

/// All of a line, for its only thread: what a recurrence advances over.
WEFT_INLINE Segment whole_line(int first, int last, int index) {
    return {first, index == 0 ? last : first};
}

}  // namespace weft
