// How transforms read between pixels.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// The filters of a transform (core/sampling.h), as values of a parameter.
enum Filter : int { eNearest, eBilinear, eCubic, eClampedCubic };
inline constexpr const char* kFilterNames[] = {"nearest", "bilinear", "cubic", "clamped-cubic"};
inline constexpr const char* kFilterHelp =
    "How pixels are read between: nearest keeps values, bilinear is soft, cubic sharper. Cubic "
    "exceeds the range of what it lies between: beside edges mattes leave 0 to 1, and highlights "
    "have dark seams. Clamped-cubic is cubic kept within the pixels around.";

/// Samples of each axis that a transform can average.
inline constexpr int kMaxSamples = 8;
inline constexpr const char* kSamplesHelp =
    "Averages so many samples across and down for each pixel: more where the picture shrinks.";

/// Beyond every picture: what is read there is border.
inline constexpr float kNowhere = -1.0e9f;

/// Where sample i of n lies within a pixel, from its centre.
inline float sample_offset(int i, int n) { return (to_float(i) + 0.5f) / to_float(n) - 0.5f; }

}  // namespace weft::functors
