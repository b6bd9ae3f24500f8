// Colours as a place on a wheel and a level: what a colour wheel shows and sets.
#pragma once

#include "model/colour.h"

namespace weft::editor {

/// A colour is its level, the mean of its three numbers, and its way from grey: red lies to the
/// right, green a third of a turn on (up and to the left), blue another. `x` goes to the right and
/// `y` up. Any three numbers have one, negative ones too.
struct WheelColour {
    double x = 0.0, y = 0.0;
    double level = 0.0;
};

WheelColour on_wheel(const Colour& light);
/// The inverse.
Colour from_wheel(const WheelColour& colour);

/// The way from grey at the rim: of pure red, green or blue at their brightest.
inline constexpr double kWheelReach = 2.0 / 3.0;

/// A wheel is finer near its middle: the distance from grey at a part of the radius, 0 to 1, and
/// the part for a distance, at most 1.
double distance_at(double part);
double part_at(double distance);

/// Which colour lies at a place of the wheel, as light from 0 to 1: its hue, paler inwards.
Colour hue_at(double x, double y);

}  // namespace weft::editor
