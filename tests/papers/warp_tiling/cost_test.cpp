// Paper: warp-tiling, section 6: algorithm 2 and table 3, by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "gpu_targets.h"
#include "models/warp_tiling_cost.h"

namespace weft {
namespace {

const GpuTarget& v100() { return *find_gpu_target("v100"); }

/// The blur of figure 2: blurx, in a scratchpad, one further on either side; blury.
WarpTilingGroup blur() {
    WarpTilingGroup group;
    group.size = {4096, 4096, 3};
    group.stages = {{12, 2e-9, {2, 0, 0}, true}, {12, 3e-9, {0, 0, 0}, false}};
    group.loads = {{-1}, {0}, {1}};
    return group;
}

TEST(WarpTilingTable3, WeightsAreThePapers) {
    EXPECT_EQ(warp_tiling_weights(gtx1080ti()), (WarpTilingWeights{50, 0.5, 45, 20, 2, 100, 1}));
    EXPECT_EQ(warp_tiling_weights(v100()), (WarpTilingWeights{50, 0.5, 60, 10, 2, 100, 1}));
    EXPECT_EQ(warp_tiling_weights(*find_gpu_target("gtx-680")), kWeightsGtx1080Ti);
    EXPECT_EQ(warp_tiling_weights(*find_gpu_target("h100")), kWeightsV100);
}

/// Table 1, as far as the target table has it. (It prints 16 blocks a multiprocessor for the GTX
/// 1080 Ti and 256 registers a thread; the programming guide has 32 and 255.)
TEST(WarpTilingTable1, IsInTheTargetTable) {
    EXPECT_EQ(gtx1080ti().multiprocessors, 28);
    EXPECT_EQ(gtx1080ti().fp32_lanes, 128);
    EXPECT_EQ(gtx1080ti().dram_bytes_per_second, 484e9);
    EXPECT_EQ(gtx1080ti().max_shared_per_block, 48u << 10);
    EXPECT_EQ(gtx1080ti().shared_bytes, 96u << 10);
    EXPECT_EQ(v100().multiprocessors, 80);
    EXPECT_EQ(v100().fp32_lanes, 64);
    EXPECT_EQ(v100().max_shared_per_block, 96u << 10);
    EXPECT_EQ(v100().registers, 65536);
}

/// 32 lanes read 128 bytes: four transactions of 32 bytes on a boundary, five off it; one or two of
/// 128. Two rows of 16 lanes: two each, three off a boundary.
TEST(WarpTilingTransactions, CountTheSegmentsThatAWarpTouches) {
    const Extent3 line{32, 1, 1}, rows{16, 2, 1};
    EXPECT_EQ(transactions_of_warp(line, {0}, 32), 4);
    EXPECT_EQ(transactions_of_warp(line, {-1}, 32), 5);
    EXPECT_EQ(transactions_of_warp(line, {1}, 32), 5);
    EXPECT_EQ(transactions_of_warp(line, {8}, 32), 4);
    EXPECT_EQ(transactions_of_warp(line, {0}, 128), 1);
    EXPECT_EQ(transactions_of_warp(line, {-1}, 128), 2);
    EXPECT_EQ(transactions_of_warp(rows, {0}, 32), 4);
    EXPECT_EQ(transactions_of_warp(rows, {1}, 32), 6);
}

/// Ours: of a stage at twice the resolution a warp of 16 times 32 elements holds 2 * 511 + 1 and
/// what it overlaps; what is redundant is what exceeds two for each of the output.
TEST(WarpTilingAlgorithm2, StagesAtAnotherResolutionHaveAsManyElements) {
    WarpTilingGroup group = blur();
    group.stages[0].ratio_x = 2;
    const WarpTilingConfig config{{16, 1, 1}, {64, 4, 1}, 0, 0, 32};
    const WarpTilingCost c = warp_tiling_cost(v100(), group, config, kWeightsV100);
    ASSERT_EQ(c.refused, "");
    EXPECT_EQ(c.shared_bytes, 8 * (2 * 511 + 1 + 2) * 4u);
    EXPECT_NEAR(c.overlap, (2 * 511 + 1 + 2 - 1024) / 512.0, 1e-12);
    group.stages[0].ratio_x = 0.5;
    const WarpTilingCost half = warp_tiling_cost(v100(), group, config, kWeightsV100);
    EXPECT_EQ(half.shared_bytes, 8 * (256 + 1 + 2) * 4u);
    EXPECT_NEAR(half.overlap, (256 + 1 + 2 - 256) / 512.0, 1e-12);
    EXPECT_LT(c.memory_ratio, half.memory_ratio) << "which computes less for as many transactions";
}

/// All seven terms for the overview's configuration, tile 16 and block (64,4,1), without hybrid
/// tiles.
TEST(WarpTilingAlgorithm2, SevenTermsByHand) {
    const WarpTilingConfig config{{16, 1, 1}, {64, 4, 1}, 0, 0, 32};
    const WarpTilingCost c = warp_tiling_cost(gtx1080ti(), blur(), config, kWeightsGtx1080Ti);
    ASSERT_EQ(c.refused, "");
    EXPECT_EQ(c.shared_bytes, 16448u);
    EXPECT_EQ(c.registers, 24);
    EXPECT_EQ(c.resident_blocks, 5);
    // 1: (5 + 4 + 5) segments an iteration, 16 iterations.
    EXPECT_DOUBLE_EQ(c.transactions, 14 * 16);
    // 2: whole blocks: 5 * 8 warps of 64. Without line 18's floor 98304 / 16448 * 8 / 64 = 74.7 %.
    EXPECT_DOUBLE_EQ(c.occupancy, 0.625);
    EXPECT_NEAR(98304.0 / 16448 * 8 / 64, 0.747, 0.0005);
    // 3: 224 * 32 bytes by 484e9 * 32 / (28 * 128) bytes a second, over 16 * 5 ns.
    EXPECT_NEAR(c.memory_ratio, 224 * 32 / (484e9 * 32 / (28 * 128)) / 80e-9, 1e-9);
    // 4: 5 * 16448 of 98304 bytes are allocated.
    EXPECT_NEAR(c.unallocated_shared, 1 - 5 * 16448.0 / 98304, 1e-12);
    // 5: 24 registers of 2048 * 0.625 threads.
    EXPECT_NEAR(c.unused_registers, 1 - 24 * 2048 * 0.625 / 65536, 1e-12);
    // 6: two of 512 in blurx alone.
    EXPECT_NEAR(c.overlap, 2.0 / 512, 1e-12);
    // 7: 4 * 1024 * 3 blocks over 28 multiprocessors are 439: 4 beyond 87 rounds of 5.
    EXPECT_DOUBLE_EQ(c.extra_blocks, 4);
    EXPECT_NEAR(c.cost,
                50 * c.transactions / 16 + 0.5 * 37.5 + 45 * c.memory_ratio +
                    20 * c.unallocated_shared + 2 * c.unused_registers + 100 * c.overlap + 4,
                1e-9);
}

/// With half in registers: lines 9 to 11 in order. 8,256 bytes, 8 registers more, all 64 warps.
TEST(WarpTilingAlgorithm2, HybridTilesTradeSharedMemoryForRegisters) {
    const WarpTilingConfig config{{16, 1, 1}, {64, 4, 1}, 0, 5, 32};
    const WarpTilingCost c = warp_tiling_cost(gtx1080ti(), blur(), config, kWeightsGtx1080Ti);
    ASSERT_EQ(c.refused, "");
    EXPECT_EQ(c.shared_bytes, 8256u);
    EXPECT_EQ(c.registers, 32);
    EXPECT_DOUBLE_EQ(c.occupancy, 1);
    EXPECT_EQ(c.resident_blocks, 8);
    // As printed, line 10 leaves 8224 bytes, the overlap halved too, and line 11 takes half of
    // those for 8224 / 2 / 256 = 16 registers.
    EXPECT_NEAR(c.unused_registers, 0, 1e-12);
}

TEST(WarpTilingAlgorithm2, RefusesWithAReason) {
    const auto refused = [](const WarpTilingGroup& group, const WarpTilingConfig& config) {
        const WarpTilingCost c = warp_tiling_cost(gtx1080ti(), group, config, kWeightsGtx1080Ti);
        EXPECT_EQ(c.cost, std::numeric_limits<double>::infinity());
        return c.refused;
    };
    WarpTilingGroup group = blur();
    EXPECT_EQ(refused(group, {{64, 1, 1}, {64, 4, 1}}),
              "65600 bytes of shared memory a block, at most 49152");
    EXPECT_EQ(refused(group, {{1, 1, 1}, {64, 32, 1}}), "2048 threads a block, at most 1024");
    EXPECT_NE(refused(group, {{8, 1, 1}, {24, 8, 1}}).find("splits warps"), std::string::npos);
    EXPECT_EQ(refused(group, {{1, 1, 1}, {64, 4, 1}, 0, 5}),
              "no tile to split along the split axis");
    // 240 iterations in registers and 24 registers of the stages.
    EXPECT_EQ(refused(group, {{240, 1, 1}, {32, 1, 1}, 0, 10}),
              "264 registers a thread, at most 255");
    group.stages[0].seconds_per_element = group.stages[1].seconds_per_element = 0;
    EXPECT_EQ(refused(group, {{8, 1, 1}, {64, 4, 1}}), "no time of computation is known");
    group = blur();
    group.why_not_constant = "distances are not constant";
    EXPECT_NE(refused(group, {{8, 1, 1}, {64, 4, 1}}).find("not constant"), std::string::npos);
}

/// The search finds what trying everything finds.
TEST(WarpTilingSearch, FindsTheCheapest) {
    WarpTilingSpace space;
    space.tiles = {1, 4, 16};
    space.blocks = {{24, 8, 1}, {32, 4, 1}, {64, 4, 1}, {16, 8, 1}, {8, 4, 1}};
    space.tenths = {0, 5, 10};
    for (const GpuTarget* target : {&v100(), &gtx1080ti()}) {
        const WarpTilingWeights& weights = warp_tiling_weights(*target);
        const WarpTilingChoice choice = cheapest_warp_tile(*target, blur(), weights, space);
        ASSERT_EQ(choice.cost.refused, "");
        double least = std::numeric_limits<double>::infinity();
        for (const Extent3& block : space.blocks)
            for (const int x : space.tiles)
                for (const int y : space.tiles)
                    for (const int z : {1, 3})
                        for (const int axis : {0, 1})
                            for (const int tenths : space.tenths)
                                for (const int bytes : space.transactions) {
                                    const WarpTilingConfig config{
                                        {x, y, z}, block, axis, tenths, bytes};
                                    least = std::min(
                                        least,
                                        warp_tiling_cost(*target, blur(), config, weights).cost);
                                }
        EXPECT_DOUBLE_EQ(choice.cost.cost, least) << target->name;
    }
}

/// Harris as PolyMage has it: eleven stages, of which all but the last have scratchpads; the two
/// derivatives, of six taps each, and their three products reach one further on each side. A stage
/// takes a clock for an operation, and some ten registers: the paper measures both, and prints
/// neither.
WarpTilingGroup harris(const GpuTarget& target) {
    WarpTilingGroup group;
    group.size = {4256, 2832, 1};
    const auto add = [&](int registers, int operations, int window, bool buffered) {
        group.stages.push_back(
            {registers, operations / target.clock_hz, {window, window, 0}, buffered});
    };
    for (int derivative = 0; derivative < 2; ++derivative) add(12, 11, 2, true);
    for (int product = 0; product < 3; ++product) add(8, 1, 2, true);
    for (int sum = 0; sum < 3; ++sum) add(12, 9, 0, true);
    add(8, 3, 0, true);    // the determinant
    add(8, 1, 0, true);    // the trace
    add(10, 6, 0, false);  // the response
    for (const int x : {-1, 1, -1, 1, -1, 1, -1, 0, 1, -1, 0, 1}) group.loads.push_back({x});
    return group;
}

/// "OTPW+Shared limits the tile size [...]. However, Hybrid Tiling allows 10 x 1 tiles, with
/// equally divided among shared memory and registers" (7.2.1): rows of tiles, in part in registers,
/// and that tile at the least cost but for two thousandths.
TEST(WarpTilingSearch, GivesHarrisThePapersTile) {
    for (const GpuTarget* target : {&v100(), &gtx1080ti()}) {
        const auto least = [&](const WarpTilingSpace& space) {
            return cheapest_warp_tile(*target, harris(*target), warp_tiling_weights(*target),
                                      space);
        };
        const WarpTilingChoice best = least({});
        EXPECT_GT(best.config.tile.x, 4) << target->name;
        EXPECT_EQ(best.config.tile.y, 1) << target->name;
        EXPECT_GT(best.config.tenths_in_registers, 0) << target->name;
        WarpTilingSpace shared;
        shared.tenths = {0};
        EXPECT_LT(best.cost.cost, least(shared).cost.cost) << target->name;
        WarpTilingSpace papers;
        papers.tiles = {1, 10};
        papers.tenths = {5};
        const WarpTilingChoice ten = least(papers);
        EXPECT_EQ(ten.config.tile, (Extent3{10, 1, 1})) << target->name;
        EXPECT_LE(ten.cost.cost, 1.002 * best.cost.cost) << target->name;
    }
}

/// Section 4: where a warp has one row of threads, tiles have one row.
TEST(WarpTilingSearch, TilesOnlyAxesThatWarpsHaveThreadsAlong) {
    const auto refused = [](Extent3 tile, Extent3 block) {
        return warp_tiling_cost(gtx1080ti(), blur(), {tile, block}, kWeightsGtx1080Ti).refused;
    };
    EXPECT_EQ(refused({4, 2, 1}, {32, 4, 1}),
              "a tile of 4 x 2 x 1 where a warp has 32 x 1 x 1 threads");
    EXPECT_EQ(refused({4, 1, 1}, {32, 4, 1}), "");
    EXPECT_EQ(refused({4, 2, 1}, {16, 4, 1}), "");
    EXPECT_EQ(refused({2, 4, 1}, {1, 32, 1}),
              "a tile of 2 x 4 x 1 where a warp has 1 x 32 x 1 threads");
    EXPECT_EQ(refused({4, 1, 2}, {32, 4, 1}),
              "a tile of 4 x 1 x 2 where a warp has 32 x 1 x 1 threads");
    EXPECT_EQ(refused({4, 1, 3}, {32, 4, 1}), "") << "all planes: no rest, and so no condition";
}

/// Ours: a tile of all three planes takes three times the shared memory, or the registers, and a
/// third of the blocks; an iteration costs as much.
TEST(WarpTilingAlgorithm2, TilesAlongZHoldAllPlanes) {
    const auto cost = [](Extent3 tile, int tenths) {
        return warp_tiling_cost(gtx1080ti(), blur(), {tile, {64, 4, 1}, 0, tenths, 32},
                                kWeightsGtx1080Ti);
    };
    const WarpTilingCost one = cost({4, 1, 1}, 0), all = cost({4, 1, 3}, 0);
    ASSERT_EQ(all.refused, "");
    EXPECT_EQ(all.shared_bytes, 3 * one.shared_bytes);
    EXPECT_EQ(all.transactions, 3 * one.transactions);
    EXPECT_DOUBLE_EQ(all.memory_ratio, one.memory_ratio);
    EXPECT_DOUBLE_EQ(all.overlap, one.overlap);
    EXPECT_EQ(cost({4, 1, 3}, 10).registers - 24, 3 * (cost({4, 1, 1}, 10).registers - 24));
    WarpTilingSpace space;
    space.tiles = {1, 4};
    space.blocks = {{64, 4, 1}};
    for (const int z : {1, 3}) {
        space.planes = {z};
        EXPECT_EQ(cheapest_warp_tile(gtx1080ti(), blur(), kWeightsGtx1080Ti, space).config.tile.z,
                  z);
    }
}

/// Every block of whole warps, once each; padded for a picture of five columns.
TEST(WarpTilingSearch, LooksAtEveryBlockOfWholeWarps) {
    const std::vector<Extent3> wide = blocks_of_warps(v100(), 4096);
    for (const Extent3& block : wide) {
        EXPECT_TRUE(warp_sizes(block)) << block.x << " x " << block.y;
        EXPECT_LE(block.volume(), 1024);
    }
    const auto has = [](const std::vector<Extent3>& blocks, Extent3 block) {
        return std::count(blocks.begin(), blocks.end(), block);
    };
    EXPECT_EQ(has(wide, {32, 1, 1}), 1);
    EXPECT_EQ(has(wide, {64, 4, 1}), 1);
    EXPECT_EQ(has(wide, {96, 7, 1}), 1);
    EXPECT_EQ(has(wide, {16, 8, 1}), 1);
    EXPECT_EQ(has(wide, {1024, 1, 1}), 1);
    const std::vector<Extent3> narrow = blocks_of_warps(v100(), 5);
    EXPECT_EQ(has(narrow, {8, 4, 1}), 1) << "5 x 4 threads are padded";
    EXPECT_EQ(has(narrow, {4, 8, 1}), 1);
    for (const Extent3& block : narrow) EXPECT_LE(block.x, 8) << block.x << " x " << block.y;
}

/// Line 35 as printed weighs the transactions of a whole tile, 50 * 14 * 16 here, which no other
/// term can make up for: tiles of one element would be the cheapest of any group. By the iteration,
/// larger tiles pay, for they overlap less.
TEST(WarpTilingSearch, TakesTilesLargerThanOne) {
    const WarpTilingChoice choice = cheapest_warp_tile(gtx1080ti(), blur(), kWeightsGtx1080Ti);
    EXPECT_GT(choice.config.tile.x, 1);
    const auto cost = [](int tile) {
        return warp_tiling_cost(gtx1080ti(), blur(), {{tile, 1, 1}, {64, 4, 1}}, kWeightsGtx1080Ti);
    };
    EXPECT_LT(cost(4).cost, cost(1).cost);
    EXPECT_GT(50 * cost(4).transactions, cost(1).cost + 50);
}

TEST(WarpTilingSearch, OfOnePixelTakesTilesOfOne) {
    WarpTilingGroup group = blur();
    group.size = {1, 1, 1};
    const WarpTilingChoice choice = cheapest_warp_tile(gtx1080ti(), group, kWeightsGtx1080Ti);
    EXPECT_EQ(choice.cost.refused, "");
    EXPECT_EQ(choice.config.tile, (Extent3{1, 1, 1}));
}

TEST(WarpTilingSearch, SaysWhereNothingFits) {
    WarpTilingGroup group = blur();
    group.why_not_constant = "distances are not constant";
    const WarpTilingChoice choice = cheapest_warp_tile(gtx1080ti(), group, kWeightsGtx1080Ti);
    EXPECT_NE(choice.cost.refused, "");
}

}  // namespace
}  // namespace weft
