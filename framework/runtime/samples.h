// Single samples to and from float: what each integer format means. Read by GPU kernels too, so it
// includes nothing.
#pragma once

namespace weft {

/// value / Maximum, rounded as IEEE division rounds; the value, a float or a vector of floats, must
/// be a whole number from 0 to Maximum, which is 255 or 65535.
///
/// Maximum is one less than a power of two P, and v / Maximum = v / P + v / (Maximum P). The first
/// term is exact and the second 1 / P of it, so the sum has the bits of a division, fused or not.
template <int Maximum, class Value>
Value unit_of(Value value) {
    constexpr float kPower = Maximum + 1.0f;
    constexpr float kWhole = 1.0f / kPower;
    constexpr float kRest = 1.0f / (Maximum * kPower);
    return value * kWhole + value * kRest;
}

/// The same of an int.
template <int Maximum>
float to_unit(int v) {
    return unit_of<Maximum>(static_cast<float>(v));
}

/// v * Maximum rounded to the nearest whole number, ties to even; v clamped to 0..1, NaN to 0.
template <int Maximum>
unsigned from_unit(float v) {
    const float positive = v > 0.0f ? v : 0.0f;  // false for NaN
    const float clamped = positive < 1.0f ? positive : 1.0f;
    // From 2^23 on floats are whole numbers: the sum is rounded, its low bits are the result.
    const float rounded = clamped * static_cast<float>(Maximum) + 0x1p23f;
    return __builtin_bit_cast(unsigned, rounded) & static_cast<unsigned>(Maximum);
}

}  // namespace weft
