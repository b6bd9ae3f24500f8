#include "models/occupancy.h"

#include <algorithm>
#include <climits>

#include "support/integers.h"

namespace weft {

namespace {

/// 1.x allots registers to whole blocks, in pairs of warps; later devices allot them to warps,
/// which are spread over four schedulers with a quarter of the registers each.
int blocks_by_registers(const GpuTarget& target, int warps, int registers) {
    if (registers == 0) return INT_MAX;
    const int per_warp = registers * target.warp_size;
    if (target.registers_by_block)
        return target.registers / round_up(round_up(warps, 2) * per_warp, target.register_unit);
    constexpr int kSchedulers = 4;
    const int resident = target.registers / round_up(per_warp, target.register_unit);
    return resident / kSchedulers * kSchedulers / warps;
}

}  // namespace

int ResidentBlocks::count() const { return std::min({by_threads, by_registers, by_shared}); }

const char* ResidentBlocks::limit() const {
    if (by_registers == count() && by_registers < by_threads) return "registers";
    return by_shared == count() && by_shared < by_threads ? "shared memory" : "threads";
}

ResidentBlocks resident_blocks(const GpuTarget& target, const BlockNeeds& needs) {
    const int warps = divide_up(std::max(needs.threads, 1), target.warp_size);
    ResidentBlocks blocks;
    if (needs.threads <= target.max_threads_per_block)
        blocks.by_threads =
            std::min(target.max_blocks, target.max_threads / target.warp_size / warps);
    if (needs.registers <= target.max_registers_per_thread)
        blocks.by_registers = blocks_by_registers(target, warps, needs.registers);
    const std::size_t shared = needs.shared_bytes + target.reserved_shared;
    const std::size_t unit = target.shared_unit;
    if (shared == 0)
        blocks.by_shared = INT_MAX;
    else if (needs.shared_bytes <= target.max_shared_per_block)
        blocks.by_shared = static_cast<int>(std::min<std::size_t>(
            target.shared_bytes / ((shared + unit - 1) / unit * unit), INT_MAX));
    // A block that may have all of the shared memory fits, though units are counted in whole ones.
    if (blocks.by_shared == 0 && needs.shared_bytes <= target.max_shared_per_block)
        blocks.by_shared = 1;
    return blocks;
}

double occupancy(const GpuTarget& target, const BlockNeeds& needs) {
    const int warps = divide_up(std::max(needs.threads, 1), target.warp_size);
    const int resident = resident_blocks(target, needs).count() * warps;
    return static_cast<double>(resident) * target.warp_size / target.max_threads;
}

}  // namespace weft
