// Samples as programs on 8-bit pictures see them: 0 to 255, where pictures here hold 0 to 1.
#pragma once

#include "core/math.h"

namespace weft::functors {

/// What a byte of 255 is called: the factor between a sample and its byte.
inline constexpr float kByteScale = 255.0f;
/// One step of a byte.
inline constexpr float kByteStep = 1.0f / kByteScale;

/// The byte that a sample of 0 to 1 is nearest to, from 0 to 255, as a file of bytes would hold it.
inline float nearest_byte(float sample) {
    return clamp(round_even(sample * kByteScale), 0.0f, kByteScale);
}

/// A byte, a whole number from 0 to 255, divided by 255: correctly rounded, without a division.
inline float sample_of_byte(float byte) {
    const float near = byte * kByteStep;
    return fma(fma(-near, kByteScale, byte), kByteStep, near);
}

/// The sample stored as a byte: kept within 0 and 255, its fraction dropped, as a C cast drops it.
/// Takes a value between 0 and 255, gives one between 0 and 1; a NaN stays one.
inline float store_byte(float value) { return floor(clamp(value, 0.0f, kByteScale)) * kByteStep; }

/// A whole number divided by another as integers are, towards zero. Exact up to 2^22; `inverse` is
/// 1/divisor. Half a unit more keeps rounding of the inverse from missing an exact quotient.
inline float divide_whole(float value, float inverse) {
    return trunc((value + copysign(0.5f, value)) * inverse);
}

}  // namespace weft::functors
