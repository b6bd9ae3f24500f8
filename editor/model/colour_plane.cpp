#include "model/colour_plane.h"

#include <algorithm>
#include <cmath>

namespace weft::editor {
namespace {

const double kRoot = std::sqrt(3.0);

}  // namespace

WheelColour on_wheel(const Colour& light) {
    const auto& [r, g, b] = light;
    return {(2.0 * r - g - b) / 3.0, (g - b) / kRoot, (r + g + b) / 3.0};
}

Colour from_wheel(const WheelColour& colour) {
    const double half = colour.x / 2.0, side = colour.y * kRoot / 2.0;
    return {colour.level + colour.x, colour.level - half + side, colour.level - half - side};
}

double distance_at(double part) { return kWheelReach * part * part; }

double part_at(double distance) {
    return std::min(1.0, std::sqrt(std::max(0.0, distance) / kWheelReach));
}

Colour hue_at(double x, double y) {
    const double radius = std::hypot(x, y);
    if (radius == 0.0) return {1.0, 1.0, 1.0};
    const double part = std::min(1.0, radius);
    Colour hue = from_wheel({x / radius, y / radius, 0.0});
    const auto [low, high] = std::minmax_element(hue.begin(), hue.end());
    const double least = *low, range = *high - *low;
    for (double& v : hue) v = 1.0 - part + part * (v - least) / range;
    return hue;
}

}  // namespace weft::editor
