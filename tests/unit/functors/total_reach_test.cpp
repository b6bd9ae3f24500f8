// How far effects reach, as people are told it, against what is asked of their inputs.
#include "graph/total_reach.h"

#include <algorithm>
#include <random>

#include "effect_names.h"
#include "graph/descriptor.h"
#include "graph/regions.h"
#include "harness.h"
#include "pyramid/double.h"
#include "pyramid/halve.h"
#include "scan/box_blur.h"

namespace weft::test {
namespace {

/// The same graph, whose moving averages begin anew at every element: what they are defined by.
Graph without_restarts(Graph graph) {
    for (Node& node : graph.nodes) node.restart_period = std::min(node.restart_period, 1);
    return graph;
}

bool changes_resolution(const Graph& graph) {
    for (const Node& node : graph.nodes) {
        const std::unique_ptr<FunctorBase> functor = instantiate(node, builtin_library());
        for (const NamedIndexer& n : indexers_of(*functor))
            if (n.indexer->ScaleX != Scale{} || n.indexer->ScaleY != Scale{}) return true;
    }
    return false;
}

/// The parts of the graph's inputs that are asked for `region` of each output.
std::vector<Rect> asked_for(const Graph& graph, const Rect& domain, const Rect& region) {
    const Library library = builtin_library();
    const auto shapes = infer_shapes(graph, library, usual_input_shapes(graph, library, domain, 3));
    EXPECT_TRUE(shapes) << shapes.error().message;
    const std::vector<Rect> regions(graph.outputs.size(), region);
    const auto needed = infer_regions(graph, library, *shapes, regions);
    EXPECT_TRUE(needed) << needed.error().message;
    std::vector<Rect> asked;
    for (int i = 0; i < static_cast<int>(graph.inputs.size()); ++i)
        if (const auto at = needed->find({NodeId{}, i}); at != needed->end())
            asked.push_back(at->second);
    return asked;
}

class ReachOf : public testing::TestWithParam<std::string> {};

/// No region of a picture of any size asks for more.
TEST_P(ReachOf, HoldsWhatRegionsAsk) {
    const Graph graph = find_effect(GetParam())->build();
    const TotalReach reach = total_reach(graph, builtin_library());
    if (reach.anywhere) return;
    std::mt19937 random(29);
    const auto draw = [&](int least, int most) {
        return std::uniform_int_distribution<int>(least, most)(random);
    };
    for (const Rect& d : {Rect{0, 0, 37, 23}, Rect{-5, 3, 312, 190}, Rect{0, 0, 4000, 3001}})
        for (int i = 0; i < 20; ++i) {
            Rect r{draw(d.x0, d.x1 - 1), draw(d.y0, d.y1 - 1), 0, 0};
            r.x1 = i < 8 ? r.x0 + 1 : draw(r.x0 + 1, d.x1);
            r.y1 = i < 8 ? r.y0 + 1 : draw(r.y0 + 1, d.y1);
            for (const Rect& asked : asked_for(graph, d, r)) {
                SCOPED_TRACE(testing::Message()
                             << "region " << r.x0 << "," << r.y0 << " to " << r.x1 << "," << r.y1);
                if (!reach.rows) {
                    EXPECT_GE(asked.x0, r.x0 - reach.left - reach.begun_left);
                    EXPECT_LE(asked.x1, r.x1 + reach.right);
                }
                if (!reach.columns) {
                    EXPECT_GE(asked.y0, r.y0 - reach.above - reach.begun_above);
                    EXPECT_LE(asked.y1, r.y1 + reach.below);
                }
            }
        }
}

/// Far from the border some pixel asks for as much, in each direction.
TEST_P(ReachOf, IsWhatSomePixelAsks) {
    const Graph graph = without_restarts(find_effect(GetParam())->build());
    const TotalReach reach = total_reach(graph, builtin_library());
    if (reach.anywhere) return;
    constexpr Rect kLarge{0, 0, 1 << 14, 1 << 14};
    constexpr int kMiddle = 1 << 13, kPhases = 512;  // a pixel of the coarsest of ten levels
    int left = 0, right = 0, above = 0, below = 0;
    for (int phase = 0; phase < (changes_resolution(graph) ? kPhases : 1); ++phase) {
        const int at = kMiddle + phase;
        for (const Rect& asked : asked_for(graph, kLarge, {at, at, at + 1, at + 1})) {
            left = std::max(left, at - asked.x0);
            right = std::max(right, asked.x1 - 1 - at);
            above = std::max(above, at - asked.y0);
            below = std::max(below, asked.y1 - 1 - at);
        }
    }
    if (!reach.rows) {
        EXPECT_EQ(reach.left, left);
        EXPECT_EQ(reach.right, right);
    }
    if (!reach.columns) {
        EXPECT_EQ(reach.above, above);
        EXPECT_EQ(reach.below, below);
    }
}

/// The graph of one functor.
template <class F>
TotalReach reach_of_one(F functor) {
    functor.prepare();
    return total_reach(graph_of_one(functor_type<F>(), functor, {}), builtin_library());
}

void expect_reach(const TotalReach& reach, int left, int right, int above, int below) {
    EXPECT_FALSE(reach.anywhere);
    EXPECT_EQ(reach.left, left);
    EXPECT_EQ(reach.right, right);
    EXPECT_EQ(reach.above, above);
    EXPECT_EQ(reach.below, below);
}

/// Worked out by hand. Element i of half the width lies at 2 i, and reads from 2 i - 2 to 2 i + 2.
/// Doubled again, element i reads from i / 2 - 1 to i / 2 + 1 of those, rounded down: where i is
/// odd from 2 ((i - 1) / 2 - 1) - 2 = i - 5 on, where it is even up to 2 (i / 2 + 1) + 2 = i + 4.
TEST(TotalReach, ComposesResolutions) {
    using functors::Double;
    using functors::Halve;
    expect_reach(reach_of_one(Halve(eHorizontal)), 2, 2, 0, 0);
    GraphBuilder build("down-and-up");
    const Image input = build.input("input");
    Image half, whole;
    Halve{eHorizontal}(input, half);
    Double{eHorizontal}(half, input, whole);
    build.output("output", whole);
    expect_reach(total_reach(build.finish(), builtin_library()), 5, 4, 0, 0);
}

TEST(TotalReach, SaysWhereAveragesBegin) {
    const TotalReach reach = reach_of_one(functors::BoxBlur(eVertical, 3));
    expect_reach(reach, 0, 0, 3, 3);
    EXPECT_EQ(reach.begun_left, 0);
    EXPECT_EQ(reach.begun_above, 63) << "of a period of 64";
}

TEST(TotalReach, IsOfWholeLinesOrAnywhere) {
    const TotalReach blur = total_reach(effect("iir-blur"), builtin_library());
    EXPECT_TRUE(blur.rows);
    EXPECT_TRUE(blur.columns);
    EXPECT_FALSE(blur.anywhere);
    for (const char* name : {"lens-blur", "equalise", "normalise"})
        EXPECT_TRUE(total_reach(effect(name), builtin_library()).anywhere) << name;
    EXPECT_GT(total_reach(effect("interpolate"), builtin_library()).left, 1000);
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, ReachOf, testing::ValuesIn(effect_names()), test_name);

}  // namespace
}  // namespace weft::test
