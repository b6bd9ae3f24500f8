// Blurs and sharpening, against direct forms in double and what their pictures of a point show.
#include <limits>

#include "field.h"
#include "neighbourhood/defocus.h"
#include "neighbourhood/gradient.h"
#include "pixel/detail_sharpen.h"
#include "pixels.h"
#include "point/harris_response.h"
#include "scan/gaussian_box.h"

namespace weft::test {
namespace {

using namespace functors;

/// One plane, 0 but for a 1 at its middle.
Picture point_of_light(int width, int height) {
    Picture picture = flat_picture({0, 0, width, height}, 1, 0.0f);
    picture.at(width / 2, height / 2, 0) = 1.0f;
    return picture;
}

/// The shortest box, from -r to r, of which only the ends may weigh less than the rest, that has
/// `variance`: found by halving.
std::vector<double> box_of_variance(double variance) {
    int r = 0;
    const auto box = [&](double end) {
        std::vector<double> weights(static_cast<std::size_t>(2 * r + 1), 1.0);
        weights.front() = weights.back() = end;
        double sum = 0;
        for (const double w : weights) sum += w;
        for (double& w : weights) w /= sum;
        return weights;
    };
    const auto variance_of = [&](const std::vector<double>& weights) {
        double sum = 0;
        for (int i = -r; i <= r; ++i) sum += i * i * weights[static_cast<std::size_t>(i + r)];
        return sum;
    };
    while (variance_of(box(1)) < variance) ++r;
    double low = 0, high = 1;
    for (int i = 0; i < 60 && r > 0; ++i) {
        const double end = (low + high) / 2;
        (variance_of(box(end)) < variance ? low : high) = end;
    }
    return box(r > 0 ? low : 1);
}

TEST(GaussianBox, HasAThirdOfTheVariance) {
    for (const float sigma : {0.0f, 0.3f, 1.0f, 1.41421356f, 2.5f, 7.0f})
        for (const Axis axis : {eHorizontal, eVertical})
            for (const Rect& domain : domains()) {
                const Picture input = random_picture(domain, 2);
                const auto outputs = run(GaussianBox(axis, sigma), {&input});
                ASSERT_EQ(outputs.size(), 1u);
                const std::vector<double> box = box_of_variance(double{sigma} * sigma / 3);
                const Field fields[] = {filter(Field(input, 0), axis, box),
                                        filter(Field(input, 1), axis, box)};
                expect_picture(
                    outputs[0], [&](int x, int y, int p) { return fields[p].at(x, y); }, 5e-6);
            }
}

TEST(GaussianBoxes, AreNearlyAGaussian) {
    for (const double sigma : {1.0, 2.0, 3.3, 9.0}) {
        SCOPED_TRACE(sigma);
        const Picture point = point_of_light(121, 119);
        const auto outputs =
            run(effect("gaussian-boxes", {{"sigma", std::to_string(sigma)}}), {&point});
        ASSERT_EQ(outputs.size(), 1u);
        double sum = 0, across = 0, down = 0, worst = 0;
        const double peak = 1 / (2 * std::acos(-1.0) * sigma * sigma);
        for (int y = 0; y < 119; ++y)
            for (int x = 0; x < 121; ++x) {
                const double v = outputs[0].at(x, y, 0), u = x - 60, w = y - 59;
                sum += v;
                across += v * u * u;
                down += v * w * w;
                const double gaussian = peak * std::exp(-(u * u + w * w) / (2 * sigma * sigma));
                worst = std::max(worst, std::abs(v - gaussian) / peak);
            }
        EXPECT_NEAR(sum, 1, 1e-4);
        EXPECT_NEAR(across, sigma * sigma, 2e-3 * sigma * sigma);
        EXPECT_NEAR(down, sigma * sigma, 2e-3 * sigma * sigma);
        EXPECT_LT(worst, 0.12);  // three boxes are 0.94 as high as the curve, along each axis
    }
}

TEST(GaussianBoxes, BlurByOneOrTwoSigmas) {
    const Picture input = random_picture({-3, 2, 30, 25}, 3);
    const auto thrice = [](Field field, Axis axis, double sigma) {
        for (int i = 0; i < 3; ++i) field = filter(field, axis, box_of_variance(sigma * sigma / 3));
        return field;
    };
    const auto outputs =
        run(effect("gaussian-boxes", {{"sigma-x", "2.2"}, {"sigma-y", "4"}, {"mix", "0.75"}}),
            {&input});
    ASSERT_EQ(outputs.size(), 1u);
    std::vector<Field> blurred;
    for (int p = 0; p < 3; ++p)
        blurred.push_back(thrice(thrice(Field(input, p), eHorizontal, 2.2), eVertical, 4));
    expect_picture(
        outputs[0],
        [&](int x, int y, int p) {
            return 0.25 * input.at(x, y, p) + 0.75 * blurred[static_cast<std::size_t>(p)].at(x, y);
        },
        1e-5);
}

/// The bell curve at whole pixels, so far out that nothing is left.
std::vector<double> bell(double sigma) {
    const int r = static_cast<int>(std::ceil(8 * sigma));
    std::vector<double> weights;
    double sum = 0;
    for (int i = -r; i <= r; ++i) {
        weights.push_back(sigma == 0 ? 1.0 : std::exp(-i * i / (2 * sigma * sigma)));
        sum += weights.back();
    }
    for (double& w : weights) w /= sum;
    return weights;
}

/// Within a thousandth of the largest sample for each axis, edges included.
TEST(RecursiveGaussian, IsAGaussianButForAThousandth) {
    const std::pair<const char*, const char*> sigmas[] = {
        {"0", "0.3"}, {"0.5", "0.8"}, {"1", "2.4"}, {"7", "31"}, {"150", "0"}};
    for (const Rect& domain : {Rect{-3, 2, 58, 43}, Rect{0, 0, 1, 1}, Rect{0, 0, 2, 5}})
        for (const auto& [across, down] : sigmas) {
            SCOPED_TRACE(std::string(across) + " by " + down);
            const Picture input = random_picture(domain, 2);
            const auto outputs = run(
                effect("recursive-gaussian", {{"sigma-x", across}, {"sigma-y", down}}), {&input});
            ASSERT_EQ(outputs.size(), 1u);
            std::vector<Field> blurred;
            for (int p = 0; p < 2; ++p)
                blurred.push_back(
                    filter(filter(Field(input, p), eHorizontal, bell(std::stod(across))), eVertical,
                           bell(std::stod(down))));
            float largest = 0;
            for (int p = 0; p < 2; ++p)
                for (int y = domain.y0; y < domain.y1; ++y)
                    for (int x = domain.x0; x < domain.x1; ++x)
                        largest = std::max(largest, std::abs(input.at(x, y, p)));
            for (int p = 0; p < 2; ++p)
                for (int y = domain.y0; y < domain.y1; ++y)
                    for (int x = domain.x0; x < domain.x1; ++x)
                        ASSERT_NEAR(outputs[0].at(x, y, p),
                                    blurred[static_cast<std::size_t>(p)].at(x, y), 2e-3 * largest);
        }
}

TEST(RecursiveGaussian, KeepsFlatPicturesAtAnySigma) {
    const Picture flat = flat_picture({0, 0, 300, 2}, 1, 0.7f);
    for (const char* sigma : {"0", "0.04", "0.7", "20", "1000"}) {
        const auto outputs = run(effect("recursive-gaussian", {{"sigma", sigma}}), {&flat});
        ASSERT_EQ(outputs.size(), 1u);
        expect_picture(outputs[0], [](int, int, int) { return 0.7f; }, 1e-4);
    }
}

/// The sum over a disc whose weights fall evenly from 1 to 0 over `width`, up to half a pixel
/// beyond the radius.
double disc(const Picture& in, int x, int y, int p, Border border, double radius, double width) {
    double sum = 0, weights = 0;
    for (int dy = -30; dy <= 30; ++dy)
        for (int dx = -30; dx <= 30; ++dx) {
            const double from_edge = radius + 0.5 - std::hypot(dx, dy);
            const double weight = std::clamp(from_edge / width, 0.0, 1.0);
            if (weight <= 0) continue;
            sum += weight * sample(in, x + dx, y + dy, p, border);
            weights += weight;
        }
    return sum / weights;
}

TEST(Defocus, AveragesADisc) {
    for (const auto& [radius, softness] :
         {std::pair{0.0f, 0.0f}, {0.75f, 0.0f}, {3.3f, 0.0f}, {2.0f, 1.0f}, {4.0f, 0.5f}})
        for (const Rect& domain : domains())
            for (const Border& border : borders()) {
                const Picture input = random_picture(domain, 2);
                const auto outputs = run(Defocus(radius, softness), {&input}, border);
                ASSERT_EQ(outputs.size(), 1u);
                const double width = 1 + softness * (radius - 0.5);
                expect_picture(
                    outputs[0],
                    [&, r = radius](int x, int y, int p) {
                        return disc(input, x, y, p, border, r, width);
                    },
                    2e-6);
            }
}

TEST(Defocus, MakesRoundDiscsOfPointsOfLight) {
    const Picture point = point_of_light(61, 61);
    const auto outputs = run(Defocus(24), {&point});
    ASSERT_EQ(outputs.size(), 1u);
    const double level = 1 / (std::acos(-1.0) * 24 * 24);
    double sum = 0;
    for (int y = 0; y < 61; ++y)
        for (int x = 0; x < 61; ++x) {
            const double distance = std::hypot(x - 30, y - 30), v = outputs[0].at(x, y, 0);
            sum += v;
            if (distance < 23.5) {
                EXPECT_NEAR(v, level, 0.01 * level) << x << ", " << y;
            }
            if (distance > 24.5) {
                EXPECT_EQ(v, 0) << x << ", " << y;
            }
        }
    EXPECT_NEAR(sum, 1, 1e-5);
    const Picture flat = flat_picture({0, 0, 9, 7}, 3, 0.75f);
    const auto same = run(effect("defocus", {{"radius", "24"}, {"softness", "0.7"}}), {&flat});
    ASSERT_EQ(same.size(), 1u);
    expect_picture(same[0], [](int, int, int) { return 0.75; }, 1e-5);
}

TEST(Gradient, DifferentiatesAlongBothAxes) {
    for (const auto& [centre, scale] : {std::pair{2.0f, 0.125f}, {10.0f / 3, -2.0f}})
        for (const Rect& domain : domains())
            for (const Border& border : borders()) {
                const Picture input = random_picture(domain, 2);
                const auto outputs = run(Gradient(centre, scale), {&input}, border);
                ASSERT_EQ(outputs.size(), 2u);
                for (const Axis axis : {eHorizontal, eVertical})
                    expect_picture(
                        outputs[axis == eHorizontal ? 0 : 1],
                        [&, c = centre, s = scale](int x, int y, int p) {
                            double sum = 0;
                            for (int along = -1; along <= 1; along += 2)
                                for (int across = -1; across <= 1; ++across) {
                                    const int dx = axis == eHorizontal ? along : across;
                                    const int dy = axis == eHorizontal ? across : along;
                                    sum += along * (across == 0 ? double{c} : 1.0) *
                                           sample(input, x + dx, y + dy, p, border);
                                }
                            return s * sum;
                        },
                        3e-6);
            }
}

TEST(DetailSharpen, PushesEnoughDetail) {
    const DetailSharpen sharpen(2, 0.25f);
    expect_pixel(apply(sharpen, {{1, 1, 1, 1, 1}, {0.5f, 0.75f, 0.875f, 0, 0}}), {2, 1.5, 1, 1, 1});
    expect_pixel(apply(sharpen, {{1, 1}, {1.5f, 0}}), {0, 1});
    expect_pixel(apply(DetailSharpen(2), {{1, 1, 1}, {1, 1.125f, 0.875f}}), {1, 0.75, 1.25});
    EXPECT_TRUE(std::isnan(apply(sharpen, {{1}, {std::numeric_limits<float>::quiet_NaN()}}).at(0)));
}

TEST(HarrisResponse, IsTheDeterminantLessTheTrace) {
    expect_pixel(apply(HarrisResponse(0.05f), {{3}, {2}, {1}}), {3 * 2 - 1 - 0.05 * 25});
    expect_pixel(apply(HarrisResponse(0.04f), {{4}, {0}, {0}}), {-0.04 * 16});
}

TEST(SharpenEffect, AddsWhatABlurTakesAway) {
    const Picture input = random_picture({-3, 2, 30, 25}, 4);
    const auto outputs =
        run(effect("sharpen",
                   {{"amount", "1.5"}, {"sigma", "1.6"}, {"threshold", "0.1"}, {"mask", "alpha"}}),
            {&input});
    ASSERT_EQ(outputs.size(), 1u);
    std::vector<double> weights;
    double sum = 0;
    for (int i = -5; i <= 5; ++i) {
        weights.push_back(std::exp(-i * i / (2 * 1.6 * 1.6)));
        sum += weights.back();
    }
    for (double& w : weights) w /= sum;
    std::vector<Field> blurred;
    for (int p = 0; p < 3; ++p)
        blurred.push_back(
            filter(filter(Field(input, p), eHorizontal, weights), eVertical, weights));
    int left_alone = 0;
    expect_picture(
        outputs[0],
        [&](int x, int y, int p) {
            const double v = input.at(x, y, p);
            if (p == 3) return v;
            const double detail = v - blurred[static_cast<std::size_t>(p)].at(x, y);
            if (std::abs(detail) < 0.1) {
                ++left_alone;
                return v;
            }
            return v + std::clamp<double>(input.at(x, y, 3), 0, 1) * 1.5 * detail;
        },
        1e-5);
    EXPECT_GT(left_alone, 100);
}

}  // namespace
}  // namespace weft::test
