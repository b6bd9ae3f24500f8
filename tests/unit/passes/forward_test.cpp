// Stages that only hand on an input are not computed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "passes/cpu/cpu_pipeline.h"
#include "planning.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

bool computes(const CpuPlan& plan, const std::string& node) {
    for (const Stage& stage : plan.stages)
        if (stage.name == node) return true;
    return false;
}

Graph median_with(const std::string& control, const std::string& value) {
    Graph graph = find_effect("median")->build();
    const Status set = set_parameter(graph, library(), control, value);
    EXPECT_TRUE(set) << set.error().message;
    return graph;
}

TEST(Forward, AMixOfAllOfAFilterIsTheFilter) {
    const CpuPlan plan = plan_of(find_effect("median")->build());
    EXPECT_TRUE(computes(plan, "square"));
    EXPECT_FALSE(computes(plan, "filtermix"));
    EXPECT_THAT(decision(plan, "forward", "filtermix"), HasSubstr("it is square.Output"));
    EXPECT_EQ(plan.images[plan.outputs[Id<GraphOutput>(0)]].name, "square.Output");
}

TEST(Forward, AMixOfAPartIsComputed) {
    EXPECT_TRUE(computes(plan_of(median_with("mix", "0.5")), "filtermix"));
    EXPECT_TRUE(computes(plan_of(median_with("invert", "true")), "filtermix"));
    EXPECT_TRUE(
        computes(plan_of(find_effect("median")->build(), {.disabled = {"forward"}}), "filtermix"));
}

/// A graph output that is a graph input needs somebody to store it.
TEST(Forward, AnInputIsNoOutput) {
    EXPECT_TRUE(computes(plan_of(median_with("mix", "0")), "filtermix"));
}

TEST(Forward, WhatOnlyCopiesInTheMiddleGoesAndWhatItDoesNotReadToo) {
    Graph graph = find_effect("erode-dilate")->build();
    ASSERT_TRUE(set_parameter(graph, library(), "radius-x", "0"));
    const CpuPlan plan = plan_of(graph);
    EXPECT_FALSE(computes(plan, "horizontal"));
    EXPECT_TRUE(computes(plan, "vertical"));
    EXPECT_FALSE(computes(plan, "filtermix"));
}

/// Frames of a range may need what this one does not.
TEST(Forward, FramesOfARangeShareTheirStages) {
    const Graph all = find_effect("median")->build();
    const std::vector<Graph> range = {all, median_with("mix", "0.5")};
    CpuContext context = context_of(all);
    context.range = &range;
    const Result<CpuPlan> plan = make_cpu_plan(context);
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_TRUE(computes(*plan, "filtermix"));
}

}  // namespace
}  // namespace weft::test
