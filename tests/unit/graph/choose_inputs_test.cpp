// Optional inputs: left out, given, and what they may not be.
#include "graph/choose_inputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/image.h"
#include "random_graph.h"
#include "sample_functors.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

/// Adds three pictures; the second and the third may be left out.
Graph graph_with_options() {
    GraphBuilder build("sample");
    const Image input = build.input("input");
    Image graded, sum;
    Grade()(input, graded);
    Add3()(graded, input, input, sum);
    build.output("output", sum);
    build.optional_input("light", "Added.", {"add31.B"}, {"grade1.invert"});
    build.optional_input("dark", "Added too.", {"add31.C", "grade1.Input"});
    return build.finish();
}

std::string refusal_of_inputs(const std::vector<std::string>& names) {
    const Result<Graph> graph = with_inputs(graph_with_options(), sample_library(), names);
    return graph ? "" : graph.error().message;
}

std::string flaw(const std::function<void(Graph&)>& change) {
    Graph graph = graph_with_options();
    change(graph);
    const Status status = validate(graph, sample_library());
    return status ? "" : status.error().message;
}

TEST(ChooseInputs, NoneGivenChangesNothing) {
    EXPECT_EQ(*with_inputs(graph_with_options(), sample_library(), {}), graph_with_options());
    EXPECT_EQ(input_names(graph_with_options()),
              (std::vector<std::string>{"input", "light", "dark"}));
}

TEST(ChooseInputs, ConnectsReadersAndTellsNodes) {
    Graph animated = graph_with_options();
    Node& grade = animated.nodes[0];
    grade.curves.push_back({"invert", {{1, false}, {5, true}}});
    const Result<Graph> graph = with_inputs(animated, sample_library(), {"dark", "light"});
    ASSERT_TRUE(graph) << graph.error().message;
    EXPECT_EQ(input_names(*graph), (std::vector<std::string>{"input", "dark", "light"}));
    EXPECT_TRUE(graph->optional_inputs.empty());
    const Node &first = graph->nodes[0], &add = graph->nodes[1];
    EXPECT_EQ(first.inputs, (std::vector<ImageId>{{NodeId{}, 1}}));
    EXPECT_EQ(add.inputs, (std::vector<ImageId>{{first.id, 0}, {NodeId{}, 2}, {NodeId{}, 1}}));
    EXPECT_EQ(first.parameters[2], ParameterValue(true));
    EXPECT_TRUE(first.curves.empty()) << "a node is told for all frames";
    EXPECT_TRUE(validate(*graph, sample_library()));

    const Result<Graph> one = with_inputs(graph_with_options(), sample_library(), {"light"});
    ASSERT_TRUE(one);
    ASSERT_EQ(one->optional_inputs.size(), 1u);
    EXPECT_EQ(one->optional_inputs[0].name, "dark");
    EXPECT_EQ(one->nodes[0].inputs, graph_with_options().nodes[0].inputs);
}

TEST(ChooseInputs, Refusals) {
    EXPECT_EQ(refusal_of_inputs({"lihgt"}),
              "the effect \"sample\" has no input \"lihgt\" (did you mean \"light\"?); it has: "
              "input, light, dark");
    EXPECT_THAT(refusal_of_inputs({"light", "light"}), HasSubstr("given twice"));
    EXPECT_THAT(refusal_of_inputs({"input"}), HasSubstr("given twice"));
}

TEST(ChooseInputs, Flaws) {
    EXPECT_THAT(flaw([](Graph& g) { g.optional_inputs[1].name = "light"; }),
                HasSubstr("an optional input is named \"light\" as another one is"));
    EXPECT_THAT(flaw([](Graph& g) { g.optional_inputs[1].name = "input"; }),
                HasSubstr("optional input \"input\" has the name of an input"));
    EXPECT_THAT(flaw([](Graph& g) { g.optional_inputs[0].readers.clear(); }),
                HasSubstr("optional input \"light\" is read by no node"));
    EXPECT_THAT(flaw([](Graph& g) { g.optional_inputs[0].readers[0].first.value = 9; }),
                HasSubstr("read by node 9, which is missing"));
    EXPECT_THAT(flaw([](Graph& g) { g.optional_inputs[0].readers[0].second = "b"; }),
                HasSubstr("node \"add31\" has no input \"b\""));
    EXPECT_THAT(flaw([](Graph& g) { g.optional_inputs[0].told[0].second = "gain"; }),
                HasSubstr("sets \"gain\" of node \"grade1\", which is not a boolean"));
    EXPECT_THAT(flaw([](Graph& g) { g.optional_inputs[0].told[0].second = "inverted"; }),
                HasSubstr("has no parameter \"inverted\" (did you mean \"invert\"?)"));
}

}  // namespace
}  // namespace weft::test
