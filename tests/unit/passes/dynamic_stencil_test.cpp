// One plan for many radii: which graphs share one, and what is a run's own in it.
#include "passes/dynamic_stencil.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emit/host/host_kernel.h"
#include "graph/frame_reaches.h"
#include "passes/pipeline.h"
#include "plan/reach_arguments.h"
#include "planning.h"
#include "pyramid/halve.h"

namespace weft::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

CpuPlan plan_in(const Graph& still, const std::vector<Graph>& range, const Planning& p = {}) {
    CpuContext context = context_of(still, p);
    context.range = &range;
    Result<CpuPlan> plan = make_plan(context, p.disabled);
    if (plan) return *std::move(plan);
    ADD_FAILURE() << plan.error().message;
    return {};
}

std::vector<std::string> texts(const CpuPlan& plan) {
    std::vector<std::string> texts;
    for (const Kernel& kernel : plan.kernels)
        texts.push_back(emit_host_kernel(plan, kernel, library()).text);
    return texts;
}

struct Animation {
    const char *effect, *control, *curve;
};

TEST(DynamicStencil, OneTextForAllFrames) {
    const Animation animations[] = {
        {"gaussian-blur", "sigma", "1:0,20:6"},      {"box-blur", "radius", "1:0,20:40"},
        {"defocus", "radius", "1:0,20:12.5"},        {"directional-blur", "length", "1:0,20:31"},
        {"directional-blur", "angle", "1:0,20:170"}, {"erode-dilate", "radius-x", "1:0,9:8"},
        {"gaussian-boxes", "sigma", "1:1,20:30"},    {"glow", "sigma", "1:1,9:9"}};
    for (const auto& [effect, control, curve] : animations) {
        SCOPED_TRACE(effect);
        const Graph graph = animated(effect, control, curve);
        const std::vector<Graph> range = frame_reaches(graph, library());
        ASSERT_GE(range.size(), 5u);
        const std::vector<std::string> text = texts(plan_in(range.front(), range));
        EXPECT_NE(text, texts(plan_in(range.front(), {range.front()})));
        for (const int frame : {1, 2, 7, 20, 50})
            EXPECT_EQ(texts(plan_in(*at_frame(graph, library(), frame), range)), text) << frame;
    }
}

TEST(DynamicStencil, IsPlannedForTheMostAndKeepsItsOwn) {
    Graph graph = animated("gaussian-blur", "sigma", "1:1,5:3");
    ASSERT_TRUE(set_parameter(graph, library(), "mix", "0.5"));
    const std::vector<Graph> range = frame_reaches(graph, library());
    const CpuPlan plan = plan_in(range.front(), range);
    const StageInput& input = plan.stages.front().inputs.front();
    EXPECT_EQ(input.radius, 9);
    EXPECT_EQ(input.taps.size(), 19u);
    ASSERT_TRUE(input.own);
    EXPECT_EQ(input.own->radius, 3);
    EXPECT_THAT(cpu_reach_arguments(input), ElementsAre(3, 0, 0, 0));
    EXPECT_THAT(texts(plan)[0], HasSubstr("Radius(own[0])"));
    EXPECT_FALSE(stage_of(plan, "filtermix").inputs.front().own);
}

TEST(DynamicStencil, ListsArePaddedToTheLongest) {
    const Graph graph = animated("directional-blur", "length", "1:0,4:6");
    const std::vector<Graph> range = frame_reaches(graph, library());
    const CpuPlan plan = plan_in(*at_frame(graph, library(), 2), range);
    const Stage& stage = plan.stages.front();
    const StageInput& input = stage.inputs.front();
    ASSERT_TRUE(input.own);
    EXPECT_THAT(input.own->offsets, ElementsAre(Offset{-1, 0}, Offset{0, 0}, Offset{1, 0}));
    EXPECT_EQ(input.offsets.size(), 7u);
    EXPECT_THAT(cpu_reach_arguments(input), ElementsAre(0, 0, 0, 3, -1, 0, 1, 0, 0, 0, 0));
    for (const Read& read : loop_of(plan, stage.name).reads)
        if (read.by == ReadBy{Id<Stage>(0), Id<StageInput>(0)}) {
            EXPECT_EQ(read.slot_rows.size(), 7u);
        }
}

TEST(DynamicStencil, OtherStructureIsAnotherPlan) {
    Graph dilate = find_effect("erode-dilate")->build();
    ASSERT_TRUE(set_parameter(dilate, library(), "operation", "dilate"));
    Graph wide = dilate, erode = dilate;
    ASSERT_TRUE(set_parameter(wide, library(), "radius", "9"));
    ASSERT_TRUE(set_parameter(erode, library(), "operation", "erode"));
    ASSERT_TRUE(set_parameter(erode, library(), "radius", "30"));
    const CpuPlan plan = plan_in(dilate, {dilate, wide, erode});
    EXPECT_EQ(plan.stages.front().inputs.front().radius, 9);
    EXPECT_FALSE(plan_in(erode, {dilate, wide, erode}).stages.front().inputs.front().own);
    EXPECT_EQ(plan_in(dilate, {erode}), plan_of(dilate));
}

TEST(DynamicStencil, AFrameOutsideTheRangeIsServedToo) {
    const Graph graph = animated("box-blur", "radius", "1:2,5:6");
    Graph outside = *at_frame(graph, library(), 1);
    ASSERT_TRUE(set_parameter(outside, library(), "radius", "25"));
    for (Node& node : outside.nodes)
        if (node.restart_period > 0) node.restart_period = default_restart_period(6);
    const CpuPlan plan = plan_in(outside, frame_reaches(graph, library()));
    EXPECT_EQ(plan.stages.front().inputs.front().radius, 25);
    EXPECT_EQ(plan.stages.front().inputs.front().own->radius, 25);
}

/// Of a picture of 64 x 48 one halves the width and the other the height.
TEST(DynamicStencil, WhatLiesElsewhereThanIsAskedIsAnotherPlan) {
    const auto halved = [](Axis axis) {
        GraphBuilder build("halved");
        Image in = build.input("input"), half;
        functors::Halve{axis}(in, half);
        build.output("output", half);
        return build.finish();
    };
    const Graph wide = halved(eVertical), tall = halved(eHorizontal);
    const Planning right = {.regions = {{40, 0, 60, 20}}};
    EXPECT_EQ(plan_in(wide, {tall, wide}, right), plan_in(wide, {wide}, right));
}

}  // namespace
}  // namespace weft::test
