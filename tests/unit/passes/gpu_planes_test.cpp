// Planes of an element that a thread of a fused kernel computes: one, or all.
#include <gmock/gmock.h>

#include "gpu_planning.h"
#include "passes/gpu/fusion/group_shape.h"
#include "passes/gpu/fusion/warp_groups.h"

namespace weft::test {
namespace {

using enum PlanesOfThread;
using ::testing::HasSubstr;
using ::testing::Not;

GpuPlan planned(const char* effect, const GpuPlanning& p) {
    const GpuPlan plan = gpu_plan_of(find_effect(effect)->build(), p);
    EXPECT_EQ(find_flaw(plan), "");
    return plan;
}

double seconds_of_groups(const GpuPlan& plan) {
    double seconds = 0;
    for (const GpuKernel& kernel : plan.kernels)
        if (kernel.kind == GpuKernelKind::kGroup) seconds += group_seconds(plan, kernel);
    return seconds;
}

/// Sobel finds out once for three planes where its elements lie and which of them check borders;
/// harris holds more than its threads have registers for.
TEST(GpuPlanes, AreAllInAThreadWhereTheModelHasThatFaster) {
    for (const char* target : {"h100", "v100", "rtx-2080-ti"}) {
        GpuPlanning p{.target = target, .choices = {}};
        const GpuPlan plan = planned("sobel", p);
        const GpuKernel& kernel = only_gpu_kernel(plan);
        EXPECT_TRUE(kernel.group.planes_inside) << target;
        EXPECT_EQ(kernel.planes, 1);
        EXPECT_EQ(kernel.shape.grid_planes, 1);
        for (const GroupTile& tile : kernel.group.tiles) EXPECT_EQ(tile.planes, 3);
        p.choices.tile.planes = kOne;
        const GpuPlan layered = planned("sobel", p);
        EXPECT_EQ(only_gpu_kernel(layered).shape.grid_planes, 3);
        EXPECT_LT(seconds_of_groups(plan), seconds_of_groups(layered)) << target;
    }
    const GpuPlan plan = planned("harris", {.target = "gtx-1080-ti", .choices = {}});
    for (const GpuKernel& kernel : plan.kernels) EXPECT_FALSE(kernel.group.planes_inside);
    const GpuPlan grey = planned("sobel", {.planes = 1, .choices = {}});
    EXPECT_FALSE(only_gpu_kernel(grey).group.planes_inside);
}

/// A kernel of one stage says so, and what all of them would save.
TEST(GpuPlanes, AreOneInKernelsOfOneStage) {
    const auto said = [](int planes, PlanesOfThread asked) {
        const GpuPlan plan =
            planned("gaussian-3x3", {.planes = planes, .choices = {.tile = {.planes = asked}}});
        return decisions_of(plan, "shape", "gaussian");
    };
    EXPECT_THAT(said(3, kAll), HasSubstr("planes one: a kernel of one stage has no loop"));
    EXPECT_THAT(said(3, kOne), Not(HasSubstr("planes one")));
    EXPECT_THAT(said(1, kAll), Not(HasSubstr("planes one"))) << "there is but one";
}

TEST(GpuPlanes, AreAsAsked) {
    for (const FusionStrategy fusion :
         {FusionStrategy::kAuto, FusionStrategy::kDp, FusionStrategy::kGreedy})
        for (const std::optional<TileKind> kind :
             {std::optional<TileKind>(), std::optional(TileKind::kBlock),
              std::optional(TileKind::kWarp), std::optional(TileKind::kHybrid),
              std::optional(TileKind::kStream)})
            for (const PlanesOfThread planes : {kOne, kAll}) {
                const GpuPlan plan = planned(
                    "sobel",
                    {.choices = {.fusion = fusion, .tile = {.kind = kind, .planes = planes}}});
                int groups = 0;
                for (const GpuKernel& kernel : plan.kernels) {
                    if (kernel.kind != GpuKernelKind::kGroup) continue;
                    ++groups;
                    EXPECT_EQ(kernel.group.planes_inside, planes == kAll);
                    EXPECT_EQ(kernel.shape.grid_planes, planes == kAll ? 1 : 3);
                }
                EXPECT_GT(groups, 0);
            }
}

/// Stages that see whole pixels are evaluated once for all planes that others have.
TEST(GpuPlanes, AreAllWhereStagesDifferInThem) {
    const GpuPlan plan = planned("night", {.choices = {.tile = {.planes = kOne}}});
    int all = 0;
    for (const GpuKernel& kernel : plan.kernels) all += kernel.group.planes_inside;
    EXPECT_GT(all, 0);
}

/// Algorithm 2 of paper: warp-tiling: tiles along z are all planes or one.
TEST(GpuPlanes, AreTheTilesOfAlgorithm2AlongZ) {
    for (const auto planes :
         {std::optional<PlanesOfThread>(), std::optional(kOne), std::optional(kAll)}) {
        GpuPlanning p;
        p.choices = {.fusion = FusionStrategy::kDp,
                     .tile = {.kind = TileKind::kWarp, .planes = planes}};
        const GpuPlan plan = planned("sobel", p);
        const GpuKernel& kernel = only_gpu_kernel(plan);
        const Graph graph;
        const Library library;
        GpuContext context{{graph, library, {}, {}, {}, {}}, plan.target};
        context.choices = p.choices;
        EXPECT_EQ(warp_tiling_group(plan, context, kernel).size.z, 3);
        const WarpTilingChoice choice = cheapest_warp_shape(plan, context, kernel, p.choices.tile);
        ASSERT_EQ(choice.cost.refused, "");
        EXPECT_EQ(choice.config.tile.z, planes ? (planes == kAll ? 3 : 1) : choice.config.tile.z);
        EXPECT_EQ(kernel.group.planes_inside, choice.config.tile.z == 3);
    }
}

}  // namespace
}  // namespace weft::test
