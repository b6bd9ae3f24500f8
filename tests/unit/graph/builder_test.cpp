// Delayed evaluation: what functor calls record, and which mistakes they refuse.
#include "graph/image.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "sample_functors.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

/// An input with a border of its own.
class Edged : public Functor<Edged, eParallel> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    Edged() { Input.border = {eMirror, 0.0f}; }
    void Kernel() { Output() = Input(); }
};

/// A radius that no parameter sets.
class Hidden : public Functor<Hidden, eParallel> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    explicit Hidden(int radius = 1) : Input(eHorizontal, radius) {}
    void Kernel() { Output() = Input(); }
};

/// The message that `f` throws, "" when it does not.
template <class F>
std::string mistake_of(F f) {
    try {
        f();
    } catch (const std::logic_error& e) {
        return e.what();
    }
    return "";
}

TEST(GraphBuilder, RecordsNodesInOrderWithParametersAndConnections) {
    GraphBuilder build("wavelet", "Splits and sums");
    const Image input = build.input("plate");
    Image high, low, sum;
    const Split split(eVertical, 3);
    split(input, high, low);
    const Add3 add(eHorizontal, 2);
    add(high, input, low, sum);
    build.output("sum", sum);
    const Graph graph = build.finish();

    ASSERT_EQ(graph.nodes.size(), 2u);
    const Node& s = graph.nodes[0];
    EXPECT_EQ(s.name, "split1");
    EXPECT_EQ(s.functor, "Split");
    EXPECT_EQ(s.parameters, (std::vector<ParameterValue>{eVertical, 3}));
    EXPECT_EQ(s.inputs, (std::vector<ImageId>{{NodeId{}, 0}}));
    const Node& a = graph.nodes[1];
    EXPECT_EQ(a.inputs, (std::vector<ImageId>{{s.id, 0}, {NodeId{}, 0}, {s.id, 1}}));
    EXPECT_EQ(a.borders.size(), 3u);
    EXPECT_EQ(a.restart_period, 0);
    EXPECT_EQ(graph.outputs, (std::vector<GraphOutput>{{"sum", {a.id, 0}}}));
    EXPECT_EQ(graph.find("split1"), &graph.nodes[0]);
    EXPECT_EQ(graph.find(a.id), &graph.nodes[1]);
    EXPECT_EQ(graph.find("nothing"), nullptr);
}

TEST(GraphBuilder, NamesNodesByFunctorScopeAndRequest) {
    GraphBuilder build("names");
    const Image input = build.input("input");
    Image a, b, c, d, e;
    Grade grade;
    grade(input, a);
    grade(a, b);
    {
        const auto level = build.scope("level1");
        grade(b, c);
        {
            const auto inner = build.scope("red");
            build.name_next("lift");
            grade(c, d);
        }
    }
    grade(d, e);
    build.output("output", e);
    const Graph graph = build.finish();
    std::vector<std::string> names;
    for (const Node& node : graph.nodes) names.push_back(node.name);
    EXPECT_EQ(names, (std::vector<std::string>{"grade1", "grade2", "level1/grade1",
                                               "level1/red/lift", "grade3"}));
}

TEST(GraphBuilder, BordersAreTheBuildersOrElseTheIndexers) {
    GraphBuilder build("borders");
    const Image input = build.input("input");
    Image a, b;
    Edged edged;
    edged(input, a);
    build.border({eConstant, 2.0f});
    edged(a, b);
    build.output("output", b);
    const Graph graph = build.finish();
    EXPECT_EQ(graph.nodes[0].borders, (std::vector<Border>{{eMirror, 0.0f}}));
    EXPECT_EQ(graph.nodes[1].borders, (std::vector<Border>{{eConstant, 2.0f}}));
    Library library;
    library.add(functor_type<Edged>());
    const auto functor = instantiate(graph.nodes[1], library);
    struct Borders final : IndexerVisitor {
        std::vector<Border> seen;
        void indexer(const char*, int, IndexerBase& i) override { seen.push_back(i.border); }
    } borders;
    functor->visit_indexers(borders);
    EXPECT_EQ(borders.seen[0], (Border{eConstant, 2.0f}));
}

TEST(GraphBuilder, MovingAveragesRestartByTheirRadius) {
    EXPECT_EQ(default_restart_period(0), 64);
    EXPECT_EQ(default_restart_period(7), 64);
    EXPECT_EQ(default_restart_period(8), 80);
    EXPECT_EQ(default_restart_period(100), 816);
    EXPECT_EQ(default_restart_period(-5), 64);
    GraphBuilder build("box");
    const Image input = build.input("input");
    Image output;
    Box(eVertical, 100)(input, output);
    build.output("output", output);
    EXPECT_EQ(build.finish().nodes[0].restart_period, 816);
}

TEST(GraphBuilder, ControlsMatchNamesAndPrefixes) {
    GraphBuilder build("controls");
    Image image = build.input("input");
    for (int i = 0; i < 3; ++i) {
        Image next;
        Grade()(image, next);
        image = next;
    }
    build.control("gain", "Gain", "All of them.", {"grade*.gain"});
    build.control("last", "Last", "", {"grade3.steps"});
    build.output("output", image);
    EXPECT_THAT(mistake_of([&] { build.control("x", "", "", {"blur*.gain"}); }),
                HasSubstr("blur*"));
    EXPECT_THAT(mistake_of([&] { build.control("x", "", "", {"gain"}); }),
                HasSubstr("node.parameter"));
    const Graph graph = build.finish();
    EXPECT_EQ(graph.controls[0].targets.size(), 3u);
    EXPECT_EQ(graph.controls[1].targets,
              (std::vector<std::pair<NodeId, std::string>>{{graph.nodes[2].id, "steps"}}));
}

TEST(GraphBuilder, RefusesMistakesNamingTheFunctor) {
    GraphBuilder build("mistakes"), other("other");
    const Image input = build.input("input"), stranger = other.input("input");
    Image empty, output, second;
    Grade grade;
    EXPECT_THAT(mistake_of([&] { grade(input); }), HasSubstr("Grade has 2 indexers"));
    EXPECT_THAT(mistake_of([&] { grade(empty, output); }), HasSubstr("Grade"));
    EXPECT_THAT(mistake_of([&] { grade(input, const_cast<Image&>(input)); }),
                HasSubstr("written already"));
    EXPECT_THAT(mistake_of([&] { Split()(input, output, output); }), HasSubstr("written already"));
    EXPECT_THAT(mistake_of([&] { Add3()(input, empty, input, second); }),
                HasSubstr("for B is empty"));
    EXPECT_THAT(mistake_of([&] { Add3()(input, stranger, input, second); }),
                HasSubstr("another graph"));
    EXPECT_THAT(mistake_of([&] { Grade(9.0f)(input, second); }), HasSubstr("from 0 to 4"));
    EXPECT_THAT(mistake_of([&] { build.output("x", empty); }), HasSubstr("nothing here writes"));
    build.name_next("twin");
    grade(input, output);
    build.name_next("twin");
    EXPECT_THAT(mistake_of([&] { grade(input, second); }), HasSubstr("\"twin\" is taken"));
    EXPECT_THAT(mistake_of([&] { build.finish(); }), HasSubstr("no output"));
}

TEST(GraphBuilder, RefusesRadiiThatNoParameterDetermines) {
    GraphBuilder build("hidden");
    const Image input = build.input("input");
    Image a, b;
    Hidden()(input, a);
    EXPECT_THAT(mistake_of([&] { Hidden(2)(input, b); }), HasSubstr("not determined"));
}

}  // namespace
}  // namespace weft::test
