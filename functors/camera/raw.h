// Whole numbers of a camera's raw pictures, ten bits each, held in floats: sums, differences and
// halves of them are exact there.
#pragma once

#include "core/math.h"

namespace weft::functors {

inline constexpr int kRawWhite = 1023;

/// The mean of two whole numbers, a half rounded up.
inline float whole_mean(float a, float b) { return floor(fma(a + b, 0.5f, 0.5f)); }

/// Where red, green and blue lie in a mosaic whose first row begins with green, red: rows of green
/// and red alternate with rows of blue and green.
inline bool is_green(int x, int y) { return ((x + y) & 1) == 0; }
inline bool is_red(int x, int y) { return (x & 1) != 0 && (y & 1) == 0; }

/// The planes of a mosaic that is taken apart, by colour and row.
enum Quarter : int { kGreenOfReds, kRed, kBlue, kGreenOfBlues, kQuarters };

/// The pixels of a mosaic that lack green.
enum ColourSite : int { eRedSite, eBlueSite };
inline constexpr const char* kColourSites[] = {"red", "blue"};

}  // namespace weft::functors
