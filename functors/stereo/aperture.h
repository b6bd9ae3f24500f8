// A lens's aperture, as programs that take samples of it have it.
#pragma once

#include "core/math.h"

namespace weft::functors {

inline constexpr int kMaxApertureSamples = 64;
/// In pixels.
inline constexpr int kMaxApertureRadius = 64;

/// The side of the square that samples lie in, of the largest radius around a pixel.
inline float aperture_side(float worst) {
    return 2.0f * clamp(worst, 0.0f, to_float(kMaxApertureRadius));
}

/// Where in the square a sample lies, from its middle, of 16 random bits: whole pixels, rounded
/// towards it.
inline int aperture_place(unsigned bits, float side) {
    return to_int((to_float(as_int(bits)) * 0x1p-16f - 0.5f) * side);
}

}  // namespace weft::functors
