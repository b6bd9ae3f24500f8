// Stages that only hand on an input are not computed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "neighbourhood/median.h"
#include "passes/cpu/cpu_pipeline.h"
#include "pixel/filter_mix.h"
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

/// Readers ask what is shown of a picture.
TEST(Forward, AnotherFrameIsAnotherPicture) {
    GraphBuilder build("frames");
    Image original = build.input("original"), filtered = build.input("filtered"), mixed, output;
    functors::FilterMix(1.0f, functors::FilterMix::eNone)(original, filtered, original, mixed);
    functors::Median(1)(mixed, output);
    build.output("output", output);
    const Graph graph = build.finish();
    const ImageShape whole = completed({{0, 0, 64, 48}, 3});
    ImageShape part = whole;
    part.frame = {8, 8, 32, 32};
    EXPECT_FALSE(computes(plan_of(graph, {.inputs = {whole, whole}}), "filtermix1"));
    EXPECT_TRUE(computes(plan_of(graph, {.inputs = {whole, part}}), "filtermix1"));
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
