// Stages that several groups compute, each for itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "effects/builtin.h"
#include "gpu_planning.h"
#include "neighbourhood/mean.h"
#include "passes/gpu/fusion/found_groups.h"
#include "plan/gpu_plan.h"
#include "point/gain.h"

namespace weft::test {
namespace {

enum TwoReaders { kGainOfTwo, kAcrossOfTwo, kDownOfTwo };

/// A gain that two filters read, each a result; and that is one too, if asked.
Graph read_by_two(bool is_result = false) {
    GraphBuilder b("two");
    Image in = b.input("input"), gained, across, down;
    functors::Gain(2.0f)(in, gained);
    functors::Mean(2, 0)(gained, across);
    functors::Mean(0, 2)(gained, down);
    b.output("across", across);
    b.output("down", down);
    if (is_result) b.output("gained", gained);
    return b.finish();
}

GpuPlan grouped(const Graph& graph, const StageGroups& groups) {
    GpuPlanning p;
    p.choices.groups = groups;
    return gpu_plan_of(graph, p);
}

std::ptrdiff_t kernels_with(const GpuPlan& plan, int stage) {
    return std::count_if(plan.kernels.begin(), plan.kernels.end(), [&](const GpuKernel& kernel) {
        return std::count(kernel.stages.begin(), kernel.stages.end(), Id<Stage>(stage)) > 0;
    });
}

const StageGroups kBoth = {numbered_stages({kGainOfTwo, kAcrossOfTwo}),
                           numbered_stages({kGainOfTwo, kDownOfTwo})};

TEST(GpuRecomputed, AStageOfTwoGroupsIsComputedInBothAndNeverStored) {
    const GpuPlan plan = grouped(read_by_two(), kBoth);
    EXPECT_EQ(plan.kernels.size(), 2u);
    EXPECT_EQ(kernels_with(plan, kGainOfTwo), 2);
    EXPECT_FALSE(is_stored(plan, plan.stages[Id<Stage>(kGainOfTwo)].outputs.front()));
    for (const GpuKernel& kernel : plan.kernels) EXPECT_EQ(kernel.outputs.size(), 1u);
    EXPECT_EQ(find_flaw(plan), "");
}

/// A result, or what somebody reads who does not compute it, is in memory: a kernel of its own.
TEST(GpuRecomputed, WhatIsNeededInMemoryIsAKernelOfItsOwn) {
    const GpuPlan result = grouped(read_by_two(true), kBoth);
    EXPECT_EQ(result.kernels.size(), 3u);
    EXPECT_EQ(kernels_with(result, kGainOfTwo), 1);
    EXPECT_EQ(find_flaw(result), "");
    EXPECT_THAT(decisions_of(result, "fuse", ""), testing::HasSubstr("a kernel of its own"));

    GraphBuilder b("three");
    Image in = b.input("input"), gained, across, down, both;
    functors::Gain(2.0f)(in, gained);
    functors::Mean(2, 0)(gained, across);
    functors::Mean(0, 2)(gained, down);
    functors::Mean(2, 2)(gained, both);
    for (const auto& [name, image] : {std::pair{"across", across}, {"down", down}, {"both", both}})
        b.output(name, image);
    const GpuPlan three = grouped(b.finish(), kBoth);
    EXPECT_EQ(kernels_with(three, kGainOfTwo), 1);
    EXPECT_EQ(find_flaw(three), "");
}

/// Of a file's groups that somebody would have to store for, none is built.
TEST(GpuRecomputed, FoundGroupsThatCannotBeAreNotBuilt) {
    GpuPlanning p;
    p.choices.groups = kBoth;
    p.found = found_fusion(gpu_plan_of(read_by_two(), p));
    ASSERT_EQ(p.found->groups.size(), 2u);
    EXPECT_EQ(gpu_plan_of(read_by_two(), p), grouped(read_by_two(), kBoth));
    EXPECT_EQ(gpu_plan_of(read_by_two(true), p).kernels.size(), 3u);
}

/// The paper inlines what is cheap into all that read it: the pictures of the four samples that
/// camera-pipe-stages takes its input apart into are nowhere in memory.
TEST(GpuRecomputed, GreedyInlinesIntoSeveralKernels) {
    GpuPlanning p{.target = "rtx-2080-ti", .domain = {0, 0, 1536, 2560}, .planes = 1};
    p.choices.fusion = FusionStrategy::kGreedy;
    const GpuPlan plan = gpu_plan_of(find_effect("camera-pipe-stages")->build(), p);
    EXPECT_EQ(find_flaw(plan), "");
    int several = 0;
    for (const Id<Stage> s : plan.stages.ids()) several += kernels_with(plan, s.number()) > 1;
    EXPECT_GE(several, 5);
    EXPECT_THAT(decisions_of(plan, "fuse", "quarters"),
                testing::HasSubstr("kernels, each of which computes it"));
}

}  // namespace
}  // namespace weft::test
