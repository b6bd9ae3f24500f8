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
/// min(Tmax, floor4(Rmax / (16 Rpt)) · 16), where 16 threads are half a warp. Devices after 1.x
/// allot registers to warps: there the whole warps that fit, by fours. 0 where none do.
int max_threads_by_registers(const GpuTarget& target, int registers);

/// Equation 2, the paper's form for lines of threads: the most threads of a block such that
/// fixed + constant + per_thread · threads is within the shared memory of a block (Spk, Scpb, Spt).
/// 0 where the constant parts alone are too much; Tmax where nothing is needed per thread.
int max_threads_by_shared(const GpuTarget& target, std::size_t fixed, std::size_t constant,
                          std::size_t per_thread);

/// Elements of the tile that a block shares: its own and the window's reach, (u + ru)(v + rv).
/// Equation 2 is linear in threads and cannot state this; for tiles in two dimensions we take it
/// instead. A filter of radius r reaches 2r.
long long tile_elements(BlockShape block, int reach_u, int reach_v);

/// Tpb × 1, for moving averages along v, minimised kernels and filters along u.
constexpr BlockShape line_along_u(int threads) { return {threads, 1}; }
/// 1 × Tpb, for moving averages along u.
constexpr BlockShape line_along_v(int threads) { return {1, threads}; }
/// floor(sqrt Tpb) squared, for filters in two dimensions: 512 threads give 22 × 22.
BlockShape square(int threads);
/// The shape of at most so many threads whose tile holds the fewest elements for each of them:
/// square() where the reaches are equal, longer along the axis that reaches further.
BlockShape rectangle(int threads, int reach_u, int reach_v);

/// How many blocks a minimised kernel has: 160 on the devices that the paper tuned it on, elsewhere
/// as many as are resident at once.
int minimised_blocks(const GpuTarget& target, int resident_blocks);

}  // namespace weft
