// Rotations, exact at right angles.
#pragma once

#include "core/math.h"

namespace weft::functors {

/// The cosine and sine of an angle.
struct Turn {
    float cosine = 1.0f, sine = 0.0f;
};

/// Whole quarters are taken out first, so that right angles do not blur what they turn.
inline Turn turn_by(float degrees) {
    constexpr float kRadians = 0.0174532925f;
    const float quarters = round_even(degrees / 90.0f);
    const float rest = kRadians * (degrees - 90.0f * quarters);
    const float c = cos(rest), s = sin(rest);
    switch (to_int(quarters) & 3) {
        case 1: return {-s, c};
        case 2: return {-c, -s};
        case 3: return {s, -c};
        default: return {c, s};
    }
}

}  // namespace weft::functors
