// Exact tap sets from facts, and where members lie in the kernel's struct.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>

#include "neighbourhood/convolution2d.h"
#include "neighbourhood/dwt1d.h"
#include "neighbourhood/gaussian.h"
#include "passes/bind.h"
#include "plan/stage_bindings.h"
#include "planning.h"

namespace weft {

void PrintTo(const Offset& o, std::ostream* out) { *out << "(" << o.x << ", " << o.y << ")"; }

namespace test {
namespace {

using testing::ElementsAre;

using Offsets = std::vector<Offset>;

/// The taps of a functor's first input, as the planner resolves them from the translator's facts.
template <class F>
Offsets offsets_of(const F& functor) {
    GraphBuilder build("one");
    Image input = build.input("input"), a, b;
    build.name_next("node");
    if constexpr (std::is_same_v<F, functors::DWT1D>)
        functor(input, a, b);
    else
        functor(input, a);
    build.output("output", a);
    const Graph graph = build.finish();
    return stage_of(plan_of(graph), "node").inputs.front().taps;
}

Offsets rectangle(int rx, int ry) {
    Offsets taps;
    for (int y = -ry; y <= ry; ++y)
        for (int x = -rx; x <= rx; ++x) taps.push_back({x, y});
    return taps;
}

TEST(Taps, WaveletReadsThreePlacesHoweverFar) {
    EXPECT_THAT(offsets_of(functors::DWT1D(eHorizontal, 4)),
                ElementsAre(Offset{-4, 0}, Offset{0, 0}, Offset{4, 0}));
    EXPECT_THAT(offsets_of(functors::DWT1D(eVertical, 256)),
                ElementsAre(Offset{0, -256}, Offset{0, 0}, Offset{0, 256}));
}

TEST(Taps, LoopsAreEnumerated) {
    EXPECT_EQ(offsets_of(functors::Gaussian(eHorizontal, 1.0f, 3)), rectangle(3, 0));
    EXPECT_EQ(offsets_of(functors::Gaussian(eVertical, 1.0f, 2)), rectangle(0, 2));
    EXPECT_EQ(offsets_of(functors::Convolution2D(2, 1)), rectangle(2, 1));
}

/// An e1D or e2D input with these taps in its facts.
IndexerFacts facts_with(Freedom freedom, std::vector<Tap> taps) {
    return {"Input", eInput, eComponent, freedom, false, std::move(taps)};
}

StageInput input_with(Freedom freedom, int radius, int rx = 0, int ry = 0) {
    StageInput input;
    input.freedom = freedom;
    input.radius = radius;
    input.radius_x = rx;
    input.radius_y = ry;
    return input;
}

TEST(Taps, LandWithinTheDeclaredRadius) {
    const StageInput along = input_with(e1D, 2);
    const Bindings radius{{"Input.Radius", 2}};
    EXPECT_THAT(resolve_taps(facts_with(e1D, {{{"(* 3 Input.Radius)"}, {"0"}, {}}}), along, radius),
                ElementsAre(Offset{2, 0}));
    EXPECT_THAT(resolve_taps(facts_with(e1D, {{{"-7"}, {"0"}, {}}}), along, radius),
                ElementsAre(Offset{-2, 0}));
    EXPECT_THAT(resolve_taps(facts_with(e2D, {{{"9"}, {"-9"}, {}}}), input_with(e2D, 0, 3, 1), {}),
                ElementsAre(Offset{3, -1}));
}

TEST(Taps, AreSortedByRowsAndHeldOnce) {
    const std::vector<Tap> taps = {
        {{"1"}, {"1"}, {}}, {{"-1"}, {"1"}, {}}, {{"0"}, {"-1"}, {}}, {{"1"}, {"1"}, {}}};
    EXPECT_THAT(resolve_taps(facts_with(e2D, taps), input_with(e2D, 0, 1, 1), {}),
                ElementsAre(Offset{0, -1}, Offset{-1, 1}, Offset{1, 1}));
}

TEST(Taps, LoopsMayStepDescendAndDependOnEachOther) {
    const StageInput wide = input_with(e2D, 0, 9, 9);
    const Tap stepped{{"i"}, {"0"}, {{"i", {"-4"}, {"5"}, 4}}};
    EXPECT_THAT(resolve_taps(facts_with(e2D, {stepped}), wide, {}),
                ElementsAre(Offset{-4, 0}, Offset{0, 0}, Offset{4, 0}));
    const Tap descending{{"0"}, {"i"}, {{"i", {"2"}, {"0"}, -2}}};
    EXPECT_THAT(resolve_taps(facts_with(e2D, {descending}), wide, {}),
                ElementsAre(Offset{0, 0}, Offset{0, 2}));
    const Tap triangle{{"i"}, {"j"}, {{"j", {"0"}, {"1"}, 1}, {"i", {"j"}, {"1"}, 1}}};
    EXPECT_THAT(resolve_taps(facts_with(e2D, {triangle}), wide, {}),
                ElementsAre(Offset{0, 0}, Offset{1, 0}, Offset{1, 1}));
    const Tap never{{"i"}, {"0"}, {{"i", {"3"}, {"2"}, 1}}};
    EXPECT_THAT(resolve_taps(facts_with(e2D, {never}), wide, {}), ElementsAre(Offset{0, 0}))
        << "an input that is never read stands at its element";
}

TEST(Taps, WhatCannotBeShownIsTheWholeWindow) {
    IndexerFacts dense = facts_with(e1D, {});
    dense.dense = true;
    EXPECT_EQ(resolve_taps(dense, input_with(e1D, 2), {}), rectangle(2, 0));
    StageInput down = input_with(e1D, 2);
    down.axis = eVertical;
    EXPECT_EQ(resolve_taps(dense, down, {}), rectangle(0, 2));
    const std::vector<Tap> unbound = {{{"0"}, {"0"}, {}}, {{"nobody"}, {"0"}, {}}};
    EXPECT_EQ(resolve_taps(facts_with(e2D, unbound), input_with(e2D, 0, 1, 2), {}),
              rectangle(1, 2));
    const Tap endless{{"i"}, {"0"}, {{"i", {"0"}, {"100000000"}, 1}}};
    EXPECT_EQ(resolve_taps(facts_with(e1D, {endless}), input_with(e1D, 3), {}), rectangle(3, 0));
    const Tap still{{"i"}, {"0"}, {{"i", {"0"}, {"1"}, 0}}};
    EXPECT_EQ(resolve_taps(facts_with(e1D, {still}), input_with(e1D, 3), {}), rectangle(3, 0));
}

TEST(Taps, ListsAreTheirOwnTaps) {
    StageInput list = input_with(eSparse, 0);
    list.offsets = {{3, 2}, {-40, -7}, {3, 2}, {0, 2}};
    EXPECT_THAT(resolve_taps(facts_with(eSparse, {}), list, {}),
                ElementsAre(Offset{-40, -7}, Offset{0, 2}, Offset{3, 2}));
    list.offsets = {};
    EXPECT_THAT(resolve_taps(facts_with(eSparse, {}), list, {}), ElementsAre(Offset{0, 0}));
}

struct Mixed {
    bool a;
    float b;
    bool c[3];
    int d;
    bool e;
    unsigned f;
    float g[5];
    bool h;
};

TEST(MemberOffsets, AreTheCompilersOwn) {
    const std::vector<MemberFacts> facts = {
        {"a", "bool", 1, false, false}, {"b", "float", 1, false, false},
        {"c", "bool", 3, true, false},  {"d", "int", 1, false, true},
        {"e", "bool", 1, false, false}, {"f", "unsigned", 1, false, false},
        {"g", "float", 5, true, false}, {"h", "bool", 1, false, false}};
    EXPECT_THAT(member_offsets(facts),
                ElementsAre(offsetof(Mixed, a), offsetof(Mixed, b), offsetof(Mixed, c),
                            offsetof(Mixed, d), offsetof(Mixed, e), offsetof(Mixed, f),
                            offsetof(Mixed, g), offsetof(Mixed, h)));
}

/// The translator says how large each struct is; the members found in it must fill it.
TEST(MemberOffsets, FillEveryBuiltInFunctorsMembers) {
    for (const std::string& name : library().names()) {
        const TranslatedFunctor* functor = library().find_translated(name);
        ASSERT_NE(functor, nullptr) << name;
        const Result<FunctorFacts> facts = facts_from_json(functor->facts);
        ASSERT_TRUE(facts) << name << ": " << facts.error().message;
        if (facts->members.empty()) continue;
        const MemberFacts& last = facts->members.back();
        const int end =
            member_offsets(facts->members).back() + last.count * (last.type == "bool" ? 1 : 4);
        EXPECT_LE(end, functor->members_size) << name;
        EXPECT_GT(end + 4, functor->members_size) << name;
    }
}

}  // namespace
}  // namespace test
}  // namespace weft
