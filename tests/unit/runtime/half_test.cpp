// Half floats against their definition, for every half and around every rounding boundary.
#include "runtime/half.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace weft {
namespace {

constexpr std::uint32_t kInfinity = 0x7c00;

/// The value of a finite half without its sign, by definition.
double value_of(std::uint32_t magnitude) {
    const int exponent = static_cast<int>(magnitude >> 10);
    const int mantissa = static_cast<int>(magnitude & 0x3ff);
    return exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
}

/// The half nearest to a float that is not NaN: found among its neighbours, ties to even.
std::uint16_t nearest_half(float v) {
    const std::uint32_t sign = std::signbit(v) ? 0x8000u : 0u;
    const double wanted = std::fabs(static_cast<double>(v));
    std::uint32_t low = 0, high = kInfinity;  // value(low) <= wanted < value(high)
    // Infinity stands where the next half would be.
    const auto position = [](std::uint32_t m) { return m == kInfinity ? 65536.0 : value_of(m); };
    if (wanted >= 65536.0) return static_cast<std::uint16_t>(sign | kInfinity);
    while (high - low > 1) {
        const std::uint32_t middle = (low + high) / 2;
        (position(middle) <= wanted ? low : high) = middle;
    }
    const double below = wanted - position(low), above = position(high) - wanted;
    const bool up = above < below || (above == below && (low & 1) == 1);
    return static_cast<std::uint16_t>(sign | (up ? high : low));
}

TEST(Half, EveryHalfBecomesItsValue) {
    for (std::uint32_t h = 0; h < 0x10000; ++h) {
        const float v = half_to_float(static_cast<std::uint16_t>(h));
        const std::uint32_t magnitude = h & 0x7fff;
        ASSERT_EQ(std::signbit(v), h >= 0x8000) << h;
        if (magnitude > kInfinity) {
            ASSERT_TRUE(std::isnan(v)) << h;
        } else if (magnitude == kInfinity) {
            ASSERT_TRUE(std::isinf(v)) << h;
        } else {
            ASSERT_EQ(std::fabs(static_cast<double>(v)), value_of(magnitude)) << h;
        }
    }
}

TEST(Half, EveryHalfComesBack) {
    for (std::uint32_t h = 0; h < 0x10000; ++h) {
        const std::uint16_t again = float_to_half(half_to_float(static_cast<std::uint16_t>(h)));
        const bool nan = (h & 0x7fff) > kInfinity;
        ASSERT_EQ(again, nan ? h | 0x200u : h) << h;  // NaN becomes quiet
    }
}

TEST(Half, RoundsToNearestEvenAtEveryBoundary) {
    for (std::uint32_t h = 0; h < kInfinity; ++h) {
        const double next = h + 1 == kInfinity ? 65536.0 : value_of(h + 1);
        const auto middle = static_cast<float>((value_of(h) + next) / 2);
        for (const float v : {middle, std::nextafter(middle, 0.0f), std::nextafter(middle, 1e9f)})
            for (const float signed_v : {v, -v})
                ASSERT_EQ(float_to_half(signed_v), nearest_half(signed_v)) << signed_v;
    }
}

TEST(Half, RandomFloatsOfAnyMagnitudeRoundToNearest) {
    std::mt19937 random(7);
    for (int i = 0; i < 500000; ++i) {
        const auto v = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
        if (std::isnan(v)) {
            ASSERT_GT(float_to_half(v) & 0x7fff, kInfinity);
        } else {
            ASSERT_EQ(float_to_half(v), nearest_half(v)) << v;
        }
    }
}

TEST(Half, Extremes) {
    EXPECT_EQ(float_to_half(std::numeric_limits<float>::infinity()), 0x7c00);
    EXPECT_EQ(float_to_half(-std::numeric_limits<float>::max()), 0xfc00);
    EXPECT_EQ(float_to_half(65519.996f), 0x7bff);
    EXPECT_EQ(float_to_half(65520.0f), 0x7c00);
    EXPECT_EQ(float_to_half(std::numeric_limits<float>::denorm_min()), 0);
    EXPECT_EQ(float_to_half(-0.0f), 0x8000);
    // A NaN whose payload lies below what a half holds stays a NaN.
    EXPECT_EQ(float_to_half(std::bit_cast<float>(0x7f800001u)), 0x7e00);
}

}  // namespace
}  // namespace weft
