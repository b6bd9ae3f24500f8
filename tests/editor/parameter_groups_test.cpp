// Parameters that belong together: places on the picture, and colours.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "commands/time_edits.h"
#include "documents.h"
#include "graph/descriptor.h"
#include "model/colour.h"
#include "model/grouped_parameters.h"
#include "model/parameter_points.h"
#include "model/turn_ring.h"

namespace weft::editor {
namespace {

using testing::ElementsAre;

const std::vector<ImageShape> kPlateShapes = {{{10, 20, 210, 120}, 3}};

/// input > the functor > output
Document with(const char* functor) {
    return add_node(empty_document(), library(), functor, {}, {{ItemKind::kInput, 0}})->document;
}

TEST(ParameterGroups, AreWhole) {
    for (const std::string& name : library().names()) {
        const FunctorDescriptor d = weft::describe(*library().find(name));
        for (std::size_t i = 0; i < d.parameters.size(); ++i) {
            const ParameterRef& p = d.parameters[i].ref;
            if (p.group == ParameterGroup::eNone) continue;
            if (p.group == ParameterGroup::eCurve) {
                EXPECT_EQ(p.type, ParameterType::eFloatList) << name << "." << p.name;
                EXPECT_GE(p.capacity, 4) << name << "." << p.name;
                continue;
            }
            const bool colour = p.group == ParameterGroup::eColour;
            if (colour && p.type == ParameterType::eFloatList) {
                EXPECT_EQ(p.capacity, 3) << name << "." << p.name;
                continue;
            }
            for (std::size_t k = i; k < i + (colour ? 3 : 2); ++k) {
                ASSERT_LT(k, d.parameters.size()) << name << "." << p.name;
                EXPECT_EQ(d.parameters[k].ref.type, ParameterType::eFloat) << name << "." << p.name;
                if (k == i) continue;
                EXPECT_EQ(d.parameters[k].ref.group, ParameterGroup::eNone)
                    << name << "." << p.name;
            }
        }
    }
}

TEST(ParameterGroups, AreTakenAsWholeOnlyWhereTheyAre) {
    const auto descriptor = [](const char* functor) {
        return weft::describe(*library().find(functor));
    };
    FunctorDescriptor transform = descriptor("Transform"), grade = descriptor("Grade"),
                      constant = descriptor("Constant");
    EXPECT_EQ(group_at(transform, transform.find_parameter("pivot-x"))->size, 2);
    EXPECT_EQ(group_at(grade, grade.find_parameter("gain"))->size, 1) << "a list is all of it";
    const int red = constant.find_parameter("red");
    EXPECT_EQ(group_at(constant, red)->size, 3);
    EXPECT_TRUE(group_at(constant, red)->alpha);
    EXPECT_FALSE(group_at(constant, red + 1));
    const FunctorDescriptor ramp = descriptor("Ramp"), board = descriptor("Checkerboard");
    EXPECT_TRUE(group_at(ramp, ramp.find_parameter("start-red"))->alpha);
    EXPECT_TRUE(group_at(ramp, ramp.find_parameter("end-red"))->alpha);
    EXPECT_FALSE(group_at(board, board.find_parameter("second-red"))->alpha);
    // What a stranger declares may be something else.
    const auto at = static_cast<std::size_t>(red);
    constant.parameters[at + 3].name = "opacity";
    EXPECT_FALSE(group_at(constant, red)->alpha);
    constant.parameters[at + 2].ref.type = ParameterType::eInt;
    EXPECT_FALSE(group_at(constant, red));
    constant.parameters.resize(at + 2);
    EXPECT_FALSE(group_at(constant, red));
}

TEST(ParameterGroups, HaveTheWordsThatTheirLabelsShare) {
    const SharedLabel corner = shared_label({"Left top X", "Left top Y"});
    EXPECT_EQ(corner.shared, "Left top");
    EXPECT_THAT(corner.rest, ElementsAre("X", "Y"));
    EXPECT_EQ(shared_label({"First red", "First green", "First blue"}).shared, "First");
    const SharedLabel none = shared_label({"Red", "Green", "Blue"});
    EXPECT_EQ(none.shared, "");
    EXPECT_THAT(none.rest, ElementsAre("Red", "Green", "Blue"));
    EXPECT_EQ(shared_label({"Centre X", "Centre X"}).rest[1], "X");
    EXPECT_EQ(shared_label({"Left", "Left top"}).shared, "");
}

TEST(Handles, LieWhereTheirParametersSay) {
    Document d = with("CornerPin");
    const NodeId node = d.draft.graph.nodes[0].id;
    d = *set(d, library(), "cornerpin1.left-top-y", "1:0.25,11:0.75");
    const std::vector<Handle> corners = handles_of(d, library(), node, 6, kPlateShapes);
    ASSERT_EQ(corners.size(), 4u);
    EXPECT_TRUE(are_corners(corners));
    EXPECT_EQ(corners[0].at_x, 10.0);
    EXPECT_EQ(corners[0].at_y, 70.0);
    EXPECT_EQ(corners[2].at_x, 210.0);
    EXPECT_EQ(corners[2].at_y, 120.0);
    EXPECT_EQ(corners[2].x.parameter, "right-bottom-x");
    const PointValue back = value_of(corners[0], 60.0, 45.0);
    EXPECT_EQ(back.x, 0.25);
    EXPECT_EQ(back.y, 0.25);
    // A way begins in the middle of the frame.
    d = *set(with("Transform"), library(), "transform1.move-x", "-30");
    const std::vector<Handle> two = handles_of(d, library(), node, 1, kPlateShapes);
    ASSERT_EQ(two.size(), 2u);
    EXPECT_FALSE(are_corners(two));
    EXPECT_EQ(two[0].at_x, 80.0);
    EXPECT_EQ(two[0].at_y, 70.0);
    EXPECT_EQ(two[1].at_x, 110.0);
    EXPECT_EQ(value_of(two[0], 110.24, 71.0).x, 0.2);
    // Without shapes, and of nodes without points, none.
    EXPECT_TRUE(handles_of(d, library(), node, 1, {}).empty());
    EXPECT_TRUE(handles_of(with("Invert"), library(), node, 1, kPlateShapes).empty());
    // Fractions are of what the node reads, which may be another size.
    d = add_node(with("Crop"), library(), "ZoomBlur", {}, {item(node)})->document;
    d = *set(d, library(), "crop1.left", "100");
    d = *set(d, library(), "crop1.reformat", "1");
    const Handle centre =
        handles_of(d, library(), d.draft.graph.find("zoomblur1")->id, 1, kPlateShapes).at(0);
    EXPECT_EQ(centre.at_x, 160.0);
}

TEST(Colours, AreReadAndShown) {
    Document d = add_node(empty_document(), library(), "Constant", {})->document;
    const NodeId node = d.draft.graph.nodes[0].id;
    d = *set(d, library(), "constant1.green", "0:0,10:1");
    const auto colour = colour_at(d.draft.graph, library(), {node, "red"}, 5);
    ASSERT_TRUE(colour);
    EXPECT_EQ(colour->parameters.size(), 3u);
    EXPECT_EQ(colour->light[1], 0.5);
    EXPECT_FALSE(colour_at(d.draft.graph, library(), {node, "green"}, 5));
    d = *set(with("Grade"), library(), "grade1.gain", "2");
    EXPECT_THAT(colour_at(d.draft.graph, library(), {node, "gain"}, 1)->light,
                ElementsAre(2.0, 2.0, 2.0));
    // To the screen and back, brighter than its white too.
    const ScreenColour screen = to_screen({4.0, 0.5, -1.0});
    EXPECT_EQ(screen.intensity, 4.0);
    EXPECT_DOUBLE_EQ(screen.shown[0], 1.0);
    EXPECT_NEAR(screen.shown[1], 0.3889, 1e-3);  // of an eighth
    EXPECT_EQ(screen.shown[2], 0.0);
    EXPECT_THAT(to_light(screen), ElementsAre(4.0, 0.5, 0.0));
}

/// Whatever it is turned, skewed and scaled to, what lies at the ring's points comes back as it is.
TEST(TurnRing, ItsPlacesAreItsValues) {
    Document d = with("Transform");
    for (const auto& [name, text] : {std::pair("angle", "400"),
                                     {"scale-x", "2"},
                                     {"scale-y", "0.5"},
                                     {"skew", "0.25"},
                                     {"move-x", "30"},
                                     {"pivot-x", "0.25"}})
        d = *set(d, library(), std::string("transform1.") + name, text);
    const NodeId node{named(d, "transform1").value};
    const auto handles = handles_of(d, library(), node, 1, kPlateShapes);
    const std::optional<TurnRing> ring = ring_of(d, library(), node, 1, handles);
    ASSERT_TRUE(ring);
    EXPECT_DOUBLE_EQ(ring->x, 10.0 + 0.25 * 200.0 + 30.0) << "the pivot, moved";
    EXPECT_DOUBLE_EQ(ring->y, 70.0);
    for (const RingPart part : kRingParts)
        for (const auto& [id, value] : values_at(*ring, part, place_of(*ring, part))) {
            const double now = id == ring->angle     ? ring->degrees
                               : id == ring->scale_x ? ring->by_x
                                                     : ring->by_y;
            EXPECT_NEAR(value, now, 1e-6) << id.parameter;
        }
    EXPECT_TRUE(values_at(*ring, RingPart::kTurn, {ring->x, ring->y}).empty());
    // Turned on beyond a whole turn, it does not spring back.
    TurnRing turned = *ring;
    turned.degrees = 539.0;
    const RingPlace place = place_of(turned, RingPart::kTurn);
    TurnRing before = turned;
    before.degrees = 541.0;
    EXPECT_NEAR(values_at(before, RingPart::kTurn, place).front().second, 539.0, 0.05);
    const Document other = with("CornerPin");
    const NodeId pin{named(other, "cornerpin1").value};
    EXPECT_FALSE(
        ring_of(other, library(), pin, 1, handles_of(other, library(), pin, 1, kPlateShapes)));
}

}  // namespace
}  // namespace weft::editor
