// What generators have in common: sizes, and colours by plane.
#pragma once

#include "core/rect.h"

namespace weft::functors {

/// The longest side of a picture that a generator makes, in pixels.
inline constexpr int kLargestSide = 65536;

inline constexpr const char* kWidthHelp =
    "In pixels; 0 is the project's format or, without one, 1920.";
inline constexpr const char* kHeightHelp =
    "In pixels; 0 is the project's format or, without one, 1080.";

/// The frame of what is generated, where no format has taken the place of a side of 0.
inline Rect generated_frame(int width, int height) {
    return {0, 0, width > 0 ? width : 1920, height > 0 ? height : 1080};
}

/// The farthest that a colour's parameters go, to either side.
inline constexpr double kColourLimit = 64.0;

/// What a plane holds of a colour, in a picture of so many colours and that plane of alpha; other
/// planes hold 0.
inline float colour_plane(int plane, int colours, int alpha_plane, float red, float green,
                          float blue, float alpha) {
    if (plane == alpha_plane) return alpha;
    if (plane == 0) return red;
    if (plane >= colours) return 0.0f;
    return plane == 1 ? green : blue;
}

}  // namespace weft::functors
