// Neighbourhood functors of the published programs against plain loops, over all borders.
#include <limits>

#include "harness.h"
#include "neighbourhood/bilateral_filter.h"
#include "neighbourhood/derivative.h"
#include "neighbourhood/laplacian.h"
#include "neighbourhood/mean.h"
#include "neighbourhood/symmetric_mask.h"
#include "pixel/atrous.h"

namespace weft::test {
namespace {

using namespace functors;

/// Bytes as a picture read from a file holds them, from a fixed seed.
Picture byte_picture(Rect domain, int planes) {
    Picture picture = random_picture(domain, planes);
    for (int p = 0; p < planes; ++p)
        for (int y = domain.y0; y < domain.y1; ++y)
            for (int x = domain.x0; x < domain.x1; ++x) {
                float& v = picture.at(x, y, p);
                v = static_cast<float>(std::lround(255.0f * std::fmin(std::fmax(v, 0.0f), 1.0f))) /
                    255.0f;
            }
    return picture;
}

/// The byte at a coordinate, or what a constant border is in steps of a byte.
int byte_at(const Picture& picture, int x, int y, int p, Border border) {
    return static_cast<int>(std::lround(255.0 * sample(picture, x, y, p, border)));
}

std::string name_of(const Border& border) { return "border mode " + std::to_string(border.mode); }

/// All borders; the constant is a whole number of byte steps.
std::vector<Border> byte_borders() {
    std::vector<Border> list = borders();
    list.back().value = 51.0f / 255.0f;
    return list;
}

TEST(Derivative, IsThatOfIntegersOnBytes) {
    constexpr int kSmooth[2][3] = {{1, 1, 1}, {1, 2, 1}};
    for (const Rect& domain : domains())
        for (const Border& border : byte_borders())
            for (const Axis axis : {eHorizontal, eVertical})
                for (const int centre : {1, 2})
                    for (const int divisor : {4, 6}) {
                        SCOPED_TRACE(name_of(border));
                        const Picture input = byte_picture(domain, 2);
                        const Derivative derivative(axis, static_cast<float>(centre),
                                                    static_cast<float>(divisor));
                        const auto outputs = run(derivative, {&input}, border);
                        ASSERT_EQ(outputs.size(), 1u);
                        const auto expected = [&](int x, int y, int p) {
                            int sum = 0;
                            for (int v = -1; v <= 1; ++v)
                                for (int u = -1; u <= 1; u += 2)
                                    sum += u * kSmooth[centre - 1][v + 1] *
                                           (axis == eHorizontal
                                                ? byte_at(input, x + u, y + v, p, border)
                                                : byte_at(input, x + v, y + u, p, border));
                            const auto quotient = sum / divisor;
                            return static_cast<double>(quotient);
                        };
                        expect_picture(outputs[0], expected, 0.0);
                    }
}

TEST(Derivative, DividesEveryWholeNumberExactly) {
    for (const float divisor : {1.0f, 3.0f, 4.0f, 6.0f, 7.0f, 640.0f})
        for (int i = -1020; i <= 1020; ++i) {
            const int quotient = i / static_cast<int>(divisor);
            ASSERT_EQ(divide_whole(static_cast<float>(i), 1.0f / divisor),
                      static_cast<float>(quotient))
                << i << " / " << divisor;
        }
}

TEST(Mean, AveragesTheRectangle) {
    for (const Rect& domain : domains())
        for (const Border& border : borders())
            for (const auto& [rx, ry] : {std::pair{1, 1}, {0, 1}, {3, 0}, {2, 5}, {0, 0}}) {
                SCOPED_TRACE(name_of(border));
                const Picture input = random_picture(domain, 2);
                const auto outputs = run(Mean(rx, ry), {&input}, border);
                ASSERT_EQ(outputs.size(), 1u);
                const auto expected = [&, rx = rx, ry = ry](int x, int y, int p) {
                    double sum = 0;
                    for (int v = -ry; v <= ry; ++v)
                        for (int u = -rx; u <= rx; ++u)
                            sum += sample(input, x + u, y + v, p, border);
                    return sum / ((2 * rx + 1) * (2 * ry + 1));
                };
                expect_picture(outputs[0], expected);
            }
}

double masked(const Picture& input, int x, int y, int p, Border border, double corner, double edge,
              double centre) {
    const double mask[3][3] = {
        {corner, edge, corner}, {edge, centre, edge}, {corner, edge, corner}};
    double sum = 0;
    for (int v = -1; v <= 1; ++v)
        for (int u = -1; u <= 1; ++u)
            sum += mask[v + 1][u + 1] * sample(input, x + u, y + v, p, border);
    return sum;
}

TEST(SymmetricMask, WeighsCornersEdgesAndCentre) {
    for (const Rect& domain : domains())
        for (const Border& border : borders()) {
            SCOPED_TRACE(name_of(border));
            const Picture input = random_picture(domain, 2);
            const auto outputs = run(SymmetricMask(0.1f, -0.3f, 0.7f), {&input}, border);
            ASSERT_EQ(outputs.size(), 1u);
            expect_picture(outputs[0], [&](int x, int y, int p) {
                return masked(input, x, y, p, border, 0.1, -0.3, 0.7);
            });
        }
}

TEST(SymmetricMask, StoresWholeNumbersAndBytes) {
    const Rect domain{-2, 1, 21, 18};
    Picture numbers = random_picture(domain, 1);
    for (int y = domain.y0; y < domain.y1; ++y)
        for (int x = domain.x0; x < domain.x1; ++x)
            numbers.at(x, y, 0) = std::round(20000.0f * (numbers.at(x, y, 0) - 0.5f));
    const auto whole =
        run(SymmetricMask(0.0625f, 0.125f, 0.25f, SymmetricMask::eWhole), {&numbers});
    ASSERT_EQ(whole.size(), 1u);
    expect_picture(
        whole[0],
        [&](int x, int y, int) { return std::trunc(masked(numbers, x, y, 0, {}, 1, 2, 4) / 16.0); },
        0.0);

    const Picture bytes = byte_picture(domain, 1);
    const auto stored = run(SymmetricMask(0.25f, -0.5f, 1.5f, SymmetricMask::eByte), {&bytes});
    ASSERT_EQ(stored.size(), 1u);
    expect_picture(stored[0], [&](int x, int y, int) {
        const double steps = 255.0 * masked(bytes, x, y, 0, {}, 0.25, -0.5, 1.5);
        // A half is as near to either byte: the sum's own rounding decides.
        const double fraction = steps - std::floor(steps);
        if (std::abs(fraction - 0.5) < 1e-3) return double{stored[0].at(x, y, 0)};
        return std::clamp(std::floor(steps + 0.5), 0.0, 255.0) / 255.0;
    });
}

TEST(Laplacian, IsThatOfIntegersOnBytes) {
    for (const Rect& domain : domains())
        for (const Border& border : byte_borders())
            for (const int radius : {1, 2, 4}) {
                SCOPED_TRACE(name_of(border));
                const Picture input = byte_picture(domain, 2);
                const auto outputs = run(Laplacian(radius, 128.0f), {&input}, border);
                ASSERT_EQ(outputs.size(), 1u);
                expect_picture(outputs[0], [&](int x, int y, int p) {
                    int sum = 0;
                    for (int v = -radius; v <= radius; ++v)
                        for (int u = -radius; u <= radius; ++u)
                            sum += byte_at(input, x + u, y + v, p, border);
                    sum -= (2 * radius + 1) * (2 * radius + 1) * byte_at(input, x, y, p, border);
                    return std::clamp(sum + 128, 0, 255) / 255.0;
                });
            }
}

TEST(BilateralFilter, WeighsByDistanceAndDifference) {
    int odd = 0, all = 0;
    for (const Rect& domain : domains())
        for (const Border& border : borders()) {
            SCOPED_TRACE(name_of(border));
            const Picture input = random_picture(domain, 1);
            const auto outputs = run(BilateralFilter(3, 2.0f, 40.0f), {&input}, border);
            ASSERT_EQ(outputs.size(), 1u);
            expect_picture(outputs[0], [&](int x, int y, int p) {
                const double centre = 255.0 * input.at(x, y, p);
                double sum = 0, weights = 0;
                for (int v = -3; v <= 3; ++v)
                    for (int u = -3; u <= 3; ++u) {
                        const double value = 255.0 * sample(input, x + u, y + v, p, border);
                        const double d = value - centre;
                        const double weight = std::exp(-d * d / (2 * 40.0 * 40.0)) *
                                              std::exp(-(u * u + v * v) / (2 * 2.0 * 2.0));
                        sum += weight * value;
                        weights += weight;
                    }
                const double steps = sum / weights;
                ++all;
                if (std::abs(steps - std::floor(steps) - 0.5) < 1e-3) {  // either byte
                    ++odd;
                    return double{outputs[0].at(x, y, p)};
                }
                return std::clamp(std::floor(steps + 0.5), 0.0, 255.0) / 255.0;
            });
        }
    EXPECT_LT(odd, all / 50) << "hardly anything was compared";
}

TEST(Atrous, WeighsByMaskAndColour) {
    constexpr double kMask[3] = {0.272496, 0.124758, 0.057118};  // by taps off the centre's lines
    for (const Rect& domain : domains())
        for (const Border& border : borders())
            for (const int level : {0, 1, 3})
                for (const int planes : {1, 2, 3, 5}) {
                    SCOPED_TRACE(name_of(border));
                    const Picture input = random_picture(domain, planes);
                    const auto outputs = run(Atrous(level, 4), {&input}, border);
                    ASSERT_EQ(outputs.size(), 1u);
                    const int colours = planes < 3 ? 1 : 3;
                    const auto expected = [&](int x, int y, int p) {
                        if (p >= colours) return double{input.at(x, y, p)};
                        double sum = 0, weights = 0;
                        for (int v = -1; v <= 1; ++v)
                            for (int u = -1; u <= 1; ++u) {
                                const int tx = x + (u << level), ty = y + (v << level);
                                double distance = 0;
                                for (int c = 0; c < 3; ++c) {
                                    const int q = colours == 3 ? c : 0;
                                    const double d =
                                        sample(input, tx, ty, q, border) - input.at(x, y, q);
                                    distance += d * d;
                                }
                                const double weight = kMask[std::abs(u) + std::abs(v)] *
                                                      std::pow(1 - distance / 256, 256);
                                sum += weight * sample(input, tx, ty, p, border);
                                weights += weight;
                            }
                        return sum / weights;
                    };
                    expect_picture(outputs[0], expected, 2e-5);  // 256 roundings, multiplied
                }
}

TEST(Atrous, PassesItsPictureOnWhereNotInUse) {
    const Picture input = random_picture({0, 0, 9, 7}, 4);
    const auto outputs = run(Atrous(2, 2), {&input});
    ASSERT_EQ(outputs.size(), 1u);
    EXPECT_EQ(count_differences(outputs[0], input), 0);
}

TEST(Atrous, FarColoursCountAsNear) {
    // |d|^2 = 1200 makes 1 + x/256 about -3.7: its power is capped, as in the published program.
    Picture input({0, 0, 2, 1}, 3);
    for (int p = 0; p < 3; ++p) input.at(1, 0, p) = 20.0f;
    const auto outputs = run(Atrous(0, 1), {&input});
    ASSERT_EQ(outputs.size(), 1u);
    EXPECT_NEAR(outputs[0].at(0, 0, 0), 20.0f * (2 * 0.057118f + 0.124758f), 1e-4);
}

}  // namespace
}  // namespace weft::test
