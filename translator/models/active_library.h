// The equations and shapes of paper: active-library, section 4.6.
#pragma once

#include <cstddef>

#include "plan/gpu_target.h"

namespace weft {

/// A block of threads along u and v.
struct BlockShape {
    int u = 1, v = 1;

    int threads() const { return u * v; }
    friend bool operator==(const BlockShape&, const BlockShape&) = default;
};

/// Equation 1: the most threads of a block whose registers fit,
/// min(Tmax, floor4(Rmax / (16 Rpt)) · 16), where 16 threads are half a warp. Devices after compute
/// capability 1.x allocate registers by warps: there the whole warps that fit, rounded down to a
/// multiple of four. 0 where none fits. `registers`: of a thread, > 0.
int max_threads_by_registers(const GpuTarget& target, int registers);

/// Elements of a block's tile in shared memory, halo included: (u + ru)(v + rv). Equation 2 is
/// linear in threads and cannot state this; that a block's tiles fit is resident_blocks() > 0. A
/// reach counts both sides: 2r for a filter of radius r.
long long tile_elements(BlockShape block, int reach_u, int reach_v);

/// Tpb × 1, for moving averages along v, minimised kernels and filters along u.
constexpr BlockShape line_along_u(int threads) { return {threads, 1}; }
/// 1 × Tpb, for moving averages along u.
constexpr BlockShape line_along_v(int threads) { return {1, threads}; }
/// floor(sqrt Tpb) squared, for filters in two dimensions: 512 threads give 22 × 22.
BlockShape square(int threads);
/// The shape of at most `threads` threads with the fewest tile_elements() per thread: square()
/// where the reaches are equal, else longer along the axis with the larger one.
BlockShape rectangle(int threads, int reach_u, int reach_v);

/// The number of blocks of a minimised kernel: 160 on the devices for which the paper tuned it,
/// elsewhere as many as are resident at once, `resident_blocks` per multiprocessor.
int minimised_blocks(const GpuTarget& target, int resident_blocks);

}  // namespace weft
