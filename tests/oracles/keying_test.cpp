// Keyers and despill, against formulas in double and at odd values.
#include <limits>

#include "pixel/colour_difference_keyer.h"
#include "pixel/despill.h"
#include "pixel/difference_keyer.h"
#include "pixel/luma_keyer.h"
#include "pixels.h"

namespace weft::test {
namespace {

using namespace functors;

double unit(double v) { return std::min(1.0, std::max(0.0, v)); }

TEST(LumaKeyer, RisesFromLowToHigh) {
    for (const int planes : {1, 2, 3, 4}) {
        const Picture input = random_picture(kOddDomain, planes);
        for (const auto& [low, high] : {std::pair{0.2f, 0.9f}, {0.75f, 0.25f}}) {
            const auto outputs = run(LumaKeyer(low, high), {&input});
            ASSERT_EQ(outputs.size(), 1u);
            ASSERT_EQ(outputs[0].planes(), 1);
            expect_picture(outputs[0], [&](int x, int y, int) {
                const double l = planes < 3
                                     ? input.at(x, y, 0)
                                     : 0.2126 * input.at(x, y, 0) + 0.7152 * input.at(x, y, 1) +
                                           0.0722 * input.at(x, y, 2);
                return unit((l - low) / (double{high} - low));
            });
        }
    }
}

TEST(LumaKeyer, IsDefinedEverywhere) {
    expect_pixel(apply(LumaKeyer(0.5f, 0.5f), {{0.5f}}), {1}, 0);
    expect_pixel(apply(LumaKeyer(0.5f, 0.5f), {{0.49f}}), {0}, 0);
    expect_pixel(apply(LumaKeyer(0.5f, 0.5f), {{kNaN}}), {0}, 0);
    expect_pixel(apply(LumaKeyer(), {{kNaN}}), {0}, 0);
    expect_pixel(apply(LumaKeyer(), {{kInfinity}}), {1}, 0);
    expect_pixel(apply(LumaKeyer(), {{-kInfinity}}), {0}, 0);
}

TEST(ColourDifferenceKeyer, FallsWithTheExcessOfTheScreen) {
    const Picture input = random_picture(kOddDomain, 4);
    for (int screen = 0; screen < 3; ++screen)
        for (const float balance : {0.0f, 0.3f, 1.0f}) {
            const auto outputs = run(ColourDifferenceKeyer(static_cast<ScreenColour>(screen),
                                                           balance, 1.25f, 0.1f, 0.8f),
                                     {&input});
            ASSERT_EQ(outputs.size(), 1u);
            ASSERT_EQ(outputs[0].planes(), 1);
            expect_picture(outputs[0], [&](int x, int y, int) {
                const double key = input.at(x, y, screen);
                const double u = input.at(x, y, screen == 0 ? 1 : 0);
                const double v = input.at(x, y, screen == 2 ? 1 : 2);
                const double other = balance * std::max(u, v) + (1 - balance) * std::min(u, v);
                const double excess = std::max(0.0, key - other);
                return unit((1 - 1.25 * excess - 0.1) / (0.8 - 0.1));
            });
        }
}

TEST(ColourDifferenceKeyer, IsDefinedEverywhere) {
    const ColourDifferenceKeyer key;
    expect_pixel(apply(key, {{0.0f, 1.0f, 0.0f, 1.0f}}), {0});   // the screen
    expect_pixel(apply(key, {{0.5f, 0.25f, 0.1f, 0.0f}}), {1});  // skin
    expect_pixel(apply(key, {{0.7f}}), {1});                     // grey
    expect_pixel(apply(key, {{0.7f, 0.2f}}), {1});
    for (const float odd : {kNaN, kInfinity, -kInfinity})
        for (int p = 0; p < 3; ++p) {
            Pixel pixel{0.25f, 0.5f, 0.75f};
            pixel[static_cast<std::size_t>(p)] = odd;
            const float matte = apply(key, {pixel}).at(0);
            EXPECT_TRUE(matte >= 0.0f && matte <= 1.0f) << odd << " in plane " << p;
        }
    // Clips that cross make a hard edge at the black one.
    const ColourDifferenceKeyer crossed(eGreenScreen, 1.0f, 1.0f, 0.5f, 0.25f);
    expect_pixel(apply(crossed, {{0.0f, 0.4f, 0.0f}}), {1});
    expect_pixel(apply(crossed, {{0.0f, 0.6f, 0.0f}}), {0});
}

TEST(DifferenceKeyer, RisesWithTheDifference) {
    for (const int planes : {1, 2, 3, 4})
        for (const int plate_planes : {1, 4})
            for (const float brightness : {0.0f, 0.5f, 1.0f}) {
                const Picture input = random_picture(kOddDomain, planes, 3);
                const Picture plate = random_picture(kOddDomain, plate_planes, 4);
                const auto outputs = run(DifferenceKeyer(0.2f, 0.5f, brightness), {&input, &plate});
                ASSERT_EQ(outputs.size(), 1u);
                ASSERT_EQ(outputs[0].planes(), 1);
                expect_picture(
                    outputs[0],
                    [&](int x, int y, int) {
                        double d[3], squares = 0, mean = 0;
                        for (int p = 0; p < 3; ++p) {
                            d[p] = double{input.at(x, y, planes < 3 ? 0 : p)} -
                                   plate.at(x, y, plate_planes < 3 ? 0 : p);
                            squares += d[p] * d[p] / 3;
                            mean += d[p] / 3;
                        }
                        // The mean square is the variance and the squared mean.
                        const double variance = squares - mean * mean;
                        const double kept = variance + brightness * brightness * mean * mean;
                        return unit((std::sqrt(std::max(kept, 0.0)) - 0.2) / 0.5);
                    },
                    2e-6);
            }
}

TEST(DifferenceKeyer, KnowsShadowsAndNoise) {
    const Pixel plate{0.2f, 0.6f, 0.3f}, shadow{0.1f, 0.5f, 0.2f}, actor{0.8f, 0.5f, 0.4f};
    for (const float brightness : {0.0f, 1.0f}) {
        const DifferenceKeyer key(0.05f, 0.0f, brightness);
        expect_pixel(apply(key, {plate, plate}), {0}, 0);
        expect_pixel(apply(key, {shadow, plate}), {brightness}, 0);
        expect_pixel(apply(key, {actor, plate}), {1}, 0);
    }
    const DifferenceKeyer hard(0.25f, 0.0f);
    expect_pixel(apply(hard, {{0.5f}, {0.25f}}), {0}, 0);
    expect_pixel(apply(hard, {{0.501f}, {0.25f}}), {1}, 0);
    for (const float odd : {kNaN, kInfinity, -kInfinity}) {
        expect_pixel(apply(DifferenceKeyer(), {{odd, 0, 0}, plate}), {1}, 0);
        expect_pixel(apply(DifferenceKeyer(), {plate, {0, 0, odd}}), {1}, 0);
        expect_pixel(apply(DifferenceKeyer(), {{odd}, {odd}}), {1}, 0);
    }
}

TEST(Despill, TakesTheExcessOffTheScreensColour) {
    const Picture input = random_picture(kOddDomain, 5);
    for (int screen = 0; screen < 3; ++screen)
        for (int limit = 0; limit < 3; ++limit) {
            const auto outputs = run(Despill(static_cast<ScreenColour>(screen),
                                             static_cast<Despill::Limit>(limit), 0.75f, 0.5f),
                                     {&input});
            ASSERT_EQ(outputs.size(), 1u);
            expect_picture(outputs[0], [&](int x, int y, int p) {
                const double v = input.at(x, y, p);
                if (p > 2) return v;
                const double u = input.at(x, y, screen == 0 ? 1 : 0);
                const double w = input.at(x, y, screen == 2 ? 1 : 2);
                const double allowed = limit == Despill::eAverage  ? (u + w) / 2
                                       : limit == Despill::eLarger ? std::max(u, w)
                                                                   : std::min(u, w);
                const double removed = 0.75 * std::max(0.0, input.at(x, y, screen) - allowed);
                return v - (p == screen ? removed : 0) + 0.5 * removed;
            });
        }
}

TEST(Despill, LeavesOtherColoursAlone) {
    const Pixel skin{0.8f, 0.5f, 0.4f, 0.9f}, grey{0.7f}, veil{0.7f, 0.3f};
    for (const Pixel& pixel : {skin, grey, veil})
        expect_pixel(apply(Despill(), {pixel}), {pixel.begin(), pixel.end()}, 0);
    expect_pixel(apply(Despill(), {{0.25f, 1.0f, 0.5f}}), {0.25, 0.375, 0.5});
}

}  // namespace
}  // namespace weft::test
