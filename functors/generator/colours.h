// What generators have in common: sizes, and colours by plane.
#pragma once

#include "channels.h"

namespace weft::functors {

/// The longest side of a picture that a generator makes, in pixels.
inline constexpr int kLargestSide = 65536;

/// The farthest that a colour's parameters go, to either side.
inline constexpr double kColourLimit = 64.0;

/// What a plane holds of a colour, in a picture of `planes` planes; planes after alpha hold 0.
inline float colour_plane(int plane, int planes, float red, float green, float blue, float alpha) {
    if (plane == alpha_plane(planes)) return alpha;
    if (plane == 0) return red;
    if (plane >= colour_planes(planes)) return 0.0f;
    return plane == 1 ? green : blue;
}

}  // namespace weft::functors
