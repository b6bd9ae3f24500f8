// Setting parameters and controls from text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/graph.h"
#include "graph/image.h"
#include "random_graph.h"
#include "sample_functors.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

Graph sample_graph() {
    GraphBuilder build("soften");
    const Image input = build.input("input");
    Image graded, across, output;
    Grade()(input, graded);
    {
        const auto blur = build.scope("blur");
        Box(eHorizontal, 2)(graded, across);
        Box(eVertical, 2)(across, output);
    }
    build.output("output", output);
    build.control("radius", "Radius", "", {"blur/*.radius"});
    return build.finish();
}

std::string setting_error(Graph& graph, const std::string& path, const std::string& text) {
    const Graph before = graph;
    const Status s = set_parameter(graph, sample_library(), path, text);
    EXPECT_EQ(graph, before) << "a refused value changed the graph";
    return s ? "" : s.error().message;
}

TEST(SetParameter, SetsOneParameter) {
    Graph graph = sample_graph();
    ASSERT_TRUE(set_parameter(graph, sample_library(), "grade1.gain", "0.5"));
    EXPECT_EQ(graph.nodes[0].parameters[0], ParameterValue(0.5f));
    ASSERT_TRUE(set_parameter(graph, sample_library(), "blur/box2.axis", "horizontal"));
    EXPECT_EQ(graph.nodes[2].parameters[0], ParameterValue(eHorizontal));
}

TEST(SetParameter, AControlSetsAllItsTargets) {
    Graph graph = sample_graph();
    ASSERT_TRUE(set_parameter(graph, sample_library(), "radius", "30"));
    for (std::size_t i : {1u, 2u}) {
        EXPECT_EQ(graph.nodes[i].parameters[1], ParameterValue(30));
        EXPECT_EQ(graph.nodes[i].restart_period, default_restart_period(30));
    }
}

TEST(SetParameter, AChosenRestartPeriodStays) {
    Graph graph = sample_graph();
    graph.nodes[1].restart_period = 7;
    ASSERT_TRUE(set_parameter(graph, sample_library(), "blur/box1.radius", "30"));
    EXPECT_EQ(graph.nodes[1].restart_period, 7);
}

TEST(SetParameter, RefusalsSayWhatThereIs) {
    Graph graph = sample_graph();
    EXPECT_EQ(setting_error(graph, "grade1.gian", "1"),
              "node \"grade1\" has no parameter \"gian\" (did you mean \"gain\"?); it has: gain, "
              "steps, invert, curve");
    EXPECT_EQ(setting_error(graph, "grad1.gain", "1"),
              "the effect \"soften\" has no node \"grad1\" (did you mean \"grade1\"?); it has: "
              "grade1, blur/box1, blur/box2");
    EXPECT_EQ(setting_error(graph, "raduis", "1"),
              "the effect \"soften\" has no control \"raduis\" (did you mean \"radius\"?); it has: "
              "radius");
    EXPECT_EQ(setting_error(graph, "grade1.gain", "loud"),
              "grade1.gain must be a number from 0 to 4, but is \"loud\"");
    EXPECT_THAT(setting_error(graph, "radius", "201"), HasSubstr("from 0 to 200, but is 201"));
    EXPECT_THAT(setting_error(graph, "grade1.a\nb", "1"), HasSubstr("\"a?b\""));
    EXPECT_THAT(setting_error(graph, "grade1.gain", "1\n2"), HasSubstr("\"1?2\""));
    EXPECT_NE(setting_error(graph, "", "1"), "");
    EXPECT_NE(setting_error(graph, ".", "1"), "");
    EXPECT_NE(setting_error(graph, "grade1.", "1"), "");
}

TEST(SetParameter, RefusesRadiiBeyondTheBoundThatAParameterImplies) {
    GraphBuilder build("wide");
    const Image input = build.input("input");
    Image output;
    Wide()(input, output);
    build.output("output", output);
    Graph graph = build.finish();
    EXPECT_THAT(setting_error(graph, "wide1.sigma", "500"),
                HasSubstr("1500 pixels away: at most 1024"));
}

TEST(SetParameter, AControlThatFailsOnOneTargetSetsNone) {
    Graph graph = sample_graph();
    graph.controls[0].targets.emplace_back(graph.nodes[0].id, "steps");
    EXPECT_NE(setting_error(graph, "radius", "201"), "");  // steps takes 201, the radii do not
    graph.controls[0].targets.emplace_back(NodeId{99}, "steps");
    EXPECT_THAT(setting_error(graph, "radius", "3"), HasSubstr("missing node"));
}

}  // namespace
}  // namespace weft::test
