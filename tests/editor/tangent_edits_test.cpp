// Tangents as the curve editor edits them.
#include "commands/tangent_edits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "curve_documents.h"

namespace weft::editor {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// stops 0, 4, 2 at frames 1, 11, 21.
Document with_tangents(
    const std::string& text = "1:0:bezier:out=0.4,11:4:bezier:in=0.4:out=0.4,21:2:linear:in=0") {
    return *set(chain(), library(), kStops, text);
}

Document by(const Document& d, const TrackKeys& keys, Interpolation interpolation) {
    return *set_interpolation(d, library(), keys, interpolation);
}

TEST(TangentEdits, PulledTogetherOrAlone) {
    const Document d = with_tangents();
    const TangentId in{{stops(d), 11}, Side::kIn}, out{{stops(d), 11}, Side::kOut};
    EXPECT_EQ(keys_of(*set_tangent(d, library(), out, {-1.0f, 2.0f}, false)),
              "1:0.0:bezier:out=0.4 11:4.0:bezier:in=-1.0:out=-1.0@2.0 21:2.0:linear:in=0.0 ");
    const Document broken = *set_tangent(d, library(), in, {3.0f, 1.0f}, true);
    EXPECT_EQ(keys_of(broken),
              "1:0.0:bezier:out=0.4 11:4.0:bezier:in=3.0:out=0.4 21:2.0:linear:in=0.0 ");
    EXPECT_EQ(keys_of(*set_tangent(broken, library(), out, {1.0f, 1.0f}, false)),
              "1:0.0:bezier:out=0.4 11:4.0:bezier:in=3.0:out=1.0 21:2.0:linear:in=0.0 ");
    EXPECT_THAT(keys_of(*join_tangents(broken, library(), {{stops(d), 11}})),
                HasSubstr("in=1.7:out=1.7"));
    EXPECT_THAT(keys_of(*flatten_tangents(broken, library(), {{stops(d), 11}})),
                HasSubstr("in=0.0:out=0.0"));
    EXPECT_THAT(set_tangent(d, library(), {{stops(d), 1}, Side::kIn}, {}, false).error().message,
                HasSubstr("not there any more"));
    EXPECT_THAT(set_tangent(d, library(), {{stops(d), 12}, Side::kIn}, {}, false).error().message,
                HasSubstr("not there any more"));
}

TEST(TangentEdits, WhatIsNotDrawnGoesAsCubicUntilItIsPulled) {
    const Document d = with_tangents("1:0:bezier,11:4:bezier,21:6:bezier,31:9");
    const TangentId out{{stops(d), 11}, Side::kOut};
    const Tangent was = tangent_at(d.draft.graph, out);
    EXPECT_GT(was.slope, 0.0f);
    EXPECT_EQ(was.weight, 1.0f);
    const Document pulled = *set_tangent(d, library(), out, {was.slope, 2.0f}, false);
    const std::vector<Keyframe>& keys = curve_of(pulled.draft.graph, stops(d))->keys;
    EXPECT_THAT(keys[1].in, ElementsAre(was));
    EXPECT_THAT(keys[1].out, ElementsAre(Tangent{was.slope, 2.0f}));
    EXPECT_TRUE(keys[0].out.empty() && keys[2].in.empty());
}

TEST(TangentEdits, KindsComeAndGoWithTheirTangents) {
    const Document d = with_tangents("1:0,11:4:smooth,21:2:hold,31:5");
    const TrackId track = stops(d);
    EXPECT_EQ(keys_of(by(d, {{track, 1}}, Interpolation::kBezier)),
              "1:0.0:bezier:out=0.4 11:4.0:smooth:in=0.4 21:2.0:hold 31:5.0:linear ");
    const Document all =
        by(d, {{track, 1}, {track, 11}, {track, 21}, {track, 31}}, Interpolation::kBezier);
    EXPECT_EQ(keys_of(all),
              "1:0.0:bezier:out=0.4 11:4.0:bezier:in=0.4:out=0.0 21:2.0:bezier:in=0.0:out=0.0 "
              "31:5.0:bezier:in=0.0 ");
    EXPECT_EQ(by(all, {{track, 11}}, Interpolation::kBezier), all);
    EXPECT_EQ(
        keys_of(by(all, {{track, 11}}, Interpolation::kCubic)),
        "1:0.0:bezier:out=0.4 11:4.0:cubic:in=0.4 21:2.0:bezier:out=0.0 31:5.0:bezier:in=0.0 ");
    EXPECT_EQ(*document_from_text(to_text(all, library()), library()), all);
    // Deleted, moved, and given another number of numbers.
    EXPECT_EQ(keys_of(*delete_keys(all, library(), {{track, 1}})),
              "11:4.0:bezier:out=0.0 21:2.0:bezier:in=0.0:out=0.0 31:5.0:bezier:in=0.0 ");
    EXPECT_EQ(keys_of(*move_keys(all, library(), {{track, 11}}, -20, 1.0)),
              "-9:5.0:bezier:out=0.0 1:0.0:bezier:out=0.4 21:2.0:bezier:in=0.0:out=0.0 "
              "31:5.0:bezier:in=0.0 ");
    EXPECT_EQ(keys_of(*set_at(all, library(), kStops, 11, "3")),
              "1:0.0:bezier:out=0.4 11:3.0:bezier:in=0.4:out=0.0 21:2.0:bezier:in=0.0:out=0.0 "
              "31:5.0:bezier:in=0.0 ");
    EXPECT_THAT(keys_of(*set_at(all, library(), kStops, 11, "3,4,5")),
                HasSubstr("11:3.0,4.0,5.0:bezier 21:"));
}

TEST(TangentEdits, AKeyframeOnTheCurveChangesNothing) {
    const Document d = with_tangents();
    const TrackId track = stops(d);
    const Document added = *add_key(d, library(), track, 5);
    EXPECT_EQ(curve_of(added.draft.graph, track)->keys.size(), 4u);
    for (double frame = 0; frame < 23; frame += 0.5)
        EXPECT_NEAR(numbers_at(*curve_of(added.draft.graph, track), frame)[0],
                    numbers_at(*curve_of(d.draft.graph, track), frame)[0], 1e-6);
    EXPECT_TRUE(tangent_at(added.draft.graph, {{track, 5}, Side::kIn}).slope ==
                tangent_at(added.draft.graph, {{track, 5}, Side::kOut}).slope);
}

TEST(TangentEdits, TipsAndBack) {
    const Document d = with_tangents();
    const Graph& graph = d.draft.graph;
    const TangentId in{{stops(d), 11}, Side::kIn}, out{{stops(d), 11}, Side::kOut};
    EXPECT_THAT(tangents_of(graph, library(), {{stops(d), 1}, {stops(d), 11}, {stops(d), 21}}),
                ElementsAre(TangentId{{stops(d), 1}, Side::kOut}, in, out,
                            TangentId{{stops(d), 21}, Side::kIn}));
    EXPECT_NEAR(tip_of(graph, in).frame, 11 - 10 / 3.0, 1e-9);
    EXPECT_NEAR(tip_of(graph, in).value, 4 - 4 / 3.0, 1e-6);
    EXPECT_NEAR(tip_of(graph, out).frame, 11 + 10 / 3.0, 1e-9);
    EXPECT_EQ(pulled_to(graph, in, {6.0, 3.0}), (Tangent{0.2f, 1.5f}));
    EXPECT_EQ(pulled_to(graph, out, {16.0, 3.0}), (Tangent{-0.2f, 1.5f}));
    EXPECT_EQ(pulled_to(graph, out, {99.0, 3.0}), (Tangent{-0.1f, kMaxWeight}));
    EXPECT_EQ(pulled_to(graph, out, {2.0, 4.0}), (Tangent{0.0f, kLeastWeight}));
}

TEST(TangentEdits, NumbersOfAListAndLinkedParameters) {
    Document d = *set(chain(), library(), kStops, "1:0,1,2;11:4,5,6");
    d = by(d, {{stops(d), 1}}, Interpolation::kBezier);
    EXPECT_EQ(keys_of(d),
              "1:0.0,1.0,2.0:bezier:out=0.4,0.4,0.4 11:4.0,5.0,6.0:linear:in=0.4,0.4,0.4 ");
    d = *set_tangent(d, library(), {{stops(d, 1), 11}, Side::kIn}, {2.0f, 0.5f}, false);
    EXPECT_EQ(keys_of(d),
              "1:0.0,1.0,2.0:bezier:out=0.4,0.4,0.4 11:4.0,5.0,6.0:linear:in=0.4,2.0@0.5,0.4 ");
    d = add_node(with_tangents(), library(), "Exposure", {})->document;
    const ParameterId first{stops(d).node, "stops"},
        second{d.draft.graph.find("exposure2")->id, "stops"};
    d = *link(d, library(), second, first);
    EXPECT_EQ(keys_of(d, "exposure2"), keys_of(d));
    d = *set_tangent(d, library(), {{{second.node, "stops", 0}, 1}, Side::kOut}, {9.0f, 1.0f},
                     true);
    EXPECT_THAT(keys_of(d), HasSubstr("1:0.0:bezier:out=9.0 "));
    EXPECT_EQ(keys_of(d, "exposure2"), keys_of(d));
}

TEST(TangentEdits, WhatHasNothingBetweenHasNone) {
    Document d = add_node(chain(), library(), "Transform", {})->document;
    d = *set(d, library(), "transform1.filter", "1:nearest,5:cubic");
    const TrackId filter{d.draft.graph.find("transform1")->id, "filter", 0};
    d = by(d, {{filter, 1}}, Interpolation::kBezier);
    EXPECT_EQ(keys_of(d, "transform1"), "1:0:bezier 5:2:linear ");
    EXPECT_TRUE(tangents_of(d.draft.graph, library(), {{filter, 1}, {filter, 5}}).empty());
    const Curve& curve = *curve_of(d.draft.graph, filter);
    EXPECT_EQ(track_at(parameter_of(d.draft.graph, library(), filter), curve, 0, 4.5), 0.0);
}

}  // namespace
}  // namespace weft::editor
