// Numbers by hand, without a window: how sliders and drags go over them, digits that are stepped,
// and colours on a wheel.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "documents.h"
#include "graph/descriptor.h"
#include "model/colour_plane.h"
#include "model/digit_step.h"
#include "model/slid_range.h"

namespace weft::editor {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

ParameterRef parameter(const char* functor, const char* name) {
    const FunctorDescriptor d = weft::describe(*library().find(functor));
    return d.parameters[static_cast<std::size_t>(d.find_parameter(name))].ref;
}

std::string stepped(const char* text, int caret, int by) {
    const auto next = step_digit(text, caret, by);
    return next ? next->text + "@" + std::to_string(next->caret) : "none";
}

TEST(Numbers, GoByTheDigitBehindTheCaret) {
    EXPECT_EQ(stepped("1.25", 0, 1), "2.25@0");
    EXPECT_EQ(stepped("1.25", 2, 1), "1.35@2");
    EXPECT_EQ(stepped("1.25", 3, -1), "1.24@3");
    EXPECT_EQ(stepped("1.25", 4, 1), "1.26@3") << "at the end the last";
    EXPECT_EQ(stepped("1.25", 1, 1), "1.35@2") << "at the point what is behind it";
    EXPECT_EQ(stepped("1.50", 2, 1), "1.60@2") << "with the figures that are there";
    EXPECT_EQ(stepped("9", 0, 1), "10@1") << "before the digit of the same worth";
    EXPECT_EQ(stepped("100", 0, -1), "0@0");
    EXPECT_EQ(stepped("0.1", 2, -2), "-0.1@3");
    EXPECT_EQ(stepped("-0.1", 0, 1), "0.9@0");
    EXPECT_EQ(stepped("-0.1", 3, 1), "0.0@2") << "and no -0";
    for (const char* text : {"", "-", "2*3", "1e5", "0.1,0.2", "1.2.3"})
        EXPECT_EQ(stepped(text, 0, 1), "none") << text;
}

TEST(Numbers, OfColoursAreSlidOverWhereTheyAreUsed) {
    const ParameterRef gain = parameter("Grade", "gain"), red = parameter("Constant", "red");
    const SlidRange multiplies = colour_range(gain, 1.0);
    EXPECT_EQ(value_at_place(multiplies, 0.5), 1.0) << "the usual value is in the middle";
    EXPECT_EQ(value_at_place(multiplies, 1.0), 4.0);
    EXPECT_EQ(place_of_value(multiplies, 50.0), 1.0) << "beyond its end it is typed";
    EXPECT_EQ(colour_range(gain, 0.0).low, -1.0);
    EXPECT_EQ(colour_range(parameter("Grade", "gamma"), 1.0).low, 0.05) << "its smallest";
    EXPECT_EQ(colour_range(red, 0.0).low, 0.0) << "light";
    EXPECT_EQ(colour_range(red, 1.0).high, 1.0);
    for (double place = 0.0; place <= 1.0; place += 0.125)
        EXPECT_EQ(place_of_value(multiplies, value_at_place(multiplies, place)), place);
    EXPECT_EQ(slid_text(multiplies, 1.23456, false), "1.235");
    EXPECT_EQ(slid_text(multiplies, 1.23456, true), "1.2346");
}

TEST(Numbers, AreDraggedInFiguresThatCanBeRead) {
    const ParameterRef gain = parameter("Grade", "gain"), size = parameter("Checkerboard", "size");
    EXPECT_EQ(step_per_pixel(gain, colour_range(gain, 1.0)), 0.01);
    EXPECT_EQ(step_per_pixel(parameter("Transform", "move-x"), {}), 1.0) << "a pixel";
    EXPECT_EQ(step_per_pixel(parameter("Constant", "alpha"), {}), 0.01);
    EXPECT_EQ(dragged_text(gain, 1.2349, 0.01, false), "1.23");
    EXPECT_EQ(dragged_text(gain, 1.2349, 0.01, true), "1.235");
    EXPECT_EQ(dragged_text(gain, -0.001, 0.01, false), "0");
    EXPECT_EQ(dragged_text(gain, 80.0, 0.01, false), "64") << "within the range";
    EXPECT_EQ(dragged_text(size, 3.6, 1.0, true), "4");
}

TEST(ColourPlane, HoldsEveryColour) {
    for (const Colour light :
         {Colour{0.5, 0.5, 0.5}, Colour{1.0, 0.0, 0.0}, Colour{-0.2, 4.0, 0.7}}) {
        const Colour back = from_wheel(on_wheel(light));
        for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(back[i], light[i], 1e-12);
    }
    const WheelColour grey = on_wheel({0.25, 0.25, 0.25});
    EXPECT_EQ(std::hypot(grey.x, grey.y), 0.0);
    EXPECT_EQ(grey.level, 0.25);
    // Red to the right, green up and to the left, blue down; each at the rim.
    const WheelColour red = on_wheel({1.0, 0.0, 0.0}), green = on_wheel({0.0, 1.0, 0.0}),
                      blue = on_wheel({0.0, 0.0, 1.0});
    EXPECT_EQ(red.y, 0.0);
    EXPECT_GT(red.x, 0.0);
    EXPECT_LT(green.x, 0.0);
    EXPECT_GT(green.y, 0.0);
    EXPECT_LT(blue.y, 0.0);
    for (const WheelColour& pure : {red, green, blue})
        EXPECT_NEAR(part_at(std::hypot(pure.x, pure.y)), 1.0, 1e-12);
    // The level moves all three numbers alike, and the way from grey keeps the mean.
    WheelColour brighter = on_wheel({0.1, 0.2, 0.6});
    brighter.level += 0.5;
    EXPECT_THAT(from_wheel(brighter), ElementsAre(DoubleNear(0.6, 1e-12), DoubleNear(0.7, 1e-12),
                                                  DoubleNear(1.1, 1e-12)));
}

TEST(ColourPlane, IsFinerNearGrey) {
    for (const double part : {0.0, 0.25, 0.5, 1.0})
        EXPECT_NEAR(part_at(distance_at(part)), part, 1e-12);
    EXPECT_LT(distance_at(0.1), 0.02 * kWheelReach);
    EXPECT_EQ(part_at(7.0), 1.0);
    EXPECT_THAT(hue_at(0.0, 0.0), ElementsAre(1.0, 1.0, 1.0));
    EXPECT_THAT(hue_at(1.0, 0.0), ElementsAre(1.0, 0.0, 0.0));
    EXPECT_THAT(hue_at(0.5, 0.0), ElementsAre(1.0, 0.5, 0.5));
}

}  // namespace
}  // namespace weft::editor
