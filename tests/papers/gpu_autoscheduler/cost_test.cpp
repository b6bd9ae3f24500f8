// Paper: gpu-autoscheduler, listing 1: the cost of a group and what makes a configuration invalid.
#include <gtest/gtest.h>

#include <algorithm>

#include "gpu_targets.h"
#include "khwz.h"
#include "models/gpu_autoscheduler.h"
#include "models/occupancy.h"

namespace weft {
namespace {

AutoCost final_cost(const AutoPipeline& pipeline, const AutoGroup& group, AutoTile tile) {
    return group_cost(rtx2080ti(), pipeline, group, tile, AutoPhase::kFinalTiling, unnested(group));
}

/// 3 x 3, nine operations, rows of three next to each other.
AutoPipeline one_filter(int width, int height) {
    return {
        {"filter",
         9,
         1,
         4,
         width,
         height,
         {{.stage = -1, .left = 1, .right = 1, .up = 1, .down = 1, .loads = 9, .consecutive = 3}}}};
}

/// Table 2, as far as listing 1 asks for it.
TEST(AutoschedulerTable2, IsInTheTargetTable) {
    EXPECT_EQ(rtx2080ti().multiprocessors, 68);
    EXPECT_EQ(rtx2080ti().max_shared_per_block, 64u << 10);
    EXPECT_EQ(rtx2080ti().max_registers_per_thread, 255);
    EXPECT_EQ(find_gpu_target("xavier")->multiprocessors, 8);
}

/// Z tiled by 32 x 12: "the dimensions of the thread block will be 32x16 causing 512 threads per
/// block in total and 2048 bytes allocated", W's.
TEST(AutoschedulerExample, BlockAndFootprintOfKHWZ) {
    const AutoPipeline kwz = inline_trivial(khwz());
    const AutoGroup group{{0, 1, 2}};
    EXPECT_EQ(local_bounds(kwz, group, {32, 12}),
              (std::vector<AutoTile>{{32, 16}, {32, 16}, {32, 12}}));
    const AutoCost nested =
        group_cost(rtx2080ti(), kwz, group, {32, 12}, AutoPhase::kFinalTiling, nest(kwz, group));
    ASSERT_EQ(nested.invalid, "");
    EXPECT_EQ(nested.block_x, 32);
    EXPECT_EQ(nested.block_y, 16);
    EXPECT_EQ(nested.threads(), 512);
    EXPECT_EQ(nested.shared_bytes, 2048u);
    // Overlapping tiles keep K's three planes as well.
    EXPECT_EQ(final_cost(kwz, group, {32, 12}).shared_bytes, 2048u + 3 * 2048);
}

/// "If we assume 64 registers per block, 2048 bytes and 512 threads per block we would get a 100 %
/// occupancy": for 64 registers a thread, and at compute capability 7.5, whose SM holds 32 warps.
TEST(AutoschedulerExample, OccupancyIsFullWhereAnSmHolds1024Threads) {
    EXPECT_DOUBLE_EQ(occupancy(rtx2080ti(), {512, 64, 2048}), 1.0);
    for (const char* name : {"xavier", "v100", "h100"})
        EXPECT_DOUBLE_EQ(occupancy(*find_gpu_target(name), {512, 64, 2048}), 0.5) << name;
    EXPECT_DOUBLE_EQ(occupancy(*find_gpu_target("h100"), {512, 32, 2048}), 1.0);
}

TEST(AutoschedulerRegisters, AreBoundedByWhatABlockLeavesEachThread) {
    EXPECT_EQ(register_bound(rtx2080ti(), 1024), 64);  // 65536 / 1024
    EXPECT_EQ(register_bound(rtx2080ti(), 512), 128);
    EXPECT_EQ(register_bound(rtx2080ti(), 128), 255);  // not 512
}

/// 68 * 64 lanes at 1.545 GHz do 6.72e12 operations a second, 4 bytes of 616e9: 43.7 of them.
/// Shared memory has 32 banks for 64 lanes.
TEST(AutoschedulerListing1, LoadsCostWhatTheDeviceCouldComputeMeanwhile) {
    EXPECT_NEAR(global_load_cost(rtx2080ti()), 68 * 64 * 1.545e9 * 4 / 616e9, 1e-9);
    EXPECT_DOUBLE_EQ(shared_load_cost(rtx2080ti()), 2);
}

/// One stage, tile 32 x 8 of 1024 x 1024: four blocks of 256 threads of 64 registers fill the SM.
/// Arithmetic 256 * 9 / (1 * 1024) = 2.25; memory 256 * 9 * 43.7 / 3; 32 * 128 tiles.
TEST(AutoschedulerListing1, OfASingleStageByHand) {
    const AutoCost c = final_cost(one_filter(1024, 1024), {{0}}, {32, 8});
    ASSERT_EQ(c.invalid, "");
    const double g = global_load_cost(rtx2080ti());
    EXPECT_DOUBLE_EQ(c.occupancy, 1);
    EXPECT_DOUBLE_EQ(c.active_threads, 1024);
    EXPECT_EQ(c.active_multiprocessors, 68);
    EXPECT_EQ(c.shared_bytes, 0u);
    EXPECT_DOUBLE_EQ(c.arithmetic, 2.25);
    EXPECT_NEAR(c.memory, 256 * 3 * g, 1e-6);
    EXPECT_NEAR(c.cost, (2.25 + 0.75 * g) * 32 * 128, 1e-5);
}

/// K, W, Z under 32 x 12: stages of 512, 512 and 384 threads: occupancies 1, 1 and, for two blocks
/// of 12 warps, 24 / 32.
TEST(AutoschedulerListing1, OfAGroupTakesTheLeastOfItsStages) {
    const AutoPipeline kwz = inline_trivial(khwz());
    const AutoCost c = final_cost(kwz, {{0, 1, 2}}, {32, 12});
    ASSERT_EQ(c.invalid, "");
    EXPECT_DOUBLE_EQ(c.occupancy, 0.75);
    EXPECT_DOUBLE_EQ(c.active_threads, 768);
    EXPECT_DOUBLE_EQ(c.arithmetic, 512 * (3 * 2 + 5) / 1024.0 + 384 * 4 / (0.75 * 768));
    // K loads E three times for each of 3 * 512, W once and from K three times, Z from W five
    // times.
    const double g = global_load_cost(rtx2080ti());
    EXPECT_NEAR(c.memory, 3 * 512 * 3 * g / 3 + 512 * g + 2 * (512 * 3 + 384 * 5), 1e-6);
    EXPECT_NEAR(c.cost, (c.arithmetic + c.memory / (0.75 * 768)) * 48 * 214, 1e-5);
}

TEST(AutoschedulerListing1, RejectsWhatThePlatformOrTheThresholdsForbid) {
    const AutoPipeline filter = one_filter(1024, 1024);
    EXPECT_EQ(final_cost(filter, {{0}}, {64, 32}).invalid, "2048 threads a block, at most 1024");
    EXPECT_EQ(final_cost(filter, {{0}}, {10, 10}).invalid,
              "100 threads a block are not whole warps");
    // That is for the final tiling; groups are formed with any number.
    EXPECT_EQ(
        group_cost(rtx2080ti(), filter, {{0}}, {10, 10}, AutoPhase::kGrouping, unnested({{0}}))
            .invalid,
        "");
    EXPECT_EQ(final_cost(one_filter(64, 64), {{0}}, {32, 8}).invalid,
              "16 blocks for 68 multiprocessors");
    EXPECT_EQ(final_cost(one_filter(1, 1), {{0}}, {1, 1}).invalid,
              "1 threads a block are not whole warps");
    AutoPipeline wide = khwz();
    wide[0].planes = 64;
    const AutoCost c = final_cost(wide, {{0, 1, 2, 3}}, {32, 12});
    EXPECT_EQ(c.invalid, "135168 bytes of shared memory a block, at most 65536");
    EXPECT_EQ(c.cost, std::numeric_limits<double>::infinity());
    // 61.5 KB a block leave room for one, of which Z occupies two warps of 32.
    AutoPipeline low = khwz();
    low[0].planes = 80;
    EXPECT_EQ(final_cost(low, {{0, 1, 2, 3}}, {32, 2}).invalid,
              "occupancy 0.06 of stage Z, at least 0.10");
}

/// The search against every tile within the bounds.
TEST(AutoschedulerSearch, FindsTheCheapestValidTile) {
    const AutoPipeline kwz = inline_trivial(khwz());
    const AutoGroup group{{0, 1, 2}};
    for (const AutoPhase phase : {AutoPhase::kGrouping, AutoPhase::kFinalTiling}) {
        const AutoChoice choice = cheapest_tile(rtx2080ti(), kwz, group, phase);
        ASSERT_EQ(choice.cost.invalid, "");
        double least = std::numeric_limits<double>::infinity();
        for (const int x : tile_sizes({8, 48}, phase))
            for (const int y : tile_sizes({8, 80}, phase)) {
                const double cost =
                    group_cost(rtx2080ti(), kwz, group, {x, y}, phase, unnested(group)).cost;
                least = std::min(least, cost);
            }
        EXPECT_DOUBLE_EQ(choice.cost.cost, least);
    }
    const AutoChoice final = cheapest_tile(rtx2080ti(), kwz, group, AutoPhase::kFinalTiling);
    EXPECT_EQ(final.cost.threads() % 32, 0);
}

TEST(AutoschedulerSearch, OfAPixelHasNoValidTileAndSaysWhy) {
    const AutoChoice choice =
        cheapest_tile(rtx2080ti(), one_filter(1, 1), {{0}}, AutoPhase::kGrouping);
    EXPECT_EQ(choice.cost.cost, std::numeric_limits<double>::infinity());
    EXPECT_EQ(choice.cost.invalid, "1 blocks for 68 multiprocessors");
}

/// A point operation and a 3 x 3 filter are cheaper as one kernel, for the filter's loads come from
/// shared memory: of 1 + 9 / 3 global loads one is left, for an eighth more elements or so. A
/// window that makes blocks too large is not.
TEST(AutoschedulerMerging, PaysOnlyWhereOneKernelCostsLess) {
    const auto pair = [](int radius) {
        AutoPipeline p = one_filter(1536, 2560);
        p.insert(p.begin(), {"point", 20, 1, 4, 1536, 2560, {{.stage = -1}}});
        p[1].reads[0].stage = 0;
        p[1].reads[0].left = p[1].reads[0].right = radius;
        return p;
    };
    const auto merges = [](const AutoPipeline& p) {
        const auto cost = [&](const AutoGroup& g) {
            return cheapest_tile(rtx2080ti(), p, g, AutoPhase::kGrouping).cost;
        };
        return merge_pays(cost({{0, 1}}), cost({{0}}), cost({{1}}));
    };
    EXPECT_TRUE(merges(pair(1)));
    EXPECT_FALSE(merges(pair(400)));
    EXPECT_FALSE(merge_pays({}, {}, {}));  // invalid all three
}

}  // namespace
}  // namespace weft
