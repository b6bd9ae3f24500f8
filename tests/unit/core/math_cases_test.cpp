// Corner values of core/math.h: the cases of C against the C library, and our own definitions.
#include <gtest/gtest.h>

#include <cmath>

#include "inputs.h"

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

bool same(float a, float b) { return weft::as_uint(a) == weft::as_uint(b) || (a != a && b != b); }

/// Exponentials and powers below this are 0.
constexpr double kLeastPower = 0x1.6a0ap-126;  // 2^-125.5

/// The same special case: both NaN, the same infinity, the same zero, or close with one sign.
bool same_case(float found, double exact) {
    const float want = static_cast<float>(exact);
    if (same(found, want)) return true;
    if (std::isnan(want) || std::isnan(found) || std::signbit(found) != std::signbit(want))
        return false;
    return std::fabs(found - want) <= 1e-6f * std::fabs(want) + 0x1p-148f;
}

/// The same case of an exponential or a power.
bool same_power(float found, double exact) {
    if (std::fabs(exact) < kLeastPower)
        return found == 0 && std::signbit(found) == std::signbit(exact);
    return same_case(found, exact);
}

#define EXPECT_SAME_1(same, function)                                           \
    for (float x : weft_test::corner_values())                                  \
    EXPECT_TRUE(same(weft::function(x), std::function(double{x}))) << #function \
        "(" << x << ") = " << weft::function(x) << ", not " << std::function(double{x})
#define EXPECT_SAME_2(same, function)                                                    \
    for (float x : weft_test::corner_values())                                           \
        for (float y : weft_test::corner_values())                                       \
    EXPECT_TRUE(same(weft::function(x, y), std::function(double{x}, double{y})))         \
        << #function "(" << x << ", " << y << ") = " << weft::function(x, y) << ", not " \
        << std::function(double{x}, double{y})

TEST(MathCases, TheCasesOfC) {
    EXPECT_SAME_1(same_power, exp);
    EXPECT_SAME_1(same_power, exp2);
    EXPECT_SAME_1(same_case, log);
    EXPECT_SAME_1(same_case, log2);
    EXPECT_SAME_1(same_case, log10);
    EXPECT_SAME_1(same_case, asin);
    EXPECT_SAME_1(same_case, acos);
    EXPECT_SAME_1(same_case, atan);
    EXPECT_SAME_1(same_case, sinh);
    EXPECT_SAME_1(same_case, cosh);
    EXPECT_SAME_1(same_case, tanh);
    EXPECT_SAME_1(same_case, cbrt);
    EXPECT_SAME_1(same_case, sqrt);
    EXPECT_SAME_2(same_power, pow);
    EXPECT_SAME_2(same_case, atan2);
    EXPECT_SAME_2(same_case, hypot);
}

TEST(MathCases, PowersOfNegativeBases) {
    for (int n = -20; n <= 20; ++n)
        for (float x : {-0.5f, -1.0f, -1.25f, -3.0f, -10.0f})
            EXPECT_TRUE(same_case(weft::pow(x, static_cast<float>(n)), std::pow(double{x}, n)))
                << x << "^" << n;
    EXPECT_TRUE(same(weft::pow(-2.0f, 0.5f), kNaN));
    EXPECT_TRUE(same(weft::pow(-0.0f, -3.0f), -kInf));
    EXPECT_TRUE(same(weft::pow(kNaN, 0.0f), 1.0f));
    EXPECT_TRUE(same(weft::pow(1.0f, kNaN), 1.0f));
    EXPECT_TRUE(same(weft::pow(-1.0f, -kInf), 1.0f));
}

TEST(MathCases, CircularOfSpecials) {
    for (float x : {kInf, -kInf, kNaN}) {
        EXPECT_TRUE(std::isnan(weft::sin(x)));
        EXPECT_TRUE(std::isnan(weft::cos(x)));
        EXPECT_TRUE(std::isnan(weft::tan(x)));
    }
    EXPECT_TRUE(same(weft::sin(-0.0f), -0.0f));
    EXPECT_TRUE(same(weft::tan(-0.0f), -0.0f));
    EXPECT_TRUE(same(weft::cos(0.0f), 1.0f));
    EXPECT_TRUE(same(weft::sin(0x1p-149f), 0x1p-149f));
}

TEST(MathCases, RoundingIsExact) {
    std::mt19937 random(weft_test::kSeed);
    const auto check = [](float x) {
        EXPECT_TRUE(same(weft::floor(x), std::floor(x))) << x;
        EXPECT_TRUE(same(weft::ceil(x), std::ceil(x))) << x;
        EXPECT_TRUE(same(weft::trunc(x), std::trunc(x))) << x;
        EXPECT_TRUE(same(weft::round(x), std::round(x))) << x;
        EXPECT_TRUE(same(weft::round_even(x), std::nearbyint(x))) << x;
        EXPECT_TRUE(same(weft::fract(x), x - std::floor(x))) << x;
    };
    for (float x : weft_test::corner_values()) check(x);
    for (int i = 0; i < 200000; ++i) check(weft::as_float(static_cast<unsigned>(random())));
    for (int i = -4000; i <= 4000; ++i) check(static_cast<float>(i) * 0.25f);
}

TEST(MathCases, ProductsAreAddedInOneRounding) {
    const auto expect_fma = [](float a, float b, float c) {
        const float found = weft::fma(a, b, c);
        EXPECT_TRUE(same(found, std::fma(a, b, c)))
            << std::hexfloat << "fma(" << a << ", " << b << ", " << c << ") = " << found << ", not "
            << std::fma(a, b, c) << " (seed " << weft_test::kSeed << ")";
    };
    for (float x : weft_test::corner_values())
        for (float y : weft_test::corner_values())
            for (float z : weft_test::corner_values()) expect_fma(x, y, z);
    // Sums that nearly cancel, and those that fall between two floats by next to nothing.
    std::mt19937 random(weft_test::kSeed);
    const auto any_float = [&] { return weft::as_float(static_cast<unsigned>(random())); };
    for (int i = 0; i < 200000; ++i) {
        const float a = any_float(), b = any_float();
        expect_fma(a, b, any_float());
        expect_fma(a, b, -(a * b));
        expect_fma(a, b, a * b * 0x1p23f);
        expect_fma(a, b, a * b * 0x1p-24f);
    }
}

TEST(MathCases, BoundsKeepTheFirstArgumentWhereUnordered) {
    EXPECT_TRUE(same(weft::max(kNaN, 1.0f), kNaN));
    EXPECT_TRUE(same(weft::max(1.0f, kNaN), 1.0f));
    EXPECT_TRUE(same(weft::min(kNaN, 1.0f), kNaN));
    EXPECT_TRUE(same(weft::min(1.0f, kNaN), 1.0f));
    EXPECT_TRUE(same(weft::max(-0.0f, 0.0f), -0.0f));
    EXPECT_TRUE(same(weft::min(0.0f, -0.0f), 0.0f));
    EXPECT_TRUE(same(weft::clamp(kNaN, 0.0f, 1.0f), kNaN));
    EXPECT_TRUE(same(weft::clamp(2.0f, 0.0f, 1.0f), 1.0f));
    EXPECT_TRUE(same(weft::clamp(-kInf, 0.0f, 1.0f), 0.0f));
    for (float x : weft_test::corner_values())
        for (float y : weft_test::corner_values()) {
            EXPECT_TRUE(same(weft::min(x, y), y < x ? y : x));
            EXPECT_TRUE(same(weft::max(x, y), x < y ? y : x));
        }
}

TEST(MathCases, SignsAndClasses) {
    for (float x : weft_test::corner_values()) {
        EXPECT_TRUE(same(weft::abs(x), std::fabs(x)));
        EXPECT_TRUE(same(weft::sign(x), x > 0 ? 1.0f : x < 0 ? -1.0f : x));
        EXPECT_EQ(weft::isnan(x), std::isnan(x));
        EXPECT_EQ(weft::isinf(x), std::isinf(x));
        EXPECT_EQ(weft::isfinite(x), std::isfinite(x));
        for (float y : weft_test::corner_values())
            EXPECT_TRUE(same(weft::copysign(x, y), std::copysign(x, y)));
    }
}

TEST(MathCases, Interpolation) {
    EXPECT_TRUE(same(weft::mix(3.0f, 7.0f, 0.0f), 3.0f));
    EXPECT_TRUE(same(weft::mix(3.0f, 0.1f, 1.0f), 0.1f));
    EXPECT_TRUE(same(weft::step(0.5f, 0.5f), 1.0f));
    EXPECT_TRUE(same(weft::step(0.5f, 0.49999997f), 0.0f));
    EXPECT_TRUE(same(weft::smoothstep(2.0f, 4.0f, 1.0f), 0.0f));
    EXPECT_TRUE(same(weft::smoothstep(2.0f, 4.0f, 3.0f), 0.5f));
    EXPECT_TRUE(same(weft::smoothstep(2.0f, 4.0f, 9.0f), 1.0f));
    EXPECT_TRUE(same(weft::mod(-1.0f, 3.0f), 2.0f));
    EXPECT_TRUE(same(weft::mod(7.5f, -2.0f), -0.5f));
    EXPECT_TRUE(std::isnan(weft::mod(1.0f, 0.0f)));
}

}  // namespace
