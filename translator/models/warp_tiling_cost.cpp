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

WarpTilingCost warp_tiling_cost(const GpuTarget& target, const WarpTilingGroup& group,
                                const WarpTilingConfig& config, const WarpTilingWeights& weights) {
    WarpTilingCost cost;
    if (!group.constant_dependences)
        return refuse(cost, "dependences are not constant after alignment and scaling");
    const Result<Extent3> warp = warp_sizes(config.block, target.warp_size);
    if (!warp) return refuse(cost, warp.error().message);
    const auto threads = static_cast<int>(config.block.volume());
    if (threads > target.max_threads_per_block)
        return refuse(cost, fmt::format("{} threads a block, at most {}", threads,
                                        target.max_threads_per_block));
    if (config.tenths_in_registers > 0 && !can_split(config))
        return refuse(cost, "no tile to split along the split axis");

    const HybridSplit split = split_tile(config.split_axis == 0 ? config.tile.x : config.tile.y,
                                         config.tenths_in_registers);
    long long shared = 0, registers = 0;
    double compute_seconds = 0;
    for (const WarpTilingStage& stage : group.stages) {
        registers += stage.registers;
        const double ratio = stage.ratio_x * stage.ratio_y;
        const Extent3 overlap = overlap_of(stage, warp_tile(config.tile, *warp));
        compute_seconds +=
            stage.seconds_per_element * static_cast<double>(config.tile.volume()) * ratio;
        cost.overlap += redundancy(config.tile, *warp, overlap) + (1 - ratio);
        if (!stage.buffered) continue;
        const HybridStorage storage =
            hybrid_storage(config.tile, config.block, *warp, overlap, config.split_axis, split);
        shared += storage.shared_elements * kElementBytes;
        registers += storage.registers;
    }
    if (shared > static_cast<long long>(target.max_shared_per_block))
        return refuse(cost, fmt::format("{} bytes of shared memory a block, at most {}", shared,
                                        target.max_shared_per_block));
    if (registers > target.max_registers_per_thread)
        return refuse(cost, fmt::format("{} registers a thread, at most {}", registers,
                                        target.max_registers_per_thread));
    cost.shared_bytes = static_cast<std::size_t>(shared);
    cost.registers = static_cast<int>(registers);
    if (compute_seconds <= 0) return refuse(cost, "no time of computation is known");

    const BlockNeeds needs{threads, cost.registers, cost.shared_bytes};
    cost.resident_blocks = resident_blocks(target, needs).count();
    if (cost.resident_blocks == 0) return refuse(cost, "not even one block is resident");
    cost.occupancy = occupancy(target, needs);

    for (const GlobalLoad& load : group.loads)
        cost.transactions += transactions_of_warp(*warp, load, config.transaction_bytes) *
                             static_cast<double>(config.tile.volume());
    // The device's bandwidth shared by all warps that execute at once.
    const double warp_bandwidth = target.dram_bytes_per_second * target.warp_size /
                                  (target.multiprocessors * static_cast<double>(target.fp32_lanes));
    cost.memory_ratio =
        config.transaction_bytes * cost.transactions / warp_bandwidth / compute_seconds;
    cost.unallocated_shared = 1 - static_cast<double>(cost.shared_bytes) * cost.resident_blocks /
                                      static_cast<double>(target.shared_bytes);
    cost.unused_registers = 1 - cost.registers * static_cast<double>(target.max_threads) *
                                    cost.occupancy / target.registers;
    cost.extra_blocks =
        static_cast<double>(divide_up<long long>(blocks_of(group, config), target.multiprocessors) %
                            cost.resident_blocks);
    const double turns = static_cast<double>(config.tile.volume());
    cost.cost = weights.transactions * cost.transactions / turns +
                weights.idle * (1 - cost.occupancy) + weights.memory_ratio * cost.memory_ratio +
                weights.unallocated_shared * cost.unallocated_shared +
                weights.unused_registers * cost.unused_registers + weights.overlap * cost.overlap +
                weights.extra_blocks * cost.extra_blocks;
    return cost;
}

WarpTilingChoice cheapest_warp_tile(const GpuTarget& target, const WarpTilingGroup& group,
                                    const WarpTilingWeights& weights,
                                    const WarpTilingSpace& space) {
    WarpTilingChoice choice;
    const auto consider = [&](const WarpTilingConfig& config) {
        ++choice.considered;
        WarpTilingCost cost = warp_tiling_cost(target, group, config, weights);
        if (!cost.refused.empty()) ++choice.refused;
        const bool first = choice.considered == 1;
        if (!first && cost.cost >= choice.cost.cost) return;
        choice.config = config;
        choice.cost = std::move(cost);
    };
    for (const Extent3& block : space.blocks)
        for (const int x : space.tiles)
            for (const int y : space.tiles) {
                if ((x > 1 && x > group.size.x) || (y > 1 && y > group.size.y)) continue;
                for (const int transaction : space.transactions)
                    for (const int axis : {0, 1})
                        for (const int tenths : space.tenths) {
                            const WarpTilingConfig config{
                                {x, y, 1}, block, axis, tenths, transaction};
                            // Not a split along x is not a split along y either.
                            if (tenths == 0 ? axis == 0 : can_split(config)) consider(config);
                        }
            }
    return choice;
}

}  // namespace weft
