// Dead stages go; what is left keeps its bearings.
#include <gtest/gtest.h>

#include "neighbourhood/dwt1d.h"
#include "passes/pipeline.h"
#include "plan/verify.h"
#include "planning.h"
#include "point/soft_threshold.h"
#include "point/sum.h"
#include "pyramid/double.h"

namespace weft::test {
namespace {

TEST(Cull, StagesThatNoOutputNeedsAreRemoved) {
    GraphBuilder build("half");
    Image input = build.input("input"), high, low, dead, deader, output;
    functors::SoftThreshold shrink;
    build.name_next("dead");
    shrink(input, dead);
    build.name_next("deader");
    shrink(dead, deader);
    build.name_next("split");
    functors::DWT1D split(eHorizontal, 1);
    split(input, high, low);
    build.name_next("shrink");
    shrink(low, output);
    build.output("output", output);
    const CpuPlan plan = plan_of(build.finish());

    ASSERT_EQ(plan.stages.size(), 2u);
    EXPECT_EQ(plan.stages.front().name, "split");
    EXPECT_EQ(plan.stages.values()[1].name, "shrink");
    EXPECT_EQ(decision(plan, "cull", "dead"), "removed: no output depends on it");
    EXPECT_EQ(decision(plan, "cull", "deader"), "removed: no output depends on it");
    EXPECT_EQ(decision(plan, "cull", "split"), "");
    for (const Id<Stage> s : plan.stages.ids())
        for (const Id<PlanImage> image : plan.stages[s].outputs)
            EXPECT_EQ(plan.images[image].producer(), s);
    EXPECT_FALSE(plan.images[image_id(plan, "dead.Output")].producer());
}

/// A picture that only tells how large another is need not be there.
TEST(Cull, WhatIsNeverReadIsRemoved) {
    GraphBuilder build("large");
    Image small = build.input("small"), large = build.input("large"), like, output;
    build.name_next("like");
    functors::SoftThreshold()(large, like);
    build.name_next("twice");
    functors::Double()(small, like, output);
    build.output("output", output);
    const CpuPlan plan =
        plan_of(build.finish(), {.inputs = {{{0, 0, 20, 30}, 1}, {{3, 0, 42, 30}, 1}}});

    ASSERT_EQ(plan.stages.size(), 1u);
    EXPECT_EQ(plan.stages.front().domain, (Rect{3, 0, 42, 30}));
    EXPECT_EQ(plan.stages.front().inputs.size(), 1u);
    EXPECT_EQ(decision(plan, "cull", "like"), "removed: no output depends on it");
    EXPECT_TRUE(plan.images[image_id(plan, "large")].region.empty());
}

/// Beyond its domain a picture is its border, which may be all that is read of it.
TEST(Cull, NobodyNeedMakeAPictureOfWhichTheBorderAloneIsRead) {
    const auto graph = [](Border border) {
        GraphBuilder build("beside");
        Image small = build.input("small"), large = build.input("large"), made, output;
        build.name_next("made");
        functors::SoftThreshold()(small, made);
        build.border(border);
        functors::Sum()(made, large, output);
        build.output("output", output);
        return build.finish();
    };
    const Planning beside{.inputs = {{{0, 0, 20, 30}, 1}, {{0, 0, 42, 30}, 1}},
                          .regions = {{30, 5, 40, 15}}};
    const CpuPlan cpu = plan_of(graph({eConstant, 0.25f}), beside);
    EXPECT_EQ(cpu.stages.size(), 1u);
    EXPECT_EQ(find_flaw(cpu), "");
    const auto gpu = make_plan(gpu_context_of(graph({eConstant, 0.25f}), beside, "h100"), {});
    ASSERT_TRUE(gpu) << gpu.error().message;
    EXPECT_EQ(find_flaw(*gpu), "");

    EXPECT_EQ(plan_of(graph({eClamp, 0}), beside).stages.size(), 2u) << "its edge is read";
    CpuPlan clamped = cpu;
    clamped.stages.front().inputs.front().border = {eClamp, 0};
    EXPECT_EQ(find_flaw(clamped),
              clamped.stages.front().name + " reads made.Output, which nothing makes");
}

TEST(Cull, RandomGraphsKeepExactlyWhatIsNeeded) {
    for_random_plans(150, [](const RandomPlanning& random, const CpuPlan& plan) {
        for (const Id<Stage> s : plan.stages.ids()) {
            bool needed = false;
            for (const Id<PlanImage> image : plan.stages[s].outputs) {
                needed |= !plan.images[image].region.empty();
                EXPECT_EQ(plan.images[image].producer(), s) << random.description;
            }
            EXPECT_TRUE(needed) << plan.stages[s].name << "\n" << random.description;
        }
        for (const Id<PlanImage> image : plan.outputs)
            EXPECT_TRUE(plan.images[image].producer() || plan.images[image].graph_input())
                << random.description;
    });
}

}  // namespace
}  // namespace weft::test
