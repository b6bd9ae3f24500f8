// Groups that compute at several resolutions: their levels, what of them the model counts, and what
// is no such group.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "gpu_planning.h"
#include "neighbourhood/mean.h"
#include "passes/gpu/fusion/group_dependences.h"
#include "passes/gpu/fusion/group_shape.h"
#include "passes/gpu/fusion/group_work.h"
#include "passes/gpu/fusion/warp_groups.h"
#include "passes/gpu/geometry.h"
#include "plan/hybrid_tile.h"
#include "point/difference.h"
#include "pyramid/double.h"
#include "pyramid/halve.h"
#include "transform/displace.h"

namespace weft::test {
namespace {

/// What a picture differs by from its half at twice that size, smoothed.
Graph detail(const Border& border) {
    GraphBuilder b("detail");
    b.border(border);
    Image in = b.input("input"), half, again, lost, smooth;
    functors::Halve{eHorizontal}(in, half);
    functors::Double{eHorizontal}(half, in, again);
    functors::Difference()(in, again, lost);
    functors::Mean(2)(lost, smooth);
    b.output("output", smooth);
    return b.finish();
}

/// A mean, halved along both axes.
Graph halved() {
    GraphBuilder b("halved");
    Image in = b.input("input"), smooth, half, small;
    functors::Mean(1)(in, smooth);
    functors::Halve{eHorizontal}(smooth, half);
    functors::Halve{eVertical}(half, small);
    b.output("output", small);
    return b.finish();
}

/// The level below the result's has a tile of half as many elements, and what lies around them
/// for the halo of what reads it.
TEST(GpuLevels, WhatIsReadAtAnotherResolutionHasALevel) {
    GpuPlanning p;
    p.choices.groups = {numbered_stages({0, 1, 2, 3})};
    p.choices.tile.planes = PlanesOfThread::kOne;
    const GpuPlan plan = gpu_plan_of(detail({eClamp, 0}), p);
    EXPECT_EQ(find_flaw(plan), "");
    ASSERT_EQ(plan.kernels.size(), 1u);
    const GpuGroup& group = plan.kernels.front().group;
    ASSERT_EQ(group.levels.size(), 2u);
    const GroupLevel& below = group.levels.back();
    EXPECT_EQ(below.parent, kResultsLevel);
    EXPECT_EQ(below.scale_x, (Scale{1, 0, 2}));
    EXPECT_EQ(below.scale_y, Scale{});
    EXPECT_EQ(below.inner, (Rect{0, 0, (p.domain.x1 + 1) / 2, p.domain.y1}));
    const auto half = std::find_if(
        group.loops.begin(), group.loops.end(),
        [](const GroupLoop& loop) { return loop.level == Id<GroupLevel>(1) && !loop.copies; });
    ASSERT_NE(half, group.loops.end());
    ASSERT_EQ(half->evaluations.size(), 1u);
    EXPECT_EQ(plan.stages[half->evaluations.front().stage].functor, "Halve");
    EXPECT_EQ(half->halo, (Window{-2, 2, -1, 1}));  // two elements to the side, and its own radius
    EXPECT_EQ(group.tiles[half->tiles.front()].bytes,
              4u * static_cast<std::size_t>((group.tile_u / 2 + 1 + 4) * (group.tile_v + 2)));
}

/// A stage that is read at three places on three levels is computed on each.
TEST(GpuLevels, ALevelForEachWayToIt) {
    GraphBuilder b("ways");
    Image in = b.input("input"), smooth, half, again, lost;
    functors::Mean(1)(in, smooth);
    functors::Halve{eHorizontal}(smooth, half);
    functors::Double{eHorizontal}(half, smooth, again);
    functors::Difference()(smooth, again, lost);
    b.output("output", lost);
    const GpuPlan plan = forced(b.finish());
    EXPECT_EQ(find_flaw(plan), "");
    ASSERT_EQ(plan.kernels.size(), 1u);
    const GpuGroup& group = plan.kernels.front().group;
    ASSERT_EQ(group.levels.size(), 3u);
    EXPECT_EQ(group.levels.back().parent, Id<GroupLevel>(1));
    EXPECT_EQ(group.levels.back().scale_x, (Scale{2, 0, 1}));
    int smoothed = 0;
    for (const GroupLoop& loop : group.loops)
        for (const GroupEvaluation& e : loop.evaluations) smoothed += e.stage == Id<Stage>(0);
    EXPECT_EQ(smoothed, 2);
}

/// The far side of what repeats is another number of elements away at another resolution.
TEST(GpuLevels, WhatRepeatsIsNotOneKernelWithWhatItReadsScaled) {
    GpuPlanning p;
    p.choices.groups = {numbered_stages({0, 1, 2, 3})};
    const GpuPlan plan = gpu_plan_of(detail({eRepeat, 0}), p);
    EXPECT_GT(plan.kernels.size(), 1u);
    EXPECT_THAT(
        decisions_of(plan, "fuse", ""),
        testing::HasSubstr("double1 is repeated, and reads halve1.Output at another resolution"));
}

TEST(GpuLevels, WhatIsReadAnywhereIsNotInTheGroup) {
    GraphBuilder b("moved");
    Image in = b.input("input"), smooth, moved;
    functors::Mean(1)(in, smooth);
    functors::Displace(9.5f, -7.25f)(smooth, in, moved);
    b.output("output", moved);
    EXPECT_THAT(decisions_of(forced(b.finish()), "fuse", ""),
                testing::HasSubstr("displace1 reads mean1.Output anywhere"));
}

/// Twice as many elements along each axis that is halved, less one, and what the filters add.
TEST(GpuLevels, WorkOnLevelsCounts) {
    GpuPlanning p;
    p.choices.tile.kind = TileKind::kBlock;
    const GpuPlan plan = forced(halved(), p);
    ASSERT_EQ(plan.kernels.size(), 1u);
    const GpuKernel kernel =
        with_shape(plan, plan.kernels.front(), {TileKind::kBlock, 32, 8, 32, 8});
    ASSERT_EQ(kernel.group.levels.size(), 3u);
    const auto redundancy_at = [&](int level) {
        for (const GroupLoop& loop : kernel.group.loops)
            if (loop.level == Id<GroupLevel>(level) && !loop.copies)
                return redundancy(kernel, loop);
        return 0.0;
    };
    const auto padded = [](int elements) { return (elements + 255) / 256 * 256; };
    EXPECT_DOUBLE_EQ(redundancy_at(1), padded(32 * (2 * 7 + 1 + 4)) / 512.0);
    EXPECT_DOUBLE_EQ(redundancy_at(2), padded((2 * 31 + 1 + 4) * (2 * 7 + 1 + 4)) / 1024.0);
    // Of the mean alone: nine loads, nine additions or more, for each element.
    const double evaluated = 1024 * redundancy_at(2) / 256;
    const double results = static_cast<double>(kernel.region.area()) * kernel.planes;
    EXPECT_GT(group_work(plan, kernel).instructions, results * evaluated * 18);
}

TEST(GpuLevels, LieInSharedMemoryWhereStripsAreAskedFor) {
    GpuPlanning p;
    p.choices.tile.kind = TileKind::kStream;
    const GpuPlan plan = forced(halved(), p);
    EXPECT_EQ(find_flaw(plan), "");
    ASSERT_EQ(plan.kernels.size(), 1u);
    EXPECT_EQ(plan.kernels.front().group.kind, TileKind::kWarp);
    EXPECT_THAT(decisions_of(plan, "shape", plan.kernels.front().name),
                testing::HasSubstr("halve1 reads at another resolution"));
}

/// A lane has two of what is halved for each of the results, along the axes that are.
TEST(GpuLevels, LieInRegistersWholeStepsAtATime) {
    GpuPlanning p;
    p.choices.tile = {TileKind::kHybrid, 5, eHorizontal};
    const GpuPlan plan = forced(halved(), p);
    EXPECT_EQ(find_flaw(plan), "");
    ASSERT_EQ(plan.kernels.size(), 1u);
    const GpuKernel& kernel = plan.kernels.front();
    ASSERT_EQ(kernel.group.kind, TileKind::kHybrid);
    const GroupScaling scaling = scaling_of(kernel);
    const auto step = [&](int level) {
        const LevelScaling& s = scaling[Id<GroupLevel>(level)];
        return std::pair(s.u.step, s.v.step);
    };
    EXPECT_EQ(step(0), std::pair(1, 1));
    EXPECT_EQ(step(1), std::pair(1, 2));
    EXPECT_EQ(step(2), std::pair(2, 2));
    const GroupSplit& split = kernel.group.split;
    const int held = split.parallelograms - split.shared_parallelograms;
    EXPECT_GT(held, 0);
    for (const GroupTile& tile : kernel.group.tiles)
        EXPECT_EQ(hybrid_part(kernel, scaling, tile.level, tile.halo).held,
                  held * scaling[tile.level].u.step);
}

/// Five times halved, what a tile reads is a thousand times its size: it fits no device.
TEST(GpuLevels, WhatFitsNoSharedMemoryIsApart) {
    GraphBuilder b("pyramid");
    Image image = b.input("input");
    for (int i = 0; i < 5; ++i) {
        Image half, small;
        functors::Halve{eHorizontal}(image, half);
        functors::Halve{eVertical}(half, small);
        image = small;
    }
    b.output("output", image);
    const GpuPlan plan = forced(b.finish());
    EXPECT_EQ(find_flaw(plan), "");
    EXPECT_GT(plan.kernels.size(), 1u);
    EXPECT_LT(plan.kernels.size(), 10u);
    EXPECT_THAT(decisions_of(plan, "fuse", ""), testing::HasSubstr("its tiles do not fit"));
}

/// Algorithm 2 is told how many elements a stage has for each of the results.
TEST(GpuLevels, CountForDp) {
    const GpuPlan plan = forced(halved());
    ASSERT_EQ(plan.kernels.size(), 1u);
    const Graph graph;
    const Library library;
    GpuContext context{{graph, library, {}, {}, {}, {}}, plan.target};
    const WarpTilingGroup group = warp_tiling_group(plan, context, plan.kernels.front());
    ASSERT_EQ(group.stages.size(), 3u);
    // The first has been compiled: 41 registers, and twice the instructions that were expected.
    context.compiled[own_kernel_name(plan, Id<Stage>(0))] = {41, 2};
    const WarpTilingGroup known = warp_tiling_group(plan, context, plan.kernels.front());
    EXPECT_EQ(known.stages[0].registers, 41);
    EXPECT_DOUBLE_EQ(known.stages[0].seconds_per_element, 2 * group.stages[0].seconds_per_element);
    EXPECT_EQ(group.stages[0].ratio_x, 2);
    EXPECT_EQ(group.stages[0].ratio_y, 2);
    EXPECT_EQ(group.stages[1].ratio_x, 1);
    EXPECT_EQ(group.stages[1].ratio_y, 2);
    EXPECT_EQ(group.stages[2].ratio_x, 1);
}

/// It asks for whole steps of what is doubled, and they are what there is.
TEST(GpuLevels, OfDpLieInRegistersWhereAskedFor) {
    GraphBuilder b("doubled");
    Image in = b.input("input"), half, smooth, again, result;
    functors::Halve{eVertical}(in, half);
    functors::Mean(1)(half, smooth);
    functors::Double{eVertical}(smooth, in, again);
    functors::Mean(1)(again, result);
    b.output("output", result);
    GpuPlanning p;
    p.choices.fusion = FusionStrategy::kDp;
    p.choices.tile = {TileKind::kHybrid, 5, eVertical};
    const GpuPlan plan = forced(b.finish(), p);
    EXPECT_EQ(find_flaw(plan), "");
    ASSERT_EQ(plan.kernels.size(), 1u);
    const GpuKernel& kernel = plan.kernels.front();
    ASSERT_EQ(kernel.group.kind, TileKind::kHybrid);
    const Graph graph;
    const Library library;
    const GpuContext context{{graph, library, {}, {}, {}, {}}, plan.target};
    EXPECT_EQ(warp_tiling_group(plan, context, kernel).step, (Extent3{1, 2, 1}));
    const WarpTilingConfig asked =
        cheapest_warp_shape(plan, context, kernel, p.choices.tile).config;
    EXPECT_EQ(shape_of(kernel).split, shape_of(kernel, asked, plan.target.warp_size).split);
    EXPECT_EQ(kernel.group.tile_v, asked.tile.y * kernel.group.team_v);
    EXPECT_EQ(asked.tile.y % 2, 0);
}

/// A part of the result: what is evaluated around it is stored, or the stages are apart.
/// Alignment and scaling give each stage its elements: half as many of the half, twice as many of
/// what is halved, and what halos read around them.
TEST(GpuLevels, HaveTheElementsOfScaledDependences) {
    GpuPlanning p;
    p.choices.groups = {numbered_stages({0, 1, 2, 3})};
    const auto extent = [](const GpuPlan& plan) {
        const GpuKernel& kernel = plan.kernels.front();
        std::map<std::string, std::pair<double, int>> by_functor;
        const Result<AxisExtent> x = extent_along(plan, kernel, true);
        EXPECT_TRUE(x);
        std::size_t n = 0;
        for (const GroupLoop& loop : kernel.group.loops)
            for (const GroupEvaluation& e : loop.evaluations) {
                by_functor[plan.stages[e.stage].functor] = {x->ratio[n], x->overlap[n]};
                ++n;
            }
        return by_functor;
    };
    auto made = extent(gpu_plan_of(detail({eClamp, 0}), p));
    EXPECT_EQ(made["Mean"], (std::pair{1.0, 0}));
    EXPECT_EQ(made["Difference"], (std::pair{1.0, 4}));
    EXPECT_EQ(made["Double"], (std::pair{1.0, 4}));
    const auto [ratio, overlap] = made["Halve"];
    EXPECT_EQ(ratio, 0.5);
    EXPECT_GE(overlap, 2);
    p.choices.groups = {numbered_stages({0, 1, 2})};
    made = extent(gpu_plan_of(halved(), p));
    EXPECT_EQ(made["Halve"], (std::pair{1.0, 0}));
    EXPECT_EQ(made["Mean"].first, 2.0);
}

TEST(GpuLevels, OfAPartOfTheResult) {
    for (const Rect& region : {Rect{7, 3, 30, 20}, {8, 4, 9, 5}, {0, 0, 11, 30}}) {
        GpuPlanning p;
        p.regions = {region};
        const GpuPlan plan = forced(detail({eClamp, 0}), p);
        EXPECT_EQ(find_flaw(plan), "");
    }
}

}  // namespace
}  // namespace weft::test
