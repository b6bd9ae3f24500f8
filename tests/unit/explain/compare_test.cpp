// The ways of fusing side by side: the figures, computed from plans.
#include "engine/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <mutex>

#include "engine/engine.h"
#include "engine/gpu_figures.h"
#include "fused_plans.h"
#include "no_compiler.h"

namespace weft::test {
namespace {

PlannedFusion planned(FusionStrategy fusion, GpuPlan plan) {
    return {{fusion, TileKind::kBlock}, std::move(plan), "", ""};
}

TEST(Compare, AsksForEveryStrategyWithEveryTeam) {
    const std::vector<FusionAsked> all = fusions_to_compare({});
    EXPECT_EQ(all.size(), 15u);
    EXPECT_EQ(all.front(), (FusionAsked{FusionStrategy::kNone, {}}));
    EXPECT_EQ(all.back(), FusionAsked{});
    for (const TileKind kind :
         {TileKind::kBlock, TileKind::kWarp, TileKind::kHybrid, TileKind::kStream})
        EXPECT_NE(std::find(all.begin(), all.end(), FusionAsked{FusionStrategy::kAuto, kind}),
                  all.end());
    const std::vector<FusionAsked> warps = fusions_to_compare(TileKind::kWarp);
    EXPECT_EQ(warps.size(), 6u);
    for (std::size_t i = 1; i < warps.size(); ++i) EXPECT_EQ(warps[i].tile, TileKind::kWarp);
}

/// Each picture is 641 x 479 x 3 floats. Apart, harris' kernels read 12 and write 9; as one, it
/// reads one and writes one.
TEST(Compare, CountsBytesAndKernels) {
    const GpuPlan apart = fused_plan("harris", {.fusion = FusionStrategy::kNone});
    const GpuPlan whole = fused_plan("harris", {.all_in_one = true});
    const Comparison both = compare_plans(
        {planned(FusionStrategy::kNone, apart), planned(FusionStrategy::kMinCut, whole)});
    const double picture = 641.0 * 479 * 3 * 4;
    EXPECT_EQ(both.name, "harris");
    EXPECT_EQ(both.stages, 9);
    EXPECT_EQ(both.target.name, "sm_90");
    EXPECT_EQ(both.plans[0].kernels, 9);
    EXPECT_EQ(both.plans[0].fused, 0);
    EXPECT_EQ(both.plans[0].bytes_moved, 21 * picture);
    EXPECT_EQ(both.plans[0].redundancy, 1);
    EXPECT_EQ(both.plans[1].kernels, 1);
    EXPECT_EQ(both.plans[1].fused, 1);
    EXPECT_EQ(both.plans[1].bytes_moved, 2 * picture);
    EXPECT_EQ(both.plans[1].redundancy, most_redundancy(whole.kernels.front()));
    EXPECT_GT(both.plans[1].redundancy, 1);
    EXPECT_EQ(both.plans[1].shared_bytes, whole.kernels.front().shared_bytes);
    EXPECT_EQ(both.plans[1].seconds, modelled_seconds(whole));
    EXPECT_FALSE(both.plans[0].compiled);
}

TEST(Compare, TakesTheExtremesOfKernels) {
    GpuPlan plan = fused_plan("night", {.fusion = FusionStrategy::kNone});
    for (GpuKernel& kernel : plan.kernels) {
        kernel.registers = 20;
        kernel.occupancy = 0.75;
        kernel.shared_bytes = 100;
        kernel.compiled = true;
    }
    plan.kernels[Id<GpuKernel>(1)].registers = 77;
    plan.kernels[Id<GpuKernel>(2)].occupancy = 0.25;
    plan.kernels[Id<GpuKernel>(3)].shared_bytes = 4096;
    PlanSummary summary = compare_plans({planned(FusionStrategy::kNone, plan)}).plans.front();
    EXPECT_EQ(summary.registers, 77);
    EXPECT_EQ(summary.occupancy, 0.25);
    EXPECT_EQ(summary.shared_bytes, 4096u);
    EXPECT_TRUE(summary.compiled);
    plan.kernels[Id<GpuKernel>(4)].compiled = false;
    EXPECT_FALSE(compare_plans({planned(FusionStrategy::kNone, plan)}).plans.front().compiled);
}

TEST(Compare, FindsEqualPlansAndThoseThatDoNotFit) {
    const GpuPlan apart = fused_plan("unsharp-hipacc", {.fusion = FusionStrategy::kNone});
    const GpuPlan whole = fused_plan("unsharp-hipacc", {.all_in_one = true});
    const Comparison all = compare_plans({{{FusionStrategy::kNone, {}}, {}, "too large", ""},
                                          planned(FusionStrategy::kMinCut, apart),
                                          planned(FusionStrategy::kDp, whole),
                                          planned(FusionStrategy::kAuto, whole)});
    EXPECT_EQ(all.plans[0].why_not, "too large");
    EXPECT_EQ(all.first(), 1u);
    EXPECT_EQ(all.best(), 2u) << "the first of equals";
    EXPECT_EQ(all.plans[1].same_as, -1);
    EXPECT_EQ(all.plans[2].same_as, -1);
    EXPECT_EQ(all.plans[3].same_as, 2);
}

/// A machine without a GPU compiler.
EngineOptions without_compiler() {
    EngineOptions options;
    options.target = "sm_90";
    options.shared_device_compiler = std::make_shared<NoCompiler>();
    options.compiler.use_cache = false;
    return options;
}

TEST(Compare, NeedsNoCompiler) {
    Engine engine(without_compiler());
    const Graph graph = find_effect("unsharp-hipacc")->build();
    const Result<Comparison> made = engine.compare({graph, library(), {{{0, 0, 65, 47}, 3}}, {}});
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_EQ(made->plans.size(), fusions_to_compare({}).size());
    EXPECT_EQ(made->why_estimated, "there is no compiler");
    for (const PlanSummary& plan : made->plans) {
        EXPECT_EQ(plan.why_not, "");
        EXPECT_GT(plan.registers, 0);
        EXPECT_FALSE(plan.compiled);
    }
}

TEST(Compare, SaysHowFarItIs) {
    Engine engine(without_compiler());
    const Graph graph = find_effect("unsharp-hipacc")->build();
    std::mutex mutex;
    std::vector<double> said;
    const RunControl control{.progress = [&](double fraction) {
        const std::lock_guard lock(mutex);
        said.push_back(fraction);
    }};
    ASSERT_TRUE(engine.compare({graph, library(), {{{0, 0, 65, 47}, 3}}, {}}, control));
    std::sort(said.begin(), said.end());
    ASSERT_EQ(said.size(), fusions_to_compare({}).size());
    EXPECT_GT(said.front(), 0);
    EXPECT_EQ(said.back(), 1);
}

TEST(Compare, StopsWhenItIsAskedTo) {
    Engine engine(without_compiler());
    const Graph graph = find_effect("degrain")->build();
    const std::atomic<bool> cancel{true};
    bool any = false;
    const RunControl control{.cancel = &cancel, .progress = [&](double) { any = true; }};
    const auto compared = engine.compare({graph, library(), {{{0, 0, 65, 47}, 3}}, {}}, control);
    ASSERT_FALSE(compared);
    EXPECT_EQ(compared.error().kind, ErrorKind::kCancelled);
    EXPECT_FALSE(any);
}

TEST(Compare, IsForGpus) {
    EngineOptions options;
    options.device = "cpu";
    Engine engine(options);
    const Graph graph = find_effect("unsharp-hipacc")->build();
    const auto made = engine.compare({graph, library(), {{{0, 0, 65, 47}, 3}}, {}});
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().kind, ErrorKind::kUsage);
    EXPECT_THAT(made.error().message, ::testing::HasSubstr("--target sm_90"));
}

}  // namespace
}  // namespace weft::test
