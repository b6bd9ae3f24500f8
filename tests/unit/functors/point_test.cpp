// Functors that see one sample at a time, against their formulas.
#include <limits>

#include "harness.h"
#include "point/clamp.h"
#include "point/gain_offset_gamma.h"
#include "point/highlight_mask.h"
#include "point/masked_mix.h"
#include "point/mix.h"
#include "point/soft_threshold.h"
#include "point/sum.h"

namespace weft::test {
namespace {

using namespace functors;

/// The value that a functor of one input makes of one sample.
template <class F>
float applied_to(const F& functor, float value) {
    const Picture input = flat_picture({0, 0, 1, 1}, 1, value);
    const std::vector<Picture> outputs = run(functor, {&input});
    return outputs.empty() ? kNaN : outputs[0].at(0, 0, 0);
}

TEST(Sum, AddsSampleBySample) {
    const Picture a = random_picture(kOddDomain, 3, 1), b = random_picture(kOddDomain, 3, 2);
    const auto outputs = run(Sum(), {&a, &b});
    ASSERT_EQ(outputs.size(), 1u);
    expect_picture(
        outputs[0], [&](int x, int y, int p) { return a.at(x, y, p) + b.at(x, y, p); }, 0.0);
}

TEST(Sum, OnePlaneServesAll) {
    const Picture a = random_picture(kOddDomain, 4, 1), b = random_picture(kOddDomain, 1, 2);
    const auto outputs = run(Sum(), {&a, &b});
    ASSERT_EQ(outputs.size(), 1u);
    ASSERT_EQ(outputs[0].planes(), 4);
    expect_picture(
        outputs[0], [&](int x, int y, int p) { return a.at(x, y, p) + b.at(x, y, 0); }, 0.0);
}

TEST(SoftThreshold, MovesTowardsZeroByTheScaledThreshold) {
    const Picture input = random_picture(kOddDomain, 2);
    const auto outputs = run(SoftThreshold(0.2f, 1.5f), {&input});
    ASSERT_EQ(outputs.size(), 1u);
    expect_picture(outputs[0], [&](int x, int y, int p) {
        const double v = input.at(x, y, p);
        return std::copysign(std::max(std::abs(v) - 0.3, 0.0), v);
    });
}

TEST(SoftThreshold, IsDefinedEverywhere) {
    EXPECT_EQ(applied_to(SoftThreshold(0.5f), 0.5f), 0.0f);
    EXPECT_EQ(applied_to(SoftThreshold(0.5f), -0.5f), 0.0f);
    EXPECT_EQ(applied_to(SoftThreshold(0.0f), -0.125f), -0.125f);
    EXPECT_EQ(applied_to(SoftThreshold(0.5f), kInfinity), kInfinity);
    EXPECT_EQ(applied_to(SoftThreshold(0.5f), -kInfinity), -kInfinity);
    EXPECT_TRUE(std::isnan(applied_to(SoftThreshold(0.5f), kNaN)));
}

TEST(Mix, FadesFromFirstToSecond) {
    const Picture a = random_picture(kOddDomain, 3, 1), b = random_picture(kOddDomain, 3, 2);
    for (const float amount : {0.0f, 0.3f, 1.0f}) {
        const auto outputs = run(Mix(amount), {&a, &b});
        ASSERT_EQ(outputs.size(), 1u);
        const bool end = amount == 0.0f || amount == 1.0f;  // exact there
        expect_picture(
            outputs[0],
            [&](int x, int y, int p) {
                return a.at(x, y, p) + amount * (double{b.at(x, y, p)} - a.at(x, y, p));
            },
            end ? 0.0 : 1e-6);
    }
}

TEST(Mix, ShowsNothingOfThePictureThatIsGone) {
    for (const float gone : {kNaN, kInfinity, -kInfinity}) {
        Picture odd(kOddDomain, 1), plain(kOddDomain, 1);
        odd.at(kOddDomain.x0, kOddDomain.y0, 0) = gone;
        plain.at(kOddDomain.x0, kOddDomain.y0, 0) = 0.5f;
        EXPECT_EQ(run(Mix(0.0f), {&plain, &odd})[0].at(kOddDomain.x0, kOddDomain.y0, 0), 0.5f);
        EXPECT_EQ(run(Mix(1.0f), {&odd, &plain})[0].at(kOddDomain.x0, kOddDomain.y0, 0), 0.5f);
    }
}

TEST(MaskedMix, FadesByTheMask) {
    const Picture a = random_picture(kOddDomain, 3, 1), b = random_picture(kOddDomain, 3, 2);
    for (const int mask_planes : {1, 3}) {
        const Picture mask = random_picture(kOddDomain, mask_planes, 3);
        const auto outputs = run(MaskedMix(0.6f), {&a, &b, &mask});
        ASSERT_EQ(outputs.size(), 1u);
        expect_picture(outputs[0], [&](int x, int y, int p) {
            const double t = 0.6 * mask.at(x, y, mask_planes == 1 ? 0 : p);
            return a.at(x, y, p) + t * (double{b.at(x, y, p)} - a.at(x, y, p));
        });
    }
}

TEST(GainOffsetGamma, GradesAndKeepsSigns) {
    const Picture input = random_picture(kOddDomain, 3);
    const auto outputs = run(GainOffsetGamma(1.5f, -0.1f, 2.2f), {&input});
    ASSERT_EQ(outputs.size(), 1u);
    expect_picture(
        outputs[0],
        [&](int x, int y, int p) {
            const double v = 1.5 * input.at(x, y, p) - 0.1;
            return std::copysign(std::pow(std::abs(v), 1 / 2.2), v);
        },
        1e-4);  // near zero the power is steep: a rounding of v shows
}

TEST(GainOffsetGamma, GammaOfOneIsExact) {
    const Picture input = random_picture(kOddDomain, 1);
    const auto outputs = run(GainOffsetGamma(), {&input});
    ASSERT_EQ(outputs.size(), 1u);
    expect_picture(outputs[0], [&](int x, int y, int p) { return input.at(x, y, p); }, 0.0);
}

TEST(GainOffsetGamma, IsDefinedEverywhere) {
    const GainOffsetGamma grade(1.0f, 0.0f, 2.0f);
    EXPECT_NEAR(applied_to(grade, -0.25f), -0.5f, 1e-6f);
    EXPECT_EQ(applied_to(grade, 0.0f), 0.0f);
    EXPECT_EQ(applied_to(grade, kInfinity), kInfinity);
    EXPECT_EQ(applied_to(grade, -kInfinity), -kInfinity);
    EXPECT_TRUE(std::isnan(applied_to(grade, kNaN)));
}

TEST(Clamp, LimitsToTheRange) {
    const Picture input = random_picture(kOddDomain, 3);
    const auto outputs = run(Clamp(0.1f, 0.8f), {&input});
    ASSERT_EQ(outputs.size(), 1u);
    expect_picture(
        outputs[0],
        [&](int x, int y, int p) { return std::fmin(std::fmax(input.at(x, y, p), 0.1f), 0.8f); },
        0.0);
}

TEST(Clamp, IsDefinedEverywhere) {
    EXPECT_EQ(applied_to(Clamp(), kInfinity), 1.0f);
    EXPECT_EQ(applied_to(Clamp(), -kInfinity), 0.0f);
    EXPECT_TRUE(std::isnan(applied_to(Clamp(), kNaN)));
    EXPECT_EQ(applied_to(Clamp(0.8f, 0.2f), 0.5f), 0.2f);
    EXPECT_EQ(applied_to(Clamp(0.8f, 0.2f), 0.9f), 0.2f);
}

TEST(HighlightMask, RisesSmoothlyAboveTheThreshold) {
    const Picture input = random_picture(kOddDomain, 3);
    const auto outputs = run(HighlightMask(0.4f, 0.5f), {&input});
    ASSERT_EQ(outputs.size(), 1u);
    expect_picture(outputs[0], [&](int x, int y, int p) {
        const double v = input.at(x, y, p);
        if (v <= 0.4) return 0.0;
        if (v >= 0.9) return 1.0;
        const double t = (v - 0.4) / 0.5;
        return 3 * t * t - 2 * t * t * t;
    });
}

TEST(HighlightMask, StaysBetweenZeroAndOne) {
    EXPECT_EQ(applied_to(HighlightMask(), kInfinity), 1.0f);
    EXPECT_EQ(applied_to(HighlightMask(), -kInfinity), 0.0f);
    EXPECT_EQ(applied_to(HighlightMask(), kNaN), 0.0f);
    EXPECT_EQ(applied_to(HighlightMask(0.5f, 0.0f), 0.5f), 0.0f);
    EXPECT_EQ(applied_to(HighlightMask(0.5f, 0.0f), 0.51f), 1.0f);
}

}  // namespace
}  // namespace weft::test
