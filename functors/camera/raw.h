// Whole numbers of a camera's raw pictures, ten bits each: white is 1, and all are multiples of
// 1/1023.
#pragma once

#include "core/math.h"

namespace weft::functors {

inline constexpr float kRawWhite = 1023.0f;

inline int raw_number(float value) { return round_to_int(value * kRawWhite); }
inline float raw_value(int number) { return to_float(number) / kRawWhite; }

/// The mean of two numbers, a half rounded up.
inline int raw_mean(int a, int b) { return (a + b + 1) >> 1; }

/// Where red, green and blue lie in a mosaic whose first row begins with green, red: rows of green
/// and red alternate with rows of blue and green.
inline bool is_green(int x, int y) { return ((x + y) & 1) == 0; }
inline bool is_red(int x, int y) { return (x & 1) != 0 && (y & 1) == 0; }

}  // namespace weft::functors
