// Strips, blocks and plane tasks; what they cost; how deep line buffers are.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "neighbourhood/gaussian.h"
#include "passes/cpu/kernel_outputs.h"
#include "passes/cpu/measure.h"
#include "pixel/luminance.h"
#include "plan/ranges.h"
#include "planning.h"
#include "point/soft_threshold.h"

namespace weft::test {
namespace {

using testing::Each;
using testing::HasSubstr;

/// shrink -> vertical blur -> shrink: a halo in rows alone.
Graph column_blur(int radius) {
    GraphBuilder build("columns");
    Image input = build.input("input"), a, b;
    functors::SoftThreshold shrink;
    build.name_next("shrink");
    shrink(input, a);
    build.name_next("blur");
    functors::Gaussian blur(eVertical, 1.0f, radius);
    blur(a, b);
    build.output("output", b);
    return build.finish();
}

TEST(Tile, SizesAreForcedByOptions) {
    const Planning p{.domain = {3, 4, 103, 54}, .strip_height = 7, .block_width = 48};
    const CpuPlan plan = plan_of(column_blur(1), p);
    const Kernel& kernel = plan.kernels.front();
    EXPECT_EQ(kernel.strip_height, 7);
    EXPECT_EQ(kernel.block_width, 48);
    const std::vector<Rect> all = tiles(kernel);
    ASSERT_EQ(all.size(), 3u * 8u);
    EXPECT_EQ(all.front(), (Rect{3, 4, 51, 11}));
    EXPECT_EQ(all.back(), (Rect{99, 53, 103, 54}));
}

TEST(Tile, OneTileComputesNothingTwice) {
    for (const Effect& effect : builtin_effects()) {
        const CpuPlan plan = plan_of(
            effect.build(), {.domain = {0, 0, 90, 70}, .strip_height = 70, .block_width = 90});
        EXPECT_EQ(tiles(plan.kernels.front()).size(), 1u) << effect.name;
        EXPECT_EQ(redundancy(plan, plan.kernels.front()), 1.0) << effect.name;
    }
}

/// 60 rows in three strips: the two inner edges are each computed on both sides, radius 2 each way,
/// by one of two loops: (120 + 8) / 120.
TEST(Tile, RedundancyCountsTheHalo) {
    const Planning p{.domain = {0, 0, 40, 60}, .strip_height = 20, .block_width = 40};
    const CpuPlan plan = plan_of(column_blur(2), p);
    EXPECT_DOUBLE_EQ(redundancy(plan, plan.kernels.front()), 128.0 / 120.0);
    EXPECT_THAT(decision(plan, "tile", "columns.kernel0"), HasSubstr("6.7 % computed twice"));
}

TEST(Tile, PlanesAreTasksWhereNothingCrossesThem) {
    const CpuPlan apart = plan_of(column_blur(1), {.planes = 3});
    EXPECT_TRUE(apart.kernels.front().planes_outer);
    EXPECT_EQ(apart.kernels.front().planes, 3);
    const CpuPlan one = plan_of(column_blur(1), {.planes = 1});
    EXPECT_FALSE(one.kernels.front().planes_outer);
    EXPECT_EQ(one.kernels.front().planes, 1);
    const CpuPlan mixed = plan_of(find_effect("unsharp-halide")->build(), {.planes = 3});
    EXPECT_FALSE(mixed.kernels.front().planes_outer);
}

TEST(Tile, BlocksKeepLineBuffersNearTheCache) {
    Target small = test_target();
    small.l2_bytes = 64u << 10;
    const Graph graph = find_effect("degrain")->build();
    const Planning p{.domain = {0, 0, 4096, 400}, .target = small};
    const CpuPlan plan = plan_of(graph, p);
    const Kernel& kernel = plan.kernels.front();
    EXPECT_LT(kernel.block_width, 4096);
    EXPECT_GE(kernel.block_width, 256);
    Planning roomy = p;
    roomy.target.l2_bytes = 64u << 20;
    EXPECT_EQ(plan_of(graph, roomy).kernels.front().block_width, 4096);
}

TEST(Tile, EveryThreadHasWork) {
    for (int cores : {1, 2, 7}) {
        Planning p{.domain = {0, 0, 300, 301}, .planes = 1};
        p.target.cores = cores;
        const CpuPlan plan = plan_of(column_blur(1), p);
        EXPECT_GE(tasks(plan.kernels.front()).size(), static_cast<std::size_t>(cores));
        p.disabled = {"tile"};
        const CpuPlan plain = plan_of(column_blur(1), p);
        EXPECT_EQ(tasks(plain.kernels.front()).size(), static_cast<std::size_t>(cores));
        EXPECT_EQ(plain.kernels.front().block_width, 300);
    }
}

TEST(Tile, LineBuffersAreAsDeepAsTheirReadersReach) {
    for (int radius : {1, 2, 5}) {
        const CpuPlan plan = plan_of(column_blur(radius), {.disabled = {"batch"}});
        ASSERT_EQ(plan.kernels.front().line_buffers.size(), 1u);
        EXPECT_EQ(plan.kernels.front().line_buffers.front().depth, 2 * radius + 1);
        const CpuPlan batched = plan_of(column_blur(radius));
        const int more = loop_of(batched, "blur").batch_rows - 1;
        EXPECT_EQ(batched.kernels.front().line_buffers.front().depth, 2 * radius + 1 + more);
    }
    const CpuPlan low = plan_of(column_blur(200), {.domain = {0, 0, 20, 9}});
    EXPECT_LE(low.kernels.front().line_buffers.front().depth, 9) << "no deeper than the picture";
}

TEST(Tile, WorkingMemoryIsThatOfLineBuffersScratchAndState) {
    const CpuPlan plan = plan_of(find_effect("diffusion")->build());
    const Kernel& kernel = plan.kernels.front();
    std::size_t bytes = 0;
    for (const LineBuffer& line_buffer : kernel.line_buffers)
        bytes += sizeof(float) * static_cast<std::size_t>(line_buffer.depth) *
                 static_cast<std::size_t>(line_buffer.row_samples) *
                 static_cast<std::size_t>(kernel.planes_outer ? 1 : line_buffer.planes);
    bool scratch = false, state = false;
    for (const Loop& loop : kernel.loops) {
        scratch |= loop.kind == LoopKind::kHorizontalScan && loop.scratch_floats > 0;
        state |= loop.kind == LoopKind::kVerticalScan && loop.state_rows == 1;
    }
    EXPECT_TRUE(scratch);
    EXPECT_TRUE(state);
    EXPECT_GT(kernel.task_bytes, bytes);
    EXPECT_LT(kernel.task_bytes, bytes + (1u << 20));
}

/// Line buffers hold their columns for every tile, with whole vectors to spare.
TEST(Tile, RowsHoldTheirColumns) {
    for_random_plans(100, [](const RandomPlanning& random, const CpuPlan& plan) {
        for (const Kernel& kernel : plan.kernels)
            for (const Rect& tile : tiles(kernel)) {
                const TileRanges ranges = tile_ranges(plan, kernel, tile);
                for (const Id<LineBuffer> r : kernel.line_buffers.ids())
                    EXPECT_GE(kernel.line_buffers[r].row_samples,
                              ranges.line_buffer_columns[r].last -
                                  ranges.line_buffer_columns[r].first + kRowSlack)
                        << random.description;
            }
    });
}

TEST(Tile, TasksNeverWriteOverEachOther) {
    for_random_plans(100, [](const RandomPlanning& random, const CpuPlan& plan) {
        for (const Kernel& kernel : plan.kernels) {
            EXPECT_TRUE(overlapping_writes(plan, kernel).empty()) << random.description;
            long long area = 0;
            for (const Task& task : tasks(kernel)) area += task.tile.area();
            EXPECT_EQ(area, kernel.region.area() * kernel.planes) << random.description;
        }
    });
}

}  // namespace
}  // namespace weft::test
