// Bilateral grids: cells of a picture's plane, by brightness too (Chen, Paris and Durand, 2007).
//
// A grid has two planes for each step of brightness: the sum of the values that fall into it, and
// how many they are. Brightness is kept within 0 and 1.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// The longest side of a cell, in pixels.
inline constexpr int kLargestCell = 64;

/// Planes are few: brightness is cut into at most so many steps.
inline constexpr int kMaxSteps = kMaxPlanes / 2;
inline constexpr float kFinestRange = 1.0f / (kMaxSteps - 2);

/// Steps from 0 to 1, and one more above, which samples between steps read.
inline int brightness_steps(float range) { return min(to_int(1.0f / range + 0.5f) + 2, kMaxSteps); }

inline float within_brightness(float value) { return value > 0.0f ? min(value, 1.0f) : 0.0f; }

}  // namespace weft::functors
