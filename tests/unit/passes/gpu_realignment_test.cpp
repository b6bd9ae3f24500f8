// Copies of fused kernels that go over whole lines of memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "effects/builtin.h"
#include "gpu_planning.h"
#include "neighbourhood/mean.h"
#include "passes/gpu/fusion/group_work.h"
#include "passes/gpu/gpu_passes.h"

namespace weft::test {
namespace {

/// Two means of seven by seven, the first of which reads a copy: its tile begins six columns before
/// a boundary.
GpuPlan two_wide_means(const char* target) {
    GpuPlanning p{.target = target, .planes = 1};
    p.choices = {.fusion = FusionStrategy::kAuto,
                 .tile = {TileKind::kBlock},
                 .groups = {numbered_stages({0, 1})}};
    GraphBuilder b("pair");
    Image in = b.input("input"), first, second;
    functors::Mean(3, 3)(in, first);
    functors::Mean(3, 3)(first, second);
    b.output("output", second);
    return gpu_plan_of(b.finish(), p);
}

/// Loads that algorithm 2 leaves to the first level have the text of those that nobody told: they
/// take as long, also on cards that cache no reads there. Past it, only others differ.
TEST(GpuRealignment, TransactionsWithoutATextOfTheirOwnTakeAsLong) {
    for (const auto& [target, caches] : {std::pair{"gtx-680", false}, {"v100", true}}) {
        const GpuPlan plan = two_wide_means(target);
        const auto bytes_of_cache = [&](int told) {
            GpuKernel kernel = plan.kernels.front();
            kernel.group.transaction_bytes = told;
            return group_work(plan, kernel).l2_bytes;
        };
        EXPECT_EQ(bytes_of_cache(kFirstLevelBytes), bytes_of_cache(0)) << target;
        EXPECT_EQ(bytes_of_cache(kSecondLevelBytes) > bytes_of_cache(0), caches) << target;
    }
}

/// Of fused kernels too (paper: active-library, 4.4), by the model's time: copies go over whole
/// lines where loads and stores bind. Where arithmetic does, both times are told.
TEST(GpuRealignment, OfCopiesInFusedKernelsIsDecidedByTime) {
    for (const char* target : {"sm_90", "sm_100"}) {
        const GpuPlan plan = two_wide_means(target);
        ASSERT_EQ(plan.kernels.size(), 1u);
        ASSERT_TRUE(plan.kernels.front().group.loops.front().copies);
        EXPECT_FALSE(plan.kernels.front().group.loops.front().from_boundary);
        EXPECT_THAT(decisions_of(plan, "realign_groups", "pair"),
                    testing::HasSubstr("not realigned: its rows of 76 floats begin 26 past a "
                                       "boundary; by the model "));
        GpuPlan fast = plan;
        fast.target.fp32_lanes *= 8;
        const Graph graph;
        const GpuContext context{{graph, library(), {}, {}, {}, {}}, fast.target};
        std::vector<Decision> made;
        Decisions decisions(made, "realign_groups");
        fast = realign_groups(std::move(fast), context, decisions);
        EXPECT_EQ(find_flaw(fast), "");
        const GpuKernel& kernel = fast.kernels.front();
        ASSERT_EQ(made.size(), 1u);
        EXPECT_EQ(kernel.group.loops.front().from_boundary, 26) << made.front().text;
        // What the model sees of it: no second lines are left of the copy, its rows are longer.
        const GpuWork before = group_work(fast, plan.kernels.front());
        const GpuWork after = group_work(fast, kernel);
        EXPECT_GT(before.second_lines, 0);
        EXPECT_EQ(after.second_lines, 0);
        EXPECT_GT(after.instructions, before.instructions);
    }
}

/// Of the built-in effects it pays in one: the camera pipeline's first kernel, which reads a mosaic
/// with neighbours in tile after tile, is bound by loads and stores.
TEST(GpuRealignment, PaysInTheCameraPipeline) {
    const auto copies_realigned = [](const char* target, std::vector<std::string> disabled) {
        const GpuPlan plan =
            gpu_plan_of(find_effect("camera-pipe")->build(), {.target = target,
                                                              .domain = {0, 0, 2063, 1545},
                                                              .disabled = std::move(disabled),
                                                              .choices = {}});
        int copies = 0;
        for (const GpuKernel& kernel : plan.kernels)
            for (const GroupLoop& loop : kernel.group.loops)
                copies += loop.from_boundary.has_value();
        return copies;
    };
    for (const char* target : {"sm_90", "h200", "sm_100"}) {
        EXPECT_GT(copies_realigned(target, {}), 0) << target;
        EXPECT_EQ(copies_realigned(target, {"realign_groups"}), 0) << target;
    }
}

}  // namespace
}  // namespace weft::test
