#include "models/warp_tiling_cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "models/occupancy.h"
#include "support/integers.h"

namespace weft {

namespace {

constexpr int kElementBytes = 4;
constexpr double kPercent = 100;

WarpTilingCost refuse(WarpTilingCost cost, std::string why) {
    cost.cost = std::numeric_limits<double>::infinity();
    cost.refused = std::move(why);
    return cost;
}

/// Blocks that cover the output when each thread computes a tile.
long long blocks_of(const WarpTilingGroup& group, Extent3 tile, Extent3 block) {
    const auto along = [](int size, int tiles, int threads) {
        return divide_up<long long>(size, static_cast<long long>(tiles) * threads);
    };
    return along(group.size.x, tile.x, block.x) * along(group.size.y, tile.y, block.y) *
           along(group.size.z, tile.z, block.z);
}

/// The split axis has a tile to split, of whole steps, and no other axis is meant.
bool can_split(const WarpTilingGroup& group, Extent3 tile, int axis) {
    if (tile.x % group.step.x != 0 || tile.y % group.step.y != 0) return false;
    return axis == 0 ? tile.x > group.step.x : axis == 1 && tile.y > group.step.y;
}

/// What a stage computes beyond as many elements as the output's tile has, `tile`: at a coarser
/// resolution that is below zero.
Extent3 overlap_of(const WarpTilingStage& stage, Extent3 tile) {
    const auto along = [](double ratio, int n, int overlap) {
        return overlap + (ratio == 1 ? 0 : static_cast<int>(std::ceil((n - 1) * ratio)) + 1 - n);
    };
    return {along(stage.ratio_x, tile.x, stage.overlap.x),
            along(stage.ratio_y, tile.y, stage.overlap.y), stage.overlap.z};
}

}  // namespace

const WarpTilingWeights& warp_tiling_weights(const GpuTarget& target) {
    return target.capability.major >= 7 ? kWeightsV100 : kWeightsGtx1080Ti;
}

int transactions_of_warp(Extent3 warp, const GlobalLoad& load, int transaction_bytes) {
    const int first = divide_down(load.offset * kElementBytes, transaction_bytes);
    const int last = divide_down((load.offset + warp.x) * kElementBytes - 1, transaction_bytes);
    return (last - first + 1) * warp.y * warp.z;
}

namespace {

/// What follows from the threads of a warp and the tile, however it is split and whatever the
/// block.
struct TileWork {
    Extent3 tile, warp;
    double seconds = 0;  ///< computing a tile
    double overlap = 0;  ///< redundant elements of all stages over one tile's
    int registers = 0;   ///< of all stages, what a split adds apart
    Extent3 step;        ///< as the group's
    /// The stages that have a scratchpad, with their overlap.
    std::vector<std::pair<const WarpTilingStage*, Extent3>> scratchpads;
};

TileWork tile_work(const WarpTilingGroup& group, Extent3 tile, Extent3 warp) {
    TileWork work{.tile = tile, .warp = warp, .step = group.step, .scratchpads = {}};
    for (const WarpTilingStage& stage : group.stages) {
        work.registers += stage.registers;
        const double ratio = stage.ratio_x * stage.ratio_y;
        const Extent3 overlap = overlap_of(stage, warp_tile(tile, warp));
        work.seconds += stage.seconds_per_element * static_cast<double>(tile.volume()) * ratio;
        work.overlap += redundancy(tile, warp, overlap) + (1 - ratio);
        if (stage.buffered) work.scratchpads.emplace_back(&stage, overlap);
    }
    return work;
}

/// Lines 13 to 17 and 25 to 28: what a size of transactions adds.
struct Traffic {
    int transaction_bytes = 0;
    double transactions = 0;  ///< of a warp over its tile
    double memory_ratio = 0;
};

Traffic traffic_of(const GpuTarget& target, const WarpTilingGroup& group, const TileWork& work,
                   int transaction_bytes) {
    Traffic traffic{transaction_bytes};
    for (const GlobalLoad& load : group.loads)
        traffic.transactions += transactions_of_warp(work.warp, load, transaction_bytes) *
                                static_cast<double>(work.tile.volume());
    // The device's bandwidth shared by all warps that execute at once.
    const double warp_bandwidth = target.dram_bytes_per_second * target.warp_size /
                                  (target.multiprocessors * static_cast<double>(target.fp32_lanes));
    traffic.memory_ratio = transaction_bytes * traffic.transactions / warp_bandwidth / work.seconds;
    return traffic;
}

/// Line 35's terms that no split and no block changes.
double cost_of_tile(const WarpTilingWeights& weights, const TileWork& work,
                    const Traffic& traffic) {
    return weights.transactions * traffic.transactions / static_cast<double>(work.tile.volume()) +
           weights.memory_ratio * traffic.memory_ratio + weights.overlap * work.overlap;
}

/// What a split takes of shared memory, in bytes of each warp, and of a thread's registers.
struct SplitNeeds {
    int axis = 0, tenths = 0;
    long long shared_of_warp = 0, registers = 0;
};

SplitNeeds split_needs(const TileWork& work, int axis, int tenths) {
    const int tiles = axis == 0 ? work.tile.x : work.tile.y;
    const int step = axis == 0 ? work.step.x : work.step.y;
    const HybridSplit split{tiles,
                            tiles - split_tile(tiles / step, tenths).register_tiles() * step};
    Extent3 left = work.tile;
    (axis == 0 ? left.x : left.y) = split.shared_tiles;
    SplitNeeds needs{axis, tenths, 0, work.registers};
    for (const auto& [stage, whole] : work.scratchpads) {
        // Along the split axis shared memory overlaps as the left part does by itself.
        const Extent3 of_left = overlap_of(*stage, warp_tile(left, work.warp));
        const Extent3 overlap{axis == 0 ? of_left.x : whole.x, axis == 0 ? whole.y : of_left.y,
                              whole.z};
        const HybridStorage storage =
            hybrid_storage(work.tile, work.warp, work.warp, overlap, axis, split);
        needs.shared_of_warp += storage.shared_elements * kElementBytes;
        const double ratio = axis == 0 ? stage->ratio_x : stage->ratio_y;
        needs.registers += std::llround(static_cast<double>(storage.registers) * ratio);
    }
    return needs;
}

/// Lines 18 to 24 and 29 to 34: what a block adds. Nothing where the device cannot hold it.
struct Residency {
    std::size_t shared_bytes = 0;
    int registers = 0, resident_blocks = 0;
    double occupancy = 0, unallocated_shared = 0, unused_registers = 0, extra_blocks = 0;
};

long long shared_of_block(const GpuTarget& target, const SplitNeeds& needs, Extent3 block) {
    return needs.shared_of_warp * (block.volume() / target.warp_size);
}

/// The least that any block can add, for it can have no more warps resident than the split allows.
double least_cost_of_blocks(const GpuTarget& target, const WarpTilingWeights& weights,
                            const SplitNeeds& split) {
    const double most = static_cast<double>(target.max_threads) / target.warp_size;
    double warps = most;
    if (split.shared_of_warp > 0)
        warps = std::min(warps, static_cast<double>(target.shared_bytes) /
                                    static_cast<double>(split.shared_of_warp));
    if (split.registers > 0)
        warps = std::min(warps, static_cast<double>(target.registers) /
                                    static_cast<double>(split.registers * target.warp_size));
    return weights.idle * kPercent * (1 - warps / most);
}

std::optional<Residency> residency_of(const GpuTarget& target, const WarpTilingGroup& group,
                                      const TileWork& work, const SplitNeeds& split,
                                      Extent3 block) {
    const long long shared = shared_of_block(target, split, block);
    if (shared > static_cast<long long>(target.max_shared_per_block)) return {};
    if (split.registers > target.max_registers_per_thread) return {};
    Residency r;
    r.shared_bytes = static_cast<std::size_t>(shared);
    r.registers = static_cast<int>(split.registers);
    const BlockNeeds needs{static_cast<int>(block.volume()), r.registers, r.shared_bytes};
    r.resident_blocks = resident_blocks(target, needs).count();
    if (r.resident_blocks == 0) return {};
    r.occupancy = occupancy(target, needs);
    r.unallocated_shared = 1 - static_cast<double>(shared) * r.resident_blocks /
                                   static_cast<double>(target.shared_bytes);
    r.unused_registers =
        1 - r.registers * static_cast<double>(target.max_threads) * r.occupancy / target.registers;
    r.extra_blocks = static_cast<double>(
        divide_up<long long>(blocks_of(group, work.tile, block), target.multiprocessors) %
        r.resident_blocks);
    return r;
}

double cost_of_block(const WarpTilingWeights& weights, const Residency& r) {
    return weights.idle * kPercent * (1 - r.occupancy) +
           weights.unallocated_shared * r.unallocated_shared +
           weights.unused_registers * r.unused_registers + weights.extra_blocks * r.extra_blocks;
}

/// Why the device cannot hold a block.
std::string why_not_resident(const GpuTarget& target, const SplitNeeds& split, Extent3 block) {
    const long long shared = shared_of_block(target, split, block);
    if (shared > static_cast<long long>(target.max_shared_per_block))
        return fmt::format("{} bytes of shared memory a block, at most {}", shared,
                           target.max_shared_per_block);
    if (split.registers > target.max_registers_per_thread)
        return fmt::format("{} registers a thread, at most {}", split.registers,
                           target.max_registers_per_thread);
    return "not even one block is resident";
}

/// The threads of a warp of the block, or why the block cannot run.
Result<Extent3> warp_of(const GpuTarget& target, Extent3 block) {
    Result<Extent3> warp = warp_sizes(block, target.warp_size);
    if (warp && block.volume() > target.max_threads_per_block)
        return Error{ErrorKind::kInternal,
                     fmt::format("{} threads a block, at most {}", block.volume(),
                                 target.max_threads_per_block)};
    return warp;
}

/// Section 4: an axis that a warp has one thread along is not tiled, but for tiles that are all
/// planes.
bool tiles_only_warps(const WarpTilingGroup& group, Extent3 tile, Extent3 warp) {
    return (tile.x == 1 || warp.x > 1) && (tile.y == 1 || warp.y > 1) &&
           (tile.z == 1 || warp.z > 1 || tile.z == group.size.z);
}

bool fits_output(const WarpTilingGroup& group, Extent3 tile) {
    return (tile.x <= 1 || tile.x <= group.size.x) && (tile.y <= 1 || tile.y <= group.size.y);
}

std::vector<int> planes_of(const WarpTilingGroup& group, const WarpTilingSpace& space) {
    if (!space.planes.empty()) return space.planes;
    return group.size.z > 1 ? std::vector{1, group.size.z} : std::vector{1};
}

/// Blocks whose warps have the same threads along each axis.
struct BlocksOfWarp {
    Extent3 warp;
    std::vector<Extent3> blocks;
};

std::vector<BlocksOfWarp> blocks_by_warp(const GpuTarget& target,
                                         const std::vector<Extent3>& blocks) {
    std::vector<BlocksOfWarp> result;
    for (const Extent3& block : blocks) {
        const Result<Extent3> warp = warp_of(target, block);
        if (!warp) continue;
        const auto same = std::find_if(result.begin(), result.end(),
                                       [&](const BlocksOfWarp& b) { return b.warp == *warp; });
        if (same == result.end())
            result.push_back({*warp, {block}});
        else
            same->blocks.push_back(block);
    }
    return result;
}

/// The splits of a tile that are in the space: none in registers once, for it has no axis, and
/// fractions of which a whole part of the tile lies there.
std::vector<SplitNeeds> splits_of(const WarpTilingGroup& group, const TileWork& work,
                                  const WarpTilingSpace& space) {
    const auto differs = [&](int axis, int tenths) {
        if (tenths == 0) return axis == space.axes.front();
        const int steps = axis == 0 ? work.tile.x / work.step.x : work.tile.y / work.step.y;
        return can_split(group, work.tile, axis) && split_tile(steps, tenths).register_tiles() > 0;
    };
    std::vector<SplitNeeds> splits;
    for (const int axis : space.axes)
        for (const int tenths : space.tenths)
            if (differs(axis, tenths)) splits.push_back(split_needs(work, axis, tenths));
    return splits;
}

}  // namespace

std::vector<int> WarpTilingSpace::numbers_to(int n) {
    std::vector<int> numbers;
    for (int i = 1; i <= n; ++i) numbers.push_back(i);
    return numbers;
}

std::vector<Extent3> blocks_of_warps(const GpuTarget& target, int width) {
    std::vector<int> widths;
    for (int x = target.warp_size; x <= target.max_threads_per_block; x += target.warp_size)
        widths.push_back(x);
    for (int x = target.warp_size / 2; x >= 1; x /= 2) widths.push_back(x);
    std::vector<Extent3> blocks;
    for (const int x : widths) {
        const int columns = std::min(x, std::max(width, 1));
        // A row of fewer threads than a warp would be padded along x.
        const int first = columns < target.warp_size ? 2 : 1;
        for (int y = first; columns * y <= target.max_threads_per_block; ++y) {
            const Extent3 block = pad_block({columns, y, 1}, target.warp_size);
            const bool known = std::find(blocks.begin(), blocks.end(), block) != blocks.end();
            if (!known && block.volume() <= target.max_threads_per_block) blocks.push_back(block);
        }
    }
    return blocks;
}

WarpTilingCost warp_tiling_cost(const GpuTarget& target, const WarpTilingGroup& group,
                                const WarpTilingConfig& config, const WarpTilingWeights& weights) {
    if (!group.why_not_constant.empty()) return refuse({}, group.why_not_constant);
    const Result<Extent3> warp = warp_of(target, config.block);
    if (!warp) return refuse({}, warp.error().message);
    if (!tiles_only_warps(group, config.tile, *warp))
        return refuse(
            {},
            fmt::format("a tile of {} x {} x {} where a warp has {} x {} x {} threads",
                        config.tile.x, config.tile.y, config.tile.z, warp->x, warp->y, warp->z));
    if (config.tenths_in_registers > 0 && !can_split(group, config.tile, config.split_axis))
        return refuse({}, "no tile to split along the split axis");
    const TileWork work = tile_work(group, config.tile, *warp);
    if (work.seconds <= 0) return refuse({}, "no time of computation is known");
    const Traffic traffic = traffic_of(target, group, work, config.transaction_bytes);
    const SplitNeeds split = split_needs(work, config.split_axis, config.tenths_in_registers);
    const auto residency = residency_of(target, group, work, split, config.block);
    WarpTilingCost cost;
    cost.transactions = traffic.transactions;
    cost.memory_ratio = traffic.memory_ratio;
    cost.overlap = work.overlap;
    if (!residency) return refuse(std::move(cost), why_not_resident(target, split, config.block));
    cost.occupancy = residency->occupancy;
    cost.unallocated_shared = residency->unallocated_shared;
    cost.unused_registers = residency->unused_registers;
    cost.extra_blocks = residency->extra_blocks;
    cost.shared_bytes = residency->shared_bytes;
    cost.registers = residency->registers;
    cost.resident_blocks = residency->resident_blocks;
    cost.cost = cost_of_tile(weights, work, traffic) + cost_of_block(weights, *residency);
    return cost;
}

WarpTilingChoice cheapest_warp_tile(const GpuTarget& target, const WarpTilingGroup& group,
                                    const WarpTilingWeights& weights,
                                    const WarpTilingSpace& space) {
    double least = std::numeric_limits<double>::infinity();
    WarpTilingConfig best{{1, 1, 1}, {target.warp_size, 1, 1}};
    if (!group.why_not_constant.empty()) return {best, refuse({}, group.why_not_constant)};
    const auto consider = [&](Extent3 tile, const BlocksOfWarp& of_warp) {
        const TileWork work = tile_work(group, tile, of_warp.warp);
        if (work.seconds <= 0) return;
        std::vector<SplitNeeds> splits;
        for (const int bytes : space.transactions) {
            // A split and a block can only add to this.
            const double so_far =
                cost_of_tile(weights, work, traffic_of(target, group, work, bytes));
            if (so_far >= least) continue;
            if (splits.empty()) splits = splits_of(group, work, space);
            for (const SplitNeeds& split : splits) {
                if (so_far + least_cost_of_blocks(target, weights, split) >= least) continue;
                for (const Extent3& block : of_warp.blocks) {
                    const auto residency = residency_of(target, group, work, split, block);
                    if (!residency) continue;
                    const double cost = so_far + cost_of_block(weights, *residency);
                    if (cost >= least) continue;
                    least = cost;
                    best = {work.tile, block, split.axis, split.tenths, bytes};
                }
            }
        }
    };
    const std::vector<Extent3> blocks =
        space.blocks.empty() ? blocks_of_warps(target, group.size.x) : space.blocks;
    for (const BlocksOfWarp& of_warp : blocks_by_warp(target, blocks))
        for (const int x : space.tiles)
            for (const int y : space.tiles)
                for (const int z : planes_of(group, space)) {
                    const Extent3 tile{x, y, z};
                    if (fits_output(group, tile) && tiles_only_warps(group, tile, of_warp.warp))
                        consider(tile, of_warp);
                }
    return {best, warp_tiling_cost(target, group, best, weights)};
}

}  // namespace weft
