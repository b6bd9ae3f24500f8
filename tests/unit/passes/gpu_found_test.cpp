// A plan made again from what a search found.
#include <gtest/gtest.h>

#include "effect_combinations.h"
#include "effects/builtin.h"
#include "gpu_planning.h"
#include "passes/gpu/fusion/found_groups.h"

namespace weft::test {
namespace {

TEST(FoundPlans, AreTheSamePlan) {
    const std::vector<std::string> targets = {"cc-1.3", "gtx-680", "h100"};
    const std::vector<FusionStrategy> strategies = {FusionStrategy::kMinCut, FusionStrategy::kDp,
                                                    FusionStrategy::kGreedy, FusionStrategy::kBasic,
                                                    FusionStrategy::kAuto};
    const std::vector<NestedFusion> nestings = {NestedFusion::kNever, NestedFusion::kAlways,
                                                NestedFusion::kStages};
    for_effects({targets.size(), strategies.size(), nestings.size()},
                [&](const Effect& effect, const Choice& chosen) {
                    GpuPlanning p;
                    p.target = targets[chosen[0]];
                    p.domain = {-3, 2, 640, 481};
                    p.choices.fusion = strategies[chosen[1]];
                    p.choices.nesting = nestings[chosen[2]];
                    const Graph graph = effect.build();
                    const GpuPlan searched = gpu_plan_of(graph, p);
                    p.found = found_fusion(searched);
                    const GpuPlan again = gpu_plan_of(graph, p);
                    EXPECT_EQ(searched, again)
                        << effect.name << " on " << p.target << ", " << name_of(p.choices.fusion);
                });
}

/// That it is applied, and not searched for once more: a worse shape is kept.
TEST(FoundPlans, AreNotSearchedFor) {
    GpuPlanning p;
    p.choices.fusion = FusionStrategy::kAuto;
    const Graph graph = find_effect("unsharp-hipacc")->build();
    FoundFusion found = found_fusion(gpu_plan_of(graph, p));
    ASSERT_EQ(found.groups.size(), 1u);
    FoundGroup& group = found.groups.front();
    group.shape.kind = TileKind::kBlock;
    group.shape.block_u = group.shape.tile_u = 32;
    group.shape.block_v = group.shape.tile_v = 1;
    p.found = found;
    const GpuPlan plan = gpu_plan_of(graph, p);
    EXPECT_EQ(found_fusion(plan), found);
    EXPECT_EQ(find_flaw(plan), "");
    p.found->groups.clear();
    EXPECT_EQ(gpu_plan_of(graph, p).kernels.size(), graph.nodes.size());
}

TEST(FoundPlans, ShapesThatNoGpuLaunchesAreTold) {
    const GpuTarget& target = *find_gpu_target("h100");
    const FoundGroup good{
        .stages = numbered_stages({0, 1}), .copied = {}, .shape = {TileKind::kBlock, 32, 8, 64, 8}};
    EXPECT_TRUE(is_launchable(good, target));
    FoundGroup warps = good;
    warps.shape.kind = TileKind::kWarp;
    warps.shape.block_u = 8;
    warps.shape.tile_u = 8;
    EXPECT_TRUE(is_launchable(warps, target));
    const auto refused = [&](FoundGroup group, int GroupShape::* member, int value) {
        group.shape.*member = value;
        return !is_launchable(group, target);
    };
    EXPECT_TRUE(refused(good, &GroupShape::block_u, 0));
    EXPECT_TRUE(refused(good, &GroupShape::block_v, -8));
    EXPECT_TRUE(refused(good, &GroupShape::block_v, 64));  // 2048 threads
    EXPECT_FALSE(refused(good, &GroupShape::tile_u, 40));  // threads that idle
    EXPECT_TRUE(refused(warps, &GroupShape::tile_u, 12));
    EXPECT_TRUE(refused(good, &GroupShape::tile_v, 0));
    EXPECT_TRUE(refused(good, &GroupShape::tile_v, 1 << 20));
    EXPECT_TRUE(refused(warps, &GroupShape::block_v, 2));  // half a warp
    EXPECT_TRUE(refused(warps, &GroupShape::block_u, 12));
}

}  // namespace
}  // namespace weft::test
