// Every way in which a graph may be wrong, each with its message.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "graph/graph.h"
#include "graph/image.h"
#include "random_graph.h"
#include "sample_functors.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

/// input -> split1 -> add31 (high, low, low) -> box1.
Graph sound_graph() {
    GraphBuilder build("sound");
    const Image input = build.input("input");
    Image high, low, sum, output;
    Split()(input, high, low);
    Add3()(high, low, low, sum);
    Box()(sum, output);
    build.output("output", output);
    build.control("radius", "Radius", "", {"split1.radius", "box1.radius"});
    return build.finish();
}

std::string error_of(const Graph& graph) {
    const Status s = validate(graph, sample_library());
    if (s) return "";
    EXPECT_EQ(s.error().kind, ErrorKind::kDocument);
    EXPECT_EQ(s.error().message.find('\n'), std::string::npos);
    return s.error().message;
}

/// The message after `change` to a sound graph.
template <class F>
std::string after(F change) {
    Graph graph = sound_graph();
    change(graph);
    return error_of(graph);
}

TEST(Validate, AcceptsSoundAndRandomGraphs) {
    EXPECT_EQ(error_of(sound_graph()), "");
    std::mt19937 random(test_seed());
    for (int i = 0; i < 300; ++i) {
        const Graph graph = random_graph(random);
        ASSERT_EQ(error_of(graph), "") << to_string(graph) << "seed " << test_seed();
    }
}

TEST(Validate, Names) {
    EXPECT_THAT(after([](Graph& g) { g.inputs[0].name = ""; }), HasSubstr("empty name"));
    EXPECT_THAT(after([](Graph& g) { g.nodes[0].name = "a.b"; }), HasSubstr("\"a.b\""));
    EXPECT_THAT(after([](Graph& g) { g.nodes[0].name = "a\nb"; }), HasSubstr("control character"));
    EXPECT_THAT(after([](Graph& g) { g.nodes[1].name = "box1"; }),
                HasSubstr("a node is named \"box1\" as another one is"));
    EXPECT_THAT(after([](Graph& g) { g.outputs.push_back(g.outputs[0]); }),
                HasSubstr("a graph output is named \"output\""));
    EXPECT_THAT(after([](Graph& g) { g.controls.push_back(g.controls[0]); }),
                HasSubstr("a control"));
    EXPECT_THAT(after([](Graph& g) { g.outputs.clear(); }), HasSubstr("\"sound\" has no output"));
}

TEST(Validate, Identities) {
    EXPECT_THAT(after([](Graph& g) { g.nodes[1].id = g.nodes[0].id; }),
                HasSubstr("nodes \"split1\" and \"add31\" have the same id 0"));
    EXPECT_THAT(after([](Graph& g) { g.nodes[1].id = NodeId{-4}; }),
                HasSubstr("\"add31\" has the id -4"));
    EXPECT_THAT(after([](Graph& g) { g.nodes[1].functor = "Add4"; }),
                HasSubstr("\"Add4\", which is not known (did you mean \"Add3\"?)"));
}

TEST(Validate, Connections) {
    EXPECT_THAT(after([](Graph& g) { g.nodes[1].inputs.pop_back(); }),
                HasSubstr("node \"add31\": input \"C\" is not connected"));
    EXPECT_THAT(after([](Graph& g) { g.nodes[0].inputs.push_back({NodeId{}, 0}); }),
                HasSubstr("node \"split1\" has 2 connections, but Split has 1 inputs"));
    EXPECT_THAT(after([](Graph& g) { g.nodes[0].inputs[0].output = 3; }),
                HasSubstr("input \"Input\" of node \"split1\" reads graph input 3"));
    EXPECT_THAT(after([](Graph& g) { g.nodes[1].inputs[0].node = NodeId{77}; }),
                HasSubstr("is connected to node 77, which is missing"));
    EXPECT_THAT(after([](Graph& g) { g.nodes[1].inputs[0].output = 2; }),
                HasSubstr("reads output 2 of node \"split1\", which has 2"));
    EXPECT_THAT(after([](Graph& g) { g.outputs[0].image = {NodeId{50}, 0}; }),
                HasSubstr("output \"output\" is connected to node 50"));
    EXPECT_THAT(after([](Graph& g) { g.nodes[1].borders.pop_back(); }),
                HasSubstr("2 borders for 3"));
    EXPECT_THAT(after([](Graph& g) { g.nodes[1].borders[0].mode = static_cast<BorderMode>(9); }),
                HasSubstr("border 9"));
    EXPECT_THAT(after([](Graph& g) { g.nodes[1].borders[0] = {eConstant, std::nanf("")}; }),
                HasSubstr("not a number"));
}

TEST(Validate, CyclesAndOrder) {
    EXPECT_THAT(after([](Graph& g) { g.nodes[0].inputs[0] = {g.nodes[2].id, 0}; }),
                HasSubstr("\"split1\" -> \"add31\" -> \"box1\" -> \"split1\" form a cycle"));
    EXPECT_THAT(after([](Graph& g) { g.nodes[0].inputs[0] = {g.nodes[0].id, 0}; }),
                HasSubstr("\"split1\" -> \"split1\""));
    EXPECT_THAT(after([](Graph& g) { std::swap(g.nodes[0], g.nodes[1]); }),
                HasSubstr("node \"add31\" reads \"split1\", which comes after it"));
}

TEST(Validate, Parameters) {
    EXPECT_THAT(
        after([](Graph& g) { g.nodes[0].parameters[1] = 65; }),
        HasSubstr("node \"split1\": parameter \"radius\" must be a whole number from 1 to 64, "
                  "but is 65"));
    EXPECT_THAT(after([](Graph& g) { g.nodes[0].parameters[1] = 2.0f; }), HasSubstr("but is 2.0"));
    EXPECT_THAT(after([](Graph& g) { g.nodes[0].parameters.pop_back(); }),
                HasSubstr("has 1 parameter values, but Split has 2"));
    EXPECT_THAT(after([](Graph& g) { g.nodes[0].restart_period = 64; }),
                HasSubstr("Split is no moving average"));
    EXPECT_THAT(after([](Graph& g) { g.nodes[2].restart_period = 0; }),
                HasSubstr("usual here is 64"));
    EXPECT_THAT(after([](Graph& g) {
                    g.nodes[2] =
                        Node{NodeId{5}, "wide", "Wide", {400.0f}, {{NodeId{}, 0}}, {{}}, 0};
                    g.outputs[0].image = {NodeId{5}, 0};
                    g.controls.clear();
                }),
                HasSubstr("node \"wide\": indexer \"Input\" reads 1200 pixels away: at most 1024"));
}

/// A functor that would run backwards and may not.
class Backwards : public Functor<Backwards, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    Backwards() { ScanBackwards = true; }
    void Kernel() { Output() = Input(); }
};

TEST(Validate, Recurrences) {
    const auto with = [](Intermediates intermediates, int restart_period) {
        return after([&](Graph& g) {
            g.nodes.push_back(Node{NodeId{5},
                                   "iir",
                                   "Smooth",
                                   {eHorizontal, false},
                                   {{NodeId{}, 0}},
                                   {{}},
                                   restart_period});
            g.intermediates = intermediates;
        });
    };
    EXPECT_EQ(with(Intermediates::kBounded, 0), "");
    EXPECT_THAT(with(Intermediates::kBounded, 64), HasSubstr("Smooth is no moving average"));
    EXPECT_THAT(
        with(Intermediates::kUnbounded, 0),
        HasSubstr("node \"iir\": Smooth is a recurrence, which begins at the picture's edge, "
                  "but unbounded intermediates have none: bound the intermediates"));
    Library library;
    library.add(functor_type<Backwards>());
    const Status status =
        validate(Node{NodeId{5}, "odd", "Backwards", {}, {{NodeId{}, 0}}, {{}}, 0}, library);
    ASSERT_FALSE(status);
    EXPECT_THAT(status.error().message,
                HasSubstr("node \"odd\": ScanBackwards is for recurrences"));
}

TEST(Validate, Controls) {
    EXPECT_THAT(after([](Graph& g) { g.controls[0].targets.clear(); }),
                HasSubstr("sets no parameter"));
    EXPECT_THAT(after([](Graph& g) { g.controls[0].targets[0].first = NodeId{70}; }),
                HasSubstr("node 70, which is missing"));
    EXPECT_THAT(after([](Graph& g) { g.controls[0].targets[0].second = "raduis"; }),
                HasSubstr("no parameter \"raduis\" (did you mean \"radius\"?)"));
    EXPECT_THAT(after([](Graph& g) { g.controls[0].targets[0].second = "axis"; }),
                HasSubstr("different types"));
}

TEST(Arrange, GivesOneOrderToAllOrders) {
    std::mt19937 random(test_seed());
    for (int i = 0; i < 100; ++i) {
        const Graph graph = random_graph(random);
        Graph shuffled = graph;
        std::shuffle(shuffled.nodes.begin(), shuffled.nodes.end(), random);
        EXPECT_EQ(hash(shuffled), hash(graph));
        ASSERT_TRUE(arrange(shuffled));
        EXPECT_EQ(shuffled, graph) << "seed " << test_seed();
    }
}

}  // namespace
}  // namespace weft::test
