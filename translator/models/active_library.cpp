#include "models/active_library.h"

#include <algorithm>
#include <cmath>

namespace weft {

namespace {

constexpr int kHalfWarp = 16;        // T_phw
constexpr int kHalfWarpsAtOnce = 4;  // what equation 1 rounds to
constexpr int kPapersBlocks = 160;   // B_pgx of minimised kernels
constexpr int kWarpsAtOnce = 4;      // one for each scheduler

}  // namespace

int max_threads_by_registers(const GpuTarget& target, int registers) {
    if (registers <= 0) return target.max_threads_per_block;
    int threads = 0;
    if (target.registers_by_block) {
        const int half_warps = target.registers / (kHalfWarp * registers);
        threads = half_warps / kHalfWarpsAtOnce * kHalfWarpsAtOnce * kHalfWarp;
    } else if (registers <= target.max_registers_per_thread) {
        const int unit = target.register_unit;
        const int per_warp = (registers * target.warp_size + unit - 1) / unit * unit;
        threads = target.registers / per_warp / kWarpsAtOnce * kWarpsAtOnce * target.warp_size;
    }
    return std::min(target.max_threads_per_block, threads);
}

long long tile_elements(BlockShape block, int reach_u, int reach_v) {
    return static_cast<long long>(block.u + reach_u) * (block.v + reach_v);
}

BlockShape square(int threads) {
    const int side = std::max(1, static_cast<int>(std::sqrt(static_cast<double>(threads))));
    return {side, side};
}

BlockShape rectangle(int threads, int reach_u, int reach_v) {
    if (reach_u == reach_v) return square(threads);
    BlockShape best = line_along_u(std::max(threads, 1));
    const auto per_thread = [&](BlockShape b) {
        return static_cast<double>(tile_elements(b, reach_u, reach_v)) / b.threads();
    };
    for (int u = 1; u <= threads; ++u)
        if (const BlockShape b{u, threads / u}; per_thread(b) < per_thread(best)) best = b;
    return best;
}

int minimised_blocks(const GpuTarget& target, int resident_blocks) {
    if (target.registers_by_block) return kPapersBlocks;
    return std::max(1, target.multiprocessors * resident_blocks);
}

}  // namespace weft
