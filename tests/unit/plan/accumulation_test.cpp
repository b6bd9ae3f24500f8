// Affine functions of what an IntExpr names, and the boxes that a tile of an accumulation reads.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plan/accumulation.h"
#include "plan/bound_graph.h"

namespace weft {
namespace {

TEST(Affine, IsASumOfFactorsAndNames) {
    const Bindings known = {{"Input.Radius", 3}, {"Level", -2}};
    const struct {
        const char* text;
        std::optional<Affine> value;
    } cases[] = {
        {"7", Affine{7, {}}},
        {"(+ A.Domain.x0 (+ first i))", Affine{0, {{"A.Domain.x0", 1}, {"first", 1}, {"i", 1}}}},
        {"(- (* 3 k) (+ k Input.Radius))", Affine{-3, {{"k", 2}}}},
        {"(neg (- k 1))", Affine{1, {{"k", -1}}}},
        {"(- k k)", Affine{0, {}}},
        {"(* (- 1 Level) X)", Affine{0, {{"X", 3}}}},
        {"(/ (* Input.Radius Input.Radius) Level)", Affine{-4, {}}},
        {"(max 4 Input.Radius)", Affine{4, {}}},
        {"(* k i)", std::nullopt},
        {"(/ k 2)", std::nullopt},
        {"(min k 2)", std::nullopt},
        {"(/ 1 0)", std::nullopt},
        {"(* 1099511627776 (* 1099511627776 k))", std::nullopt},
        {"", std::nullopt},
        {"(+ 1", std::nullopt},
        {"(+ 1 2) 3", std::nullopt},
        {"(- 1)", std::nullopt},
    };
    for (const auto& c : cases) EXPECT_EQ(affine({c.text}, known), c.value) << c.text;
}

/// A stage that reads a window of every plane of one input, and anywhere of another.
BoundGraph layer() {
    BoundGraph graph;
    for (int i = 0; i < 3; ++i) {
        PlanImage image;
        image.shape = {{0, 0, 64, 48}, 5};
        graph.images.add(image);
    }
    Stage stage;
    stage.facts.indexers = {{"Input", eInput, ePixel, e2D},
                            {"Weights", eInput, ePixel, eRandom},
                            {"Output", eOutput, ePixel, e0D}};
    stage.facts.members = {{"Weights.Domain", "int", 4, true, false},
                           {"n", "int", 1, false, false}};
    stage.members.resize(20);
    stage.members[16] = std::byte{12};
    for (const Freedom freedom : {e2D, eRandom}) {
        StageInput input;
        input.image = Id<PlanImage>(static_cast<int>(stage.inputs.size()));
        input.granularity = ePixel;
        input.freedom = freedom;
        input.radius_x = 1;
        input.radius_y = 2;
        stage.inputs.add(input);
    }
    stage.outputs = {Id<PlanImage>(2)};
    AccumulationFacts terms;
    terms.planes = {{"o", {"0"}, {"(- Output.Planes 1)"}, 2}};
    terms.loops = {{"c", {"0"}, {"(- n 1)"}, 1}, {"i", {"-1"}, {"1"}, 1}};
    terms.reads = {{"Input", {"(+ X i)"}, {"(+ Y 2)"}, {"c"}, {}},
                   {"Input", {"X"}, {"(- Y 1)"}, {"c"}, {}},
                   {"Weights",
                    {"(+ Weights.Domain.x0 i)"},
                    {"(* 3 c)"},
                    {"(+ o p)"},
                    {{"p", {"0"}, {"1"}, 1}}}};
    stage.facts.accumulation = terms;
    graph.stages.add(stage);
    return graph;
}

TEST(BoundAccumulation, HasTheBoxesThatTermsRead) {
    const BoundGraph graph = layer();
    const BoundAccumulation bound = bound_accumulation(graph, graph.stages.front());
    EXPECT_EQ(bound.why_no_tiles, "");
    EXPECT_EQ(bound.turns(), 3 * 12 * 3);
    const TermReads &input = bound.reads[Id<StageInput>(0)],
                    &weights = bound.reads[Id<StageInput>(1)];
    EXPECT_EQ(input.each, 2);
    EXPECT_EQ(weights.each, 2);
    ASSERT_TRUE(input.box && weights.box);
    EXPECT_EQ(input.box->x, (TermRange{{0, {{"X", 1}}}, -1, 1}));
    EXPECT_EQ(input.box->y, (TermRange{{0, {{"Y", 1}}}, -1, 2}));
    EXPECT_EQ(weights.box->plane, (TermRange{{0, {{"o", 1}}}, 0, 1}));
    const BoxExtent a = box_extent(bound, *input.box, 32, 8, 4),
                    b = box_extent(bound, *weights.box, 32, 8, 4);
    EXPECT_THAT((std::array{a.width, a.height, a.planes}), testing::ElementsAre(34, 11, 4));
    EXPECT_THAT((std::array{b.width, b.height, b.planes}), testing::ElementsAre(3, 10, 2));
}

TEST(BoundAccumulation, HasNoBoxOfPlacesThatMoveApart) {
    const auto boxed = [](const TermRead& more) {
        BoundGraph graph = layer();
        Stage& stage = graph.stages.front();
        stage.facts.accumulation->reads.push_back(more);
        const BoundAccumulation bound = bound_accumulation(graph, stage);
        return bound.reads[Id<StageInput>(more.indexer == "Input" ? 0 : 1)].box.has_value();
    };
    EXPECT_TRUE(boxed({"Input", {"X"}, {"Y"}, {"c"}, {}}));
    EXPECT_FALSE(boxed({"Input", {"(+ X 2)"}, {"Y"}, {"c"}, {}}));  // beyond its radius: bounded
    EXPECT_FALSE(boxed({"Input", {"X"}, {"Y"}, {"0"}, {}}));
    EXPECT_FALSE(boxed({"Weights", {""}, {""}, {""}, {}}));
    EXPECT_FALSE(boxed({"Weights", {"(* n i)"}, {"(* 3 c)"}, {"o"}, {}}));
    EXPECT_FALSE(boxed({"Weights", {"(+ Weights.Domain.x0 X)"}, {"(* 3 c)"}, {"o"}, {}}));
    EXPECT_FALSE(boxed({"Weights", {"(+ Weights.Domain.x0 n)"}, {"(* 3 c)"}, {"o"}, {}}));
}

TEST(BoundAccumulation, SplitsTheOutermostLoopAlone) {
    BoundGraph graph = layer();
    Stage& stage = graph.stages.front();
    std::swap(stage.facts.accumulation->loops[0], stage.facts.accumulation->loops[1]);
    EXPECT_NE(bound_accumulation(graph, stage).why_no_tiles, "");
}

}  // namespace
}  // namespace weft
