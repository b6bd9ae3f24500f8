#include "models/warp_tiling_cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/occupancy.h"
#include "support/integers.h"

namespace weft {

namespace {

constexpr int kElementBytes = 4;

WarpTilingCost refuse(WarpTilingCost cost, std::string why) {
    cost.refused = std::move(why);
    return cost;
}

/// Blocks that cover the output when each thread computes a tile.
long long blocks_of(const WarpTilingGroup& group, const WarpTilingConfig& config) {
    const auto along = [](int size, int tile, int block) {
        return divide_up<long long>(size, static_cast<long long>(tile) * block);
    };
    return along(group.size.x, config.tile.x, config.block.x) *
           along(group.size.y, config.tile.y, config.block.y) *
           along(group.size.z, config.tile.z, config.block.z);
}

/// The split axis has a tile to split, and no other axis is meant.
bool can_split(const WarpTilingConfig& config) {
    return config.split_axis == 0 ? config.tile.x > 1 : config.split_axis == 1 && config.tile.y > 1;
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

/// What follows from the block and the tile alone, however the tile is split.
struct TileWork {
    Extent3 warp;
    double seconds = 0;                ///< computing a tile
    double overlap = 0;                ///< redundant elements of all stages over one tile's
    int registers = 0;                 ///< of all stages, what a split adds apart
    std::vector<Extent3> scratchpads;  ///< the overlap of each stage that has one
};

TileWork tile_work(const WarpTilingGroup& group, const WarpTilingConfig& config, Extent3 warp) {
    TileWork work{.warp = warp, .scratchpads = {}};
    for (const WarpTilingStage& stage : group.stages) {
        work.registers += stage.registers;
        const double ratio = stage.ratio_x * stage.ratio_y;
        const Extent3 overlap = overlap_of(stage, warp_tile(config.tile, warp));
        work.seconds +=
            stage.seconds_per_element * static_cast<double>(config.tile.volume()) * ratio;
        work.overlap += redundancy(config.tile, warp, overlap) + (1 - ratio);
        if (stage.buffered) work.scratchpads.push_back(overlap);
    }
    return work;
}

/// What a split takes of a block's shared memory, in bytes, and of a thread's registers.
struct SplitNeeds {
    long long shared = 0, registers = 0;
};

SplitNeeds split_needs(const TileWork& work, const WarpTilingConfig& config) {
    const HybridSplit split = split_tile(config.split_axis == 0 ? config.tile.x : config.tile.y,
                                         config.tenths_in_registers);
    SplitNeeds needs{0, work.registers};
    for (const Extent3& overlap : work.scratchpads) {
        const HybridStorage storage =
            hybrid_storage(config.tile, config.block, work.warp, overlap, config.split_axis, split);
        needs.shared += storage.shared_elements * kElementBytes;
        needs.registers += storage.registers;
    }
    return needs;
}

/// Whether the target can hold it, and a time is known.
bool may_run(const GpuTarget& target, const TileWork& work, const SplitNeeds& needs) {
    return needs.shared <= static_cast<long long>(target.max_shared_per_block) &&
           needs.registers <= target.max_registers_per_thread && work.seconds > 0;
}

std::string why_not(const GpuTarget& target, const SplitNeeds& needs) {
    if (needs.shared > static_cast<long long>(target.max_shared_per_block))
        return fmt::format("{} bytes of shared memory a block, at most {}", needs.shared,
                           target.max_shared_per_block);
    if (needs.registers > target.max_registers_per_thread)
        return fmt::format("{} registers a thread, at most {}", needs.registers,
                           target.max_registers_per_thread);
    return "no time of computation is known";
}

/// Requires that it may run.
WarpTilingCost cost_of(const GpuTarget& target, const WarpTilingGroup& group,
                       const WarpTilingConfig& config, const WarpTilingWeights& weights,
                       const TileWork& work, const SplitNeeds& split) {
    WarpTilingCost cost;
    cost.overlap = work.overlap;
    cost.shared_bytes = static_cast<std::size_t>(split.shared);
    cost.registers = static_cast<int>(split.registers);
    const BlockNeeds needs{static_cast<int>(config.block.volume()), cost.registers,
                           cost.shared_bytes};
    cost.resident_blocks = resident_blocks(target, needs).count();
    if (cost.resident_blocks == 0) return refuse(std::move(cost), "not even one block is resident");
    cost.occupancy = occupancy(target, needs);

    for (const GlobalLoad& load : group.loads)
        cost.transactions += transactions_of_warp(work.warp, load, config.transaction_bytes) *
                             static_cast<double>(config.tile.volume());
    // The device's bandwidth shared by all warps that execute at once.
    const double warp_bandwidth = target.dram_bytes_per_second * target.warp_size /
                                  (target.multiprocessors * static_cast<double>(target.fp32_lanes));
    cost.memory_ratio =
        config.transaction_bytes * cost.transactions / warp_bandwidth / work.seconds;
    cost.unallocated_shared = 1 - static_cast<double>(cost.shared_bytes) * cost.resident_blocks /
                                      static_cast<double>(target.shared_bytes);
    cost.unused_registers = 1 - cost.registers * static_cast<double>(target.max_threads) *
                                    cost.occupancy / target.registers;
    cost.extra_blocks =
        static_cast<double>(divide_up<long long>(blocks_of(group, config), target.multiprocessors) %
                            cost.resident_blocks);
    const double iterations = static_cast<double>(config.tile.volume());
    cost.cost = weights.transactions * cost.transactions / iterations +
                weights.idle * (1 - cost.occupancy) + weights.memory_ratio * cost.memory_ratio +
                weights.unallocated_shared * cost.unallocated_shared +
                weights.unused_registers * cost.unused_registers + weights.overlap * cost.overlap +
                weights.extra_blocks * cost.extra_blocks;
    return cost;
}

/// The warps of the block, or why there can be none.
Result<Extent3> warps_of(const GpuTarget& target, const WarpTilingGroup& group, Extent3 block) {
    const auto refused = [](std::string why) {
        return Error{ErrorKind::kInternal, std::move(why)};
    };
    if (!group.constant_dependences)
        return refused("dependences are not constant after alignment and scaling");
    Result<Extent3> warp = warp_sizes(block, target.warp_size);
    if (warp && block.volume() > target.max_threads_per_block)
        return refused(fmt::format("{} threads a block, at most {}", block.volume(),
                                   target.max_threads_per_block));
    return warp;
}

}  // namespace

WarpTilingCost warp_tiling_cost(const GpuTarget& target, const WarpTilingGroup& group,
                                const WarpTilingConfig& config, const WarpTilingWeights& weights) {
    const Result<Extent3> warp = warps_of(target, group, config.block);
    if (!warp) return refuse({}, warp.error().message);
    if (config.tenths_in_registers > 0 && !can_split(config))
        return refuse({}, "no tile to split along the split axis");
    const TileWork work = tile_work(group, config, *warp);
    const SplitNeeds needs = split_needs(work, config);
    if (!may_run(target, work, needs)) return refuse({}, why_not(target, needs));
    return cost_of(target, group, config, weights, work, needs);
}

WarpTilingChoice cheapest_warp_tile(const GpuTarget& target, const WarpTilingGroup& group,
                                    const WarpTilingWeights& weights,
                                    const WarpTilingSpace& space) {
    WarpTilingChoice choice;
    const auto take = [&](const WarpTilingConfig& config, WarpTilingCost cost) {
        ++choice.considered;
        choice.refused += !cost.refused.empty();
        if (choice.considered > 1 && cost.cost >= choice.cost.cost) return;
        choice.config = config;
        choice.cost = std::move(cost);
    };
    // The splits of a tile, for each size of transactions.
    const auto consider = [&](WarpTilingConfig config, const Result<Extent3>& warp) {
        const TileWork work = warp ? tile_work(group, config, *warp) : TileWork{};
        for (const int transaction : space.transactions)
            for (const int axis : {0, 1})
                for (const int tenths : space.tenths) {
                    config.split_axis = axis;
                    config.tenths_in_registers = tenths;
                    config.transaction_bytes = transaction;
                    // Not a split along x is not a split along y either.
                    if (tenths == 0 ? axis != 0 : !can_split(config)) continue;
                    const SplitNeeds needs = warp ? split_needs(work, config) : SplitNeeds{};
                    if (warp && may_run(target, work, needs))
                        take(config, cost_of(target, group, config, weights, work, needs));
                    else if (choice.considered == 0)
                        take(config, warp_tiling_cost(target, group, config, weights));
                    else
                        ++choice.considered, ++choice.refused;
                }
    };
    for (const Extent3& block : space.blocks) {
        const Result<Extent3> warp = warps_of(target, group, block);
        for (const int x : space.tiles)
            for (const int y : space.tiles)
                if ((x <= 1 || x <= group.size.x) && (y <= 1 || y <= group.size.y))
                    consider({{x, y, 1}, block}, warp);
    }
    return choice;
}

}  // namespace weft
