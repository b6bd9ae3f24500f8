// Binding: shapes, regions and restarts of a graph's pictures, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "core/border.h"
#include "neighbourhood/dwt1d.h"
#include "neighbourhood/gaussian.h"
#include "passes/bind.h"
#include "pixel/luminance.h"
#include "plan/scan_restarts.h"
#include "plan/stage_bindings.h"
#include "planning.h"
#include "point/soft_threshold.h"
#include "point/sum.h"
#include "scan/box_blur.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

Graph vertical_blur(int radius, Border border = {}) {
    GraphBuilder build("blur");
    Image input = build.input("input"), output;
    build.border(border);
    build.name_next("blur");
    functors::Gaussian blur(eVertical, 1.0f, radius);
    blur(input, output);
    build.output("output", output);
    return build.finish();
}

BoundGraph bound(const Graph& graph, const Planning& p = {}) {
    const Result<BoundGraph> plan = bind(context_of(graph, p));
    if (plan) return *plan;
    ADD_FAILURE() << plan.error().message;
    return {};
}

TEST(Bind, RegionsGrowByTheTapsAndStopAtTheDomain) {
    const Planning p{.domain = {10, 20, 60, 50}, .regions = {{15, 22, 25, 40}}};
    const BoundGraph plan = bound(vertical_blur(5), p);
    EXPECT_EQ(plan.output_regions.front(), p.regions.front());
    EXPECT_EQ(plan.images[image_id(plan, "input")].region, (Rect{15, 20, 25, 45}));
    EXPECT_EQ(plan.images[image_id(plan, "input")].shape.domain, p.domain);
}

TEST(Bind, RegionsFollowTheBorder) {
    const Planning p{.domain = {0, 0, 9, 30}, .regions = {{2, 0, 5, 3}}};
    const auto need = [&](Border border) {
        const BoundGraph plan = bound(vertical_blur(4, border), p);
        return plan.images[image_id(plan, "input")].region;
    };
    EXPECT_EQ(need({eClamp, 0}), (Rect{2, 0, 5, 7}));
    EXPECT_EQ(need({eMirror, 0}), (Rect{2, 0, 5, 7}));
    EXPECT_EQ(need({eConstant, 1}), (Rect{2, 0, 5, 7}));
    EXPECT_EQ(need({eRepeat, 0}), (Rect{2, 0, 5, 30})) << "rows from the far end";
}

TEST(Bind, ScansBeginWhereTheirStateIsRebuilt) {
    for (Axis axis : {eHorizontal, eVertical}) {
        GraphBuilder build("box");
        Image input = build.input("input"), output;
        build.name_next("box");
        functors::BoxBlur box(axis, 3);
        box(input, output);
        build.output("output", output);
        const Graph graph = build.finish();
        const Planning p{.domain = {-7, 5, 300, 320}, .regions = {{200, 210, 210, 220}}};
        const BoundGraph plan = bound(graph, p);
        const int period = stage_of(plan, "box").restart_period;
        ASSERT_EQ(period, 64);
        const Rect made = plan.images[image_id(plan, "box.Output")].region;
        if (axis == eHorizontal)
            EXPECT_EQ(made, (Rect{-7 + 3 * 64, 210, 210, 220}));
        else
            EXPECT_EQ(made, (Rect{200, 5 + 3 * 64, 210, 220}));
        EXPECT_EQ(stage_of(plan, "box").scan_axis, axis);
        EXPECT_TRUE(stage_of(plan, "box").is_scan());
    }
}

TEST(Bind, RestartsAreMultiplesOfThePeriodFromTheOrigin) {
    EXPECT_EQ(restart_at_or_before(-7, -7, 64), -7);
    EXPECT_EQ(restart_at_or_before(56, -7, 64), -7);
    EXPECT_EQ(restart_at_or_before(57, -7, 64), 57);
    EXPECT_EQ(restart_at_or_before(130, 2, 64), 130);
    EXPECT_EQ(restart_at_or_before(-8, -7, 64), -71);
    EXPECT_EQ(restart_at_or_before(-71, -7, 64), -71);
    EXPECT_EQ(restart_at_or_before(-72, -7, 64), -135);
}

/// Where every reader looks, from the restart before it on; a graph output keeps its region.
TEST(Bind, UnboundedPicturesHaveTheDomainThatTheirReadersNeed) {
    GraphBuilder build("box");
    build.intermediates(Intermediates::kUnbounded);
    Image input = build.input("input"), box_output, output;
    build.name_next("box");
    functors::BoxBlur box(eHorizontal, 3);
    box(input, box_output);
    build.name_next("blur");
    functors::Gaussian blur(eVertical, 1.0f, 5);
    blur(box_output, output);
    build.name_next("down");
    Image down;
    functors::BoxBlur second(eVertical, 2);
    second(output, down);
    build.output("output", down);
    build.output("box", box_output);
    const Graph graph = build.finish();
    const Planning p{.domain = {-7, 5, 43, 35}, .regions = {{-7, 5, 10, 12}, {0, 20, 43, 35}}};
    const BoundGraph plan = bound(graph, p);
    EXPECT_EQ(plan.intermediates, Intermediates::kUnbounded);
    const auto expect = [&](const char* name, const Rect& rect) {
        const PlanImage& image = plan.images[image_id(plan, name)];
        EXPECT_EQ(image.region, rect) << name;
        EXPECT_EQ(image.shape.domain, rect) << name;
        EXPECT_EQ(plan.stages[image.producer().value()].domain, rect) << name;
    };
    expect("down.Output", {-7, 5, 10, 12});
    expect("blur.Output", {-7, 3, 10, 14});
    expect("box.Output", {-7, -2, 43, 35});
    EXPECT_EQ(plan.images[image_id(plan, "input")].shape.domain, p.domain);
    EXPECT_EQ(plan.images[image_id(plan, "input")].region, (Rect{-7, 5, 43, 35}));
    EXPECT_EQ(plan.output_regions.values(), p.regions);
}

TEST(Bind, StagesRunPerPlaneOrPerPixel) {
    GraphBuilder build("grey");
    Image input = build.input("input"), grey, shrunk;
    build.name_next("grey");
    functors::Luminance luminance;
    luminance(input, grey);
    build.name_next("shrink");
    functors::SoftThreshold shrink(0.25f, 2.0f);
    shrink(input, shrunk);
    build.output("grey", grey);
    build.output("shrunk", shrunk);
    const BoundGraph plan = bound(build.finish(), {.planes = 4});
    EXPECT_TRUE(stage_of(plan, "grey").per_pixel);
    EXPECT_EQ(stage_of(plan, "grey").planes, 1);
    EXPECT_FALSE(stage_of(plan, "shrink").per_pixel);
    EXPECT_EQ(stage_of(plan, "shrink").planes, 4);
    EXPECT_EQ(plan.images[image_id(plan, "grey.Output")].shape.planes, 1);
}

/// Members are copied out of the prepared functor, derived ones included.
TEST(Bind, MembersHoldThePreparedValues) {
    GraphBuilder build("shrink");
    Image input = build.input("input"), output;
    build.name_next("shrink");
    functors::SoftThreshold shrink(0.25f, 3.0f);
    shrink(input, output);
    build.output("output", output);
    const BoundGraph plan = bound(build.finish());
    const Stage& stage = stage_of(plan, "shrink");
    const std::vector<int> offsets = member_offsets(stage.facts.members);
    bool found = false;
    for (std::size_t m = 0; m < offsets.size(); ++m) {
        if (stage.facts.members[m].name != "Limit") continue;
        float limit = 0;
        std::memcpy(&limit, stage.members.data() + offsets[m], sizeof limit);
        EXPECT_EQ(limit, 0.75f);
        found = true;
    }
    EXPECT_TRUE(found);
}

std::string refusal(const PlanContext& context) {
    const Result<BoundGraph> plan = bind(context);
    return plan ? std::string() : plan.error().message;
}

TEST(Bind, SaysWhatItRefuses) {
    const Graph graph = vertical_blur(2);
    EXPECT_EQ(refusal(context_of(graph, {.domain = {0, 0, 8, 8}, .regions = {{20, 0, 30, 9}}})),
              "the region 10x9 at 20,0 lies outside output \"output\", which is 8x8 at 0,0");
    Library untranslated;
    untranslated.add(functor_type<functors::Gaussian>());
    const PlanContext context{graph, untranslated, {{{0, 0, 8, 8}, 1}}, {}, {}, {}};
    EXPECT_THAT(refusal(context),
                HasSubstr("node 'blur': functor Gaussian has not been translated"));
    EXPECT_THAT(refusal({graph, Library(), {{{0, 0, 8, 8}, 1}}, {}, {}, {}}),
                HasSubstr("Gaussian"));
    EXPECT_THAT(refusal({graph, library(), {}, {}, {}, {}}), HasSubstr("takes 1 inputs"));
}

TEST(Bind, RefusesRestartsBeyondAllCoordinates) {
    GraphBuilder build("far");
    build.intermediates(Intermediates::kUnbounded);
    Image input = build.input("input"), averaged, output;
    functors::BoxBlur box(eHorizontal, 3);
    box(input, averaged);
    functors::Gaussian blur(eHorizontal, 1.0f, 5);
    blur(averaged, output);
    build.output("output", output);
    Graph graph = build.finish();
    graph.nodes[0].restart_period = 2147483647;
    EXPECT_THAT(refusal(context_of(graph)), HasSubstr("node \"boxblur1\": with unbounded"));
    graph.intermediates = Intermediates::kBounded;
    EXPECT_EQ(refusal(context_of(graph)), "");
}

/// Every element that a stage of a random graph reads lies in its source's region, by brute force.
TEST(Bind, RegionsHoldWhateverIsRead) {
    const std::uint64_t seed = run_seed();
    for (std::uint64_t i = 0; i < 150; ++i) {
        const RandomPlanning random = random_planning(seed + i);
        const BoundGraph plan = bound(random.graph, random.planning);
        for (const Stage& stage : plan.stages) {
            const Rect made = plan.images[stage.outputs.front()].region;
            if (made.empty()) continue;
            ASSERT_TRUE(stage.domain.contains(made)) << random.description;
            for (const StageInput& input : stage.inputs) {
                const PlanImage& source = plan.images[input.image];
                const Rect& d = source.shape.domain;
                for (const Offset& tap : input.taps) {
                    bool any_column = false, any_row = false, columns = true, rows = true;
                    for (int x = made.x0; x < made.x1; ++x) {
                        const int at = remap(x + tap.x, d.x0, d.x1, input.border.mode);
                        if (at == kOutside) continue;
                        any_column = true;
                        columns &= at >= source.region.x0 && at < source.region.x1;
                    }
                    for (int y = made.y0; y < made.y1; ++y) {
                        const int at = remap(y + tap.y, d.y0, d.y1, input.border.mode);
                        if (at == kOutside) continue;
                        any_row = true;
                        rows &= at >= source.region.y0 && at < source.region.y1;
                    }
                    ASSERT_TRUE(!any_column || !any_row || (columns && rows))
                        << stage.name << " reads " << source.name << " outside its region\n"
                        << random.description;
                }
            }
        }
    }
}

}  // namespace
}  // namespace weft::test
