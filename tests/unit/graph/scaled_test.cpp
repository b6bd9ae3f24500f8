// Graphs for pictures of another size.
#include "graph/scaled.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/image.h"
#include "random_graph.h"
#include "sample_functors.h"

namespace weft::test {
namespace {

/// Grade, Box along an axis, Area.
Graph lengths(Axis axis, int radius) {
    GraphBuilder build("lengths");
    const Image input = build.input("input");
    Image graded, boxed, output;
    Grade{2.0f}(input, graded);
    Box{axis, radius}(graded, boxed);
    Area{10, 20}(boxed, output);
    build.output("output", output);
    return build.finish();
}

Graph at_scale(const Graph& graph, double x, double y) {
    const Result<Graph> made = scaled(graph, sample_library(), {x, y});
    if (!made) throw std::runtime_error(made.error().message);
    return *made;
}

TEST(ScaledGraph, ScalesWhatIsALength) {
    const Graph full = lengths(eHorizontal, 7);
    EXPECT_EQ(at_scale(full, 1, 1), full);
    const Graph half = at_scale(full, 0.5, 0.5);
    EXPECT_EQ(half.nodes[0], full.nodes[0]) << "a gain is no length";
    EXPECT_EQ(std::get<int>(half.nodes[1].parameters[1]), 4) << "3.5, rounded";
    EXPECT_EQ(std::get<int>(half.nodes[2].parameters[0]), 5);
    EXPECT_EQ(half, at_scale(half, 1, 1));
    const Graph small = lengths(eHorizontal, 4);
    EXPECT_EQ(half.nodes[1], small.nodes[1]) << "restart periods follow their radii";
}

TEST(ScaledGraph, FollowsAxes) {
    for (const Axis axis : {eHorizontal, eVertical}) {
        const Graph made = at_scale(lengths(axis, 8), 0.5, 0.25);
        EXPECT_EQ(std::get<int>(made.nodes[1].parameters[1]), axis == eHorizontal ? 4 : 2);
        EXPECT_EQ(std::get<int>(made.nodes[2].parameters[0]), 5);
        EXPECT_EQ(std::get<int>(made.nodes[2].parameters[1]), 5);
    }
    GraphBuilder build("wide");
    const Image input = build.input("input");
    Image output;
    Wide{}(input, output);
    build.output("output", output);
    EXPECT_EQ(std::get<float>(at_scale(build.finish(), 4, 9).nodes[0].parameters[0]), 6.0f)
        << "along no axis: the mean of both";
}

TEST(ScaledGraph, ScalesKeyframesAndKeepsRanges) {
    Graph graph = lengths(eHorizontal, 8);
    ASSERT_TRUE(set_parameter(graph, sample_library(), "box1.radius", "1:10,5:150"));
    const Graph made = at_scale(graph, 2, 2);
    ASSERT_EQ(made.nodes[1].curves.size(), 1u);
    EXPECT_EQ(std::get<int>(made.nodes[1].curves[0].keys[0].value), 20);
    EXPECT_EQ(std::get<int>(made.nodes[1].curves[0].keys[1].value), 200) << "the most there is";
    EXPECT_EQ(made.nodes[1].curves[0].keys[1].frame, 5);
}

TEST(ScaledGraph, ScalesTangents) {
    Graph graph = lengths(eHorizontal, 8);
    ASSERT_TRUE(set_parameter(graph, sample_library(), "box1.radius",
                              "1:20:bezier:out=6@2,11:80:linear:in=-3"));
    const Graph half = at_scale(graph, 0.5, 0.5);
    const std::vector<Keyframe>& keys = half.nodes[1].curves[0].keys;
    EXPECT_EQ(keys[0].out, (std::vector<Tangent>{{3.0f, 2.0f}}));
    EXPECT_EQ(keys[1].in, (std::vector<Tangent>{{-1.5f, 1.0f}}));
    for (double frame = 1; frame < 11; frame += 0.25)
        EXPECT_NEAR(numbers_at(half.nodes[1].curves[0], frame).front(),
                    numbers_at(graph.nodes[1].curves[0], frame).front() / 2, 1e-12);
}

TEST(ScaledGraph, RefusesWhatDoesNotFit) {
    GraphBuilder build("wide");
    const Image input = build.input("input");
    Image output;
    Wide{}(input, output);
    build.output("output", output);
    const Result<Graph> made = scaled(build.finish(), sample_library(), {900, 900});
    ASSERT_FALSE(made);
    EXPECT_THAT(made.error().message, testing::HasSubstr("at 900 by 900 of its size"));
}

}  // namespace
}  // namespace weft::test
