// Half floats (IEEE 754 binary16) in portable integer arithmetic: the same bits on every machine,
// whatever its rounding or denormal settings, and without branches, so that loops vectorise. Read
// by GPU kernels too, so it includes nothing.
#pragma once

namespace weft {

/// The float that equals the half; every half has one. NaN stays NaN with its payload, quiet.
inline float half_to_float(unsigned short half) {
    const unsigned sign = (half & 0x8000u) << 16;
    const unsigned magnitude = half & 0x7fffu;
    // Exponents differ by a bias of 112; infinity and NaN need as much again to reach 255.
    const unsigned normal = (magnitude << 13) + (112u << 23) +
                            (magnitude >= 0x7c00u ? 112u << 23 : 0u) +
                            (magnitude > 0x7c00u && magnitude < 0x7e00u ? 0x400000u : 0u);
    // Below the normal halfs lie multiples of 2^-24: exact as a product of normal floats.
    const auto subnormal =
        __builtin_bit_cast(unsigned, static_cast<float>(static_cast<int>(magnitude)) * 0x1p-24f);
    // A mask rather than a choice: compilers turn choices into branches that do not vectorise.
    const unsigned is_subnormal = 0u - static_cast<unsigned>(magnitude < 0x400u);
    return __builtin_bit_cast(float, sign | (subnormal & is_subnormal) | (normal & ~is_subnormal));
}

/// The nearest half, ties to even; beyond 65520 infinity; NaN stays NaN, quiet, with the upper bits
/// of its payload.
inline unsigned short float_to_half(float value) {
    const auto bits = __builtin_bit_cast(unsigned, value);
    const unsigned sign = (bits >> 16) & 0x8000u;
    const unsigned magnitude = bits & 0x7fffffffu;
    // Rounds away 13 bits; a carry out of the mantissa raises the exponent, up to infinity.
    const unsigned normal = (magnitude - (112u << 23) + 0xfffu + ((magnitude >> 13) & 1u)) >> 13;
    // 1 << 23 has units of 1: adding it rounds the count of 2^-24 to a whole number.
    const float count = __builtin_bit_cast(float, magnitude) * 0x1p24f + 0x1p23f;
    const unsigned subnormal = __builtin_bit_cast(unsigned, count) - 0x4b000000u;
    const unsigned nan = 0x7e00u | ((magnitude >> 13) & 0x3ffu);
    const unsigned finite = magnitude < 0x38800000u ? subnormal : normal;
    const unsigned bounded = magnitude >= 0x47800000u ? 0x7c00u : finite;
    return static_cast<unsigned short>(sign | (magnitude > 0x7f800000u ? nan : bounded));
}

}  // namespace weft
