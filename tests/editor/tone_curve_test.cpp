// Curves as points: what may be done to them keeps them curves that their parameter takes.
#include "model/tone_curve.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "documents.h"
#include "graph/descriptor.h"

namespace weft::editor {
namespace {

using testing::ElementsAre;

ParameterRef curve() {
    const FunctorDescriptor d = weft::describe(*library().find("Curves"));
    return d.parameters[static_cast<std::size_t>(d.find_parameter("all"))].ref;
}

const CurvePoints kBent = {{0.0, 0.0}, {0.5, 0.7}, {1.0, 1.0}};

TEST(ToneCurve, DescriptorsSayWhichListsAreCurves) {
    EXPECT_EQ(curve().group, ParameterGroup::eCurve);
    EXPECT_EQ(most_points(curve()), 16);
}

TEST(ToneCurve, PointsAreRoundedReadAndWrittenInTheirOrder) {
    const CurvePoints points = points_of(*parse_value(curve(), "1,1,0,0,0.5,0.7,9"));
    ASSERT_EQ(points.size(), 3u);
    EXPECT_EQ(points[1].in, 0.5);
    EXPECT_EQ(text_of(points), "0.0,0.0,0.5,0.7,1.0,1.0");
    EXPECT_EQ(text_of(CurvePoints{{1.0 / 3.0, 2.0 / 3.0}}), "0.3333,0.6667");
    EXPECT_TRUE(points_of(*parse_value(curve(), text_of(CurvePoints{}))).empty());
}

TEST(ToneCurve, TheFirstPointComesWithTheEnds) {
    const CurveEdit edit = add_point({}, {0.25, 0.5}, curve());
    EXPECT_THAT(edit.points,
                ElementsAre(CurvePoint{0, 0}, CurvePoint{0.25, 0.5}, CurvePoint{1, 1}));
    EXPECT_EQ(edit.current, 1);
    // At an end it is that end.
    EXPECT_EQ(add_point({}, {0.0, 0.5}, curve()).points.size(), 2u);
}

TEST(ToneCurve, PointsComeBetweenOthersAndNeverOnThem) {
    const CurveEdit between = add_point(kBent, {0.8, 0.9}, curve());
    EXPECT_EQ(between.points.size(), 4u);
    EXPECT_EQ(between.current, 2);
    const CurveEdit on = add_point(kBent, {0.5005, 0.1}, curve());
    EXPECT_EQ(on.points, kBent);
    EXPECT_EQ(on.current, 1);
    CurvePoints full;
    for (int i = 0; i < 16; ++i) full.push_back({i / 15.0, 0.5});
    EXPECT_EQ(add_point(full, {0.5, 0.9}, curve()).current, -1);
    EXPECT_EQ(add_point(full, {0.5, 0.9}, curve()).points, full);
}

TEST(ToneCurve, MovedPointsStayBetweenTheirNeighboursAndInRange) {
    EXPECT_EQ(move_point(kBent, 1, {0.6, 0.2}, curve()).points[1], (CurvePoint{0.6, 0.2}));
    EXPECT_EQ(move_point(kBent, 1, {7.0, 99.0}, curve()).points[1],
              (CurvePoint{1.0 - kLeastApart, 64.0}));
    EXPECT_EQ(move_point(kBent, 0, {-99.0, -99.0}, curve()).points[0], (CurvePoint{-64.0, -64.0}));
    // Where there is no way between neighbours it goes up and down.
    const CurvePoints near = {{0.5, 0.0}, {0.5004, 0.5}, {0.5008, 1.0}};
    EXPECT_EQ(move_point(near, 1, {0.9, 0.2}, curve()).points[1], (CurvePoint{0.5004, 0.2}));
}

TEST(ToneCurve, WhatIsRemovedLeavesItsNeighbourAtHand) {
    EXPECT_THAT(remove_point(kBent, 2).points, ElementsAre(kBent[0], kBent[1]));
    EXPECT_EQ(remove_point(kBent, 2).current, 1);
    EXPECT_EQ(remove_point({{0.5, 0.5}}, 0).current, -1);
}

TEST(ToneCurve, WhatIsShownHoldsAllPoints) {
    const CurveWindow w = window_of({{-0.5, 0.2}, {0.5, 3.0}});
    EXPECT_EQ(w.left, -0.5);
    EXPECT_EQ(w.right, 1.0);
    EXPECT_EQ(w.bottom, 0.0);
    EXPECT_EQ(w.top, 3.0);
}

}  // namespace
}  // namespace weft::editor
