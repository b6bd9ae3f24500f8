// The hash tells graphs apart, and is the same everywhere and always.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "graph/graph.h"
#include "random_graph.h"

namespace weft::test {
namespace {

Graph one_node() {
    Graph graph;
    graph.name = "one";
    graph.inputs = {{"input"}};
    graph.nodes = {Node{NodeId{3}, "grade", "Grade", {0.5f, 1, true, 2}, {{NodeId{}, 0}}, {{}}, 0}};
    graph.outputs = {{"output", {NodeId{3}, 0}}};
    graph.controls = {{"gain", "Gain", "", {{NodeId{3}, "gain"}}}};
    return graph;
}

TEST(Hash, IsFixed) {
    // Caches outlive programs: a change of this number makes every stored plan useless.
    EXPECT_EQ(hash(one_node()), 224436026749418175ull);
}

TEST(Hash, DiffersForEveryKindOfChange) {
    std::vector<void (*)(Graph&)> changes{
        [](Graph&) {},
        [](Graph& g) { g.name = "two"; },
        [](Graph& g) { g.summary = "s"; },
        [](Graph& g) { g.name = "on", g.summary = "e"; },
        [](Graph& g) { g.inputs[0].name = "in"; },
        [](Graph& g) { g.inputs.push_back({"mask"}); },
        [](Graph& g) { g.nodes[0].id = NodeId{4}; },
        [](Graph& g) { g.nodes[0].name = "n"; },
        [](Graph& g) { g.nodes[0].functor = "Gradf"; },
        [](Graph& g) { g.nodes[0].parameters[0] = 0.25f; },
        [](Graph& g) { g.nodes[0].parameters[0] = 0.0f; },
        [](Graph& g) { g.nodes[0].parameters[0] = -0.0f; },
        [](Graph& g) { g.nodes[0].parameters[0] = 0; },
        [](Graph& g) { g.nodes[0].parameters[0] = false; },
        [](Graph& g) { g.nodes[0].parameters[0] = eHorizontal; },
        [](Graph& g) { g.nodes[0].parameters[0] = std::vector<float>{}; },
        [](Graph& g) { g.nodes[0].parameters[0] = std::vector<Offset>{}; },
        [](Graph& g) { g.nodes[0].parameters[0] = std::vector<Offset>{{1, 2}}; },
        [](Graph& g) { g.nodes[0].parameters[0] = std::vector<Offset>{{2, 1}}; },
        [](Graph& g) { g.nodes[0].parameters.pop_back(); },
        [](Graph& g) { g.nodes[0].inputs[0].output = 1; },
        [](Graph& g) { g.nodes[0].inputs[0].node = NodeId{3}; },
        [](Graph& g) { g.nodes[0].borders[0].mode = eMirror; },
        [](Graph& g) { g.nodes[0].borders[0].value = 1.0f; },
        [](Graph& g) { g.nodes[0].restart_period = 1; },
        [](Graph& g) { g.nodes[0].curves = {{"gain", {{1, 0.5f, Interpolation::kLinear}}}}; },
        [](Graph& g) { g.nodes[0].curves = {{"gain", {{2, 0.5f, Interpolation::kLinear}}}}; },
        [](Graph& g) { g.nodes[0].curves = {{"gain", {{1, 0.5f, Interpolation::kHold}}}}; },
        [](Graph& g) { g.nodes.push_back(g.nodes[0]); },
        [](Graph& g) { g.outputs[0].name = "o"; },
        [](Graph& g) { g.outputs[0].image = {NodeId{}, 0}; },
        [](Graph& g) { g.controls[0].name = "g"; },
        [](Graph& g) { g.controls[0].label = "g"; },
        [](Graph& g) { g.controls[0].help = "g"; },
        [](Graph& g) { g.controls[0].targets[0].second = "g"; },
        [](Graph& g) { g.controls.clear(); },
        [](Graph& g) { g.intermediates = Intermediates::kUnbounded; },
    };
    std::set<std::uint64_t> seen;
    for (const auto change : changes) {
        Graph graph = one_node();
        change(graph);
        seen.insert(hash(graph));
    }
    EXPECT_EQ(seen.size(), changes.size());
}

TEST(Hash, CountsOptionalInputs) {
    Graph graph = one_node(), told = graph;
    const NodeId node = graph.nodes[0].id;
    graph.optional_inputs.push_back({"mask", "Help", {{node, "Input"}}});
    told.optional_inputs = graph.optional_inputs;
    told.optional_inputs[0].told.emplace_back(node, "invert");
    EXPECT_NE(hash(graph), hash(one_node()));
    EXPECT_NE(hash(told), hash(graph));
    EXPECT_THAT(to_string(told), testing::HasSubstr("  optional input mask = "));
}

TEST(Hash, AgreesWithEqualityOnRandomGraphs) {
    std::mt19937 random(test_seed());
    std::vector<Graph> graphs;
    for (int i = 0; i < 60; ++i) graphs.push_back(random_graph(random, 3));
    for (const Graph& a : graphs)
        for (const Graph& b : graphs)
            EXPECT_EQ(a == b, hash(a) == hash(b)) << "seed " << test_seed();
}

TEST(Printing, IsOneLinePerNode) {
    EXPECT_EQ(to_string(one_node()),
              "one\n"
              "  input input\n"
              "  #3 grade = Grade(0.5, 1, true, 2) reads input clamp\n"
              "  output output = grade[0]\n"
              "  control gain = grade.gain\n");
}

TEST(Printing, SaysWhereIntermediatesAreUnbounded) {
    Graph graph = one_node();
    graph.intermediates = Intermediates::kUnbounded;
    EXPECT_EQ(to_string(graph).substr(0, 44), "one\n  intermediates unbounded\n  input input\n");
}

}  // namespace
}  // namespace weft::test
