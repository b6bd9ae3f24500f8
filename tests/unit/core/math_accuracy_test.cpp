// Errors of core/math.h in units in the last place, against the C library in (long) double, over
// dense sweeps and random bit patterns. The bounds are those that core/math.h states.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "inputs.h"

namespace {

/// |found - exact| in units of the float spacing at `exact`, no finer than that of denormals.
/// Infinite where only one of them is a NaN, or an infinity is wrong by more than rounding.
double ulps(float found, double exact) {
    constexpr double kLargest = 0x1.fffffep127;
    if (std::isnan(exact) || std::isnan(found))
        return std::isnan(exact) && std::isnan(found) ? 0.0 : HUGE_VAL;
    if (std::isinf(found) && std::fabs(exact) > kLargest &&
        std::signbit(found) == std::signbit(exact))
        return 0.0;
    int exponent = 0;
    std::frexp(std::isinf(exact) ? kLargest : exact, &exponent);
    const double unit = std::ldexp(1.0, std::max(exponent, -125) - 24);
    const double value = std::isinf(found) ? std::copysign(0x1p128, found) : found;
    const double want = std::isinf(exact) ? std::copysign(0x1p128, exact) : exact;
    return std::fabs(value - want) / unit;
}

struct Worst {
    double error = 0;
    float x = 0, y = 0;
    void see(double e, float at_x, float at_y = 0) {
        if (!(e <= error)) *this = {e, at_x, at_y};
    }
};

using Found = float (*)(float);
using Exact = double (*)(double);

/// The worst error over [low, high]: evenly spaced, then random bit patterns inside.
Worst sweep(float low, float high, Found found, Exact exact) {
    constexpr int kEven = 400000, kRandom = 800000;
    Worst worst;
    for (int i = 0; i <= kEven; ++i) {
        const float x = static_cast<float>(low + (static_cast<double>(high) - low) * i / kEven);
        worst.see(ulps(found(x), exact(x)), x);
    }
    std::mt19937 random(weft_test::kSeed);
    for (int i = 0; i < kRandom; ++i)
        if (const float x = weft::as_float(static_cast<unsigned>(random())); x >= low && x <= high)
            worst.see(ulps(found(x), exact(x)), x);
    return worst;
}

#define EXPECT_ULPS(function, low, high, bound)                                                    \
    do {                                                                                           \
        const Worst worst = sweep(                                                                 \
            low, high, [](float x) { return weft::function(x); },                                  \
            [](double x) { return static_cast<double>(std::function(x)); });                       \
        EXPECT_LE(worst.error, bound) << #function " at " << std::hexfloat << worst.x << " (seed " \
                                      << weft_test::kSeed << ")";                                  \
    } while (false)

constexpr float kLargest = 0x1.fffffep127f;
constexpr float kReduced = 102943.0f;
constexpr float kLeastExp = -86.989f;  // e^x there is 2^-125.4986

TEST(MathAccuracy, Exponentials) {
    EXPECT_ULPS(exp, kLeastExp, 90.0f, 1.1);
    EXPECT_ULPS(exp, -1.0f, 1.0f, 1.1);
    EXPECT_ULPS(exp2, -125.499f, 129.0f, 1.1);
    EXPECT_ULPS(exp2, -1.0f, 1.0f, 1.1);
}

/// A denormal in one lane makes a whole vector slow: there is none, and 0 begins at one place.
TEST(MathAccuracy, ExponentialsAreNeverDenormal) {
    const auto expect_zero_below = [](Found found, float least, float end, const char* name) {
        const int steps = 400000;
        for (int i = 0; i <= steps; ++i) {
            const float x = end + (least - end) * static_cast<float>(i) / steps;
            ASSERT_EQ(weft::as_uint(found(x)), 0u) << name << " at " << std::hexfloat << x;
        }
    };
    expect_zero_below([](float x) { return weft::exp(x); }, -86.991f, -1000.0f, "exp");
    expect_zero_below([](float x) { return weft::exp2(x); }, -125.501f, -1000.0f, "exp2");
    expect_zero_below([](float x) { return weft::pow(2.0f, x); }, -125.501f, -1000.0f, "pow");
    for (const float x : weft_test::corner_values())
        for (const float y : weft_test::corner_values()) {
            const float power = std::fabs(weft::pow(x, y));
            EXPECT_FALSE(power > 0 && power < 0x1p-126f) << x << "^" << y << " is denormal";
        }
}

TEST(MathAccuracy, Logarithms) {
    EXPECT_ULPS(log, 0.0f, kLargest, 1.1);
    EXPECT_ULPS(log, 0.5f, 2.0f, 1.1);
    EXPECT_ULPS(log2, 0.0f, kLargest, 1.1);
    EXPECT_ULPS(log2, 0.5f, 2.0f, 1.1);
    EXPECT_ULPS(log10, 0.0f, kLargest, 1.1);
    EXPECT_ULPS(log10, 0.5f, 2.0f, 1.1);
}

TEST(MathAccuracy, Circular) {
    EXPECT_ULPS(sin, -4.0f, 4.0f, 1.0);
    EXPECT_ULPS(sin, -kReduced, kReduced, 1.0);
    EXPECT_ULPS(cos, -4.0f, 4.0f, 1.0);
    EXPECT_ULPS(cos, -kReduced, kReduced, 1.0);
    EXPECT_ULPS(tan, -4.0f, 4.0f, 3.0);
    EXPECT_ULPS(tan, -kReduced, kReduced, 3.0);
}

/// The floats nearest to multiples of pi/2, where argument reduction cancels most.
TEST(MathAccuracy, CircularNearMultiplesOfAQuarterTurn) {
    Worst sine, cosine, tangent;
    for (int k = 1; k <= 65536; ++k) {
        float x = static_cast<float>(k * 1.5707963267948966);
        x = std::nextafter(x, 0.0f);
        for (int step = 0; step < 3; ++step, x = std::nextafter(x, kLargest)) {
            if (x > kReduced) continue;
            const long double wide = x;
            sine.see(ulps(weft::sin(x), static_cast<double>(std::sin(wide))), x);
            cosine.see(ulps(weft::cos(x), static_cast<double>(std::cos(wide))), x);
            tangent.see(ulps(weft::tan(x), static_cast<double>(std::tan(wide))), x);
        }
    }
    EXPECT_LE(sine.error, 1.0) << std::hexfloat << sine.x;
    EXPECT_LE(cosine.error, 1.0) << std::hexfloat << cosine.x;
    EXPECT_LE(tangent.error, 3.0) << std::hexfloat << tangent.x;
}

TEST(MathAccuracy, InverseCircular) {
    EXPECT_ULPS(asin, -1.0f, 1.0f, 2.0);
    EXPECT_ULPS(acos, -1.0f, 1.0f, 2.0);
    EXPECT_ULPS(atan, -2.0f, 2.0f, 2.0);
    EXPECT_ULPS(atan, -kLargest, kLargest, 2.0);
}

TEST(MathAccuracy, HyperbolicAndRoots) {
    EXPECT_ULPS(sinh, -90.0f, 90.0f, 2.5);
    EXPECT_ULPS(sinh, -2.0f, 2.0f, 2.5);
    EXPECT_ULPS(cosh, -90.0f, 90.0f, 2.5);
    EXPECT_ULPS(tanh, -12.0f, 12.0f, 2.0);
    EXPECT_ULPS(tanh, -1.0f, 1.0f, 2.0);
    EXPECT_ULPS(cbrt, -kLargest, kLargest, 2.0);
    EXPECT_ULPS(sqrt, 0.0f, kLargest, 0.5);
    Worst worst;
    std::mt19937 random(weft_test::kSeed);
    for (int i = 0; i < 500000; ++i)
        if (const float x = weft::as_float(static_cast<unsigned>(random())); x > 0)
            worst.see(ulps(weft::rsqrt(x), 1.0 / std::sqrt(static_cast<double>(x))), x);
    EXPECT_LE(worst.error, 2.0) << std::hexfloat << worst.x;
}

TEST(MathAccuracy, OfTwoArguments) {
    Worst power, length, angle;
    std::mt19937 random(weft_test::kSeed);
    std::uniform_real_distribution<float> exponent(-3.0f, 3.0f), result(-155.0f, 135.0f);
    const auto see = [&](float x, float y) {
        // pow in long double: in double its own error shows where |y log2 x| is large.
        const long double wide = std::pow(static_cast<long double>(x), static_cast<long double>(y));
        const bool may_be_zero = std::fabs(wide) < 0x1.6a1p-126;  // 2^-125.5, and a little
        if (const float found = weft::pow(x, y); found != 0 || !may_be_zero)
            power.see(ulps(found, static_cast<double>(wide)), x, y);
        length.see(ulps(weft::hypot(x, y), std::hypot(double{x}, double{y})), x, y);
        angle.see(ulps(weft::atan2(x, y), std::atan2(double{x}, double{y})), x, y);
    };
    for (int i = 0; i < 300000; ++i) {
        see(weft::as_float(static_cast<unsigned>(random())),
            weft::as_float(static_cast<unsigned>(random())));
        // Where the result is in range: x near 1 with large y, and the other way round.
        const float x = std::exp2(exponent(random));
        const float log = std::log2(x);
        if (log != 0.0f) see(x, result(random) / log);
        see(1.0f + 0.01f * exponent(random), 3000.0f * exponent(random));
        // Exponents up to 8 are computed in another way than larger ones.
        const float small = 3.0f * exponent(random);
        see(std::exp2(result(random) / std::max(1.0f, std::fabs(small))), small);
    }
    const auto where = [](const Worst& w) {
        return ::testing::Message()
               << std::hexfloat << w.x << ", " << w.y << " (seed " << weft_test::kSeed << ")";
    };
    EXPECT_LE(power.error, 2.0) << where(power);
    EXPECT_LE(length.error, 2.0) << where(length);
    EXPECT_LE(angle.error, 2.0) << where(angle);
}

TEST(MathAccuracy, SineBeyondTheReducedRangeStaysASine) {
    std::mt19937 random(weft_test::kSeed);
    for (int i = 0; i < 500000; ++i) {
        const float x = weft::as_float(static_cast<unsigned>(random()));
        if (!std::isfinite(x)) continue;
        ASSERT_LE(std::fabs(weft::sin(x)), 1.0f) << std::hexfloat << x;
        ASSERT_LE(std::fabs(weft::cos(x)), 1.0f) << std::hexfloat << x;
        ASSERT_FALSE(std::isnan(weft::tan(x))) << std::hexfloat << x;
    }
}

}  // namespace
