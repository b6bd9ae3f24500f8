// What changes colours one pixel at a time, against formulas in double.
#include <array>
#include <limits>

#include "pixel/colour_matrix.h"
#include "pixel/contrast.h"
#include "pixel/exposure.h"
#include "pixel/grade.h"
#include "pixel/hue_rotation.h"
#include "pixel/invert.h"
#include "pixel/posterise.h"
#include "pixel/saturation.h"
#include "pixels.h"

namespace weft::test {
namespace {

using namespace functors;

/// The colours of a pixel to a formula; planes after them pass unchanged.
using ColourFormula = std::function<std::array<double, 3>(const std::array<double, 3>&)>;

/// Expects the formula of pictures with 3, 4 and 5 planes, every other plane untouched.
template <class F>
void expect_colours(const F& functor, const ColourFormula& formula, double tolerance = 2e-6) {
    for (const int planes : {3, 4, 5}) {
        const Picture input = random_picture(kOddDomain, planes);
        const auto outputs = run(functor, {&input});
        ASSERT_EQ(outputs.size(), 1u);
        ASSERT_EQ(outputs[0].planes(), planes);
        expect_picture(
            outputs[0],
            [&](int x, int y, int p) {
                if (p > 2) return double{input.at(x, y, p)};
                return formula({input.at(x, y, 0), input.at(x, y, 1),
                                input.at(x, y, 2)})[static_cast<std::size_t>(p)];
            },
            tolerance);
    }
}

template <class F>
void expect_each(const F& functor, const std::function<double(double)>& formula,
                 double tolerance = 2e-6) {
    expect_colours(
        functor,
        [&](const std::array<double, 3>& c) {
            return std::array<double, 3>{formula(c[0]), formula(c[1]), formula(c[2])};
        },
        tolerance);
    for (const Pixel& pixel : {Pixel{0.7f}, Pixel{0.7f, 0.3f}}) {  // grey, with alpha
        std::vector<double> expected(pixel.begin(), pixel.end());
        expected[0] = formula(pixel[0]);
        expect_pixel(apply(functor, {pixel}), expected, tolerance);
    }
}

/// Expects pictures without colours to pass unchanged.
template <class F>
void expect_greys_unchanged(const F& functor) {
    expect_pixel(apply(functor, {{0.7f}}), {0.7f}, 0);
    expect_pixel(apply(functor, {{0.7f, 0.3f}}), {0.7f, 0.3f}, 0);
}

double power(double v, double exponent) {
    return std::copysign(std::pow(std::abs(v), exponent), v);
}

TEST(Grade, LiftsGainsMultipliesOffsetsAndBends) {
    expect_each(
        Grade(0.1f, 1.5f, 0.8f, -0.05f, 2.2f),
        [](double v) { return power((v * (1.5 - 0.1) + 0.1) * 0.8 - 0.05, 1 / 2.2); },
        1e-4);  // near zero the power is steep: a rounding shows
    expect_each(Grade(), [](double v) { return v; }, 0);
}

TEST(Grade, MapsPointsAndTakesColoursOneByOne) {
    Grade grade;
    struct Setter final : ParameterVisitor {
        void parameter(const ParameterRef& p) override {
            const auto set = [&](std::vector<float> values) {
                *p.list_count = static_cast<int>(values.size());
                std::copy(values.begin(), values.end(), p.list_values);
            };
            if (std::string(p.name) == "black-point") set({0.1f, 0.2f, 0.3f});
            if (std::string(p.name) == "white-point") set({0.8f, 0.3f, 0.3f});
            if (std::string(p.name) == "gain") set({2.0f, 1.0f});
            if (std::string(p.name) == "lift") set({});
        }
    } setter;
    grade.visit_parameters(setter);
    const Pixel result = apply(grade, {{0.45f, 0.2f, 0.3f, 0.6f}});
    // Red: half-way from 0.1 to 0.8, of 2. Green: at its black point. Blue: its points are one.
    expect_pixel(result, {1.0, 0.0, 0.0, 0.6});
    // Blue rises by 1 over 1e-6.
    EXPECT_NEAR(apply(grade, {{0.0f, 0.0f, 0.3f + 1e-6f}}).at(2), 1.0, 0.05);
    for (const float v : {-64.0f, 0.0f, 64.0f})
        for (const float out : apply(grade, {{v, v, v}})) EXPECT_TRUE(std::isfinite(out));
}

TEST(Exposure, DoublesLightPerStop) {
    expect_each(Exposure(1.5f), [](double v) { return v * std::pow(2, 1.5); });
    expect_pixel(apply(Exposure(1.0f, 0.0f, -2.0f), {{0.5f, 0.5f, 0.5f, 0.5f}}),
                 {1, 0.5, 0.125, 0.5}, 0);
}

TEST(Saturation, MovesColoursFromTheirGrey) {
    const std::array<double, 3> weights[] = {{0.2126, 0.7152, 0.0722},
                                             {0.299, 0.587, 0.114},
                                             {0.2627, 0.678, 0.0593},
                                             {1 / 3.0, 1 / 3.0, 1 / 3.0}};
    for (int i = 0; i < 4; ++i)
        for (const float amount : {-1.0f, 0.0f, 0.4f, 2.5f})
            expect_colours(Saturation(amount, static_cast<Saturation::Weighting>(i)),
                           [&](const std::array<double, 3>& c) {
                               double grey = 0;
                               for (std::size_t k = 0; k < 3; ++k) grey += weights[i][k] * c[k];
                               std::array<double, 3> out{};
                               for (std::size_t k = 0; k < 3; ++k)
                                   out[k] = grey + amount * (c[k] - grey);
                               return out;
                           });
    expect_greys_unchanged(Saturation(0.0f));
}

TEST(HueRotation, IsSvgsMatrix) {
    for (const float degrees : {0.0f, 30.0f, -75.0f, 120.0f, 180.0f, 355.0f}) {
        const double c = std::cos(degrees * M_PI / 180), s = std::sin(degrees * M_PI / 180);
        // SVG 1.1, feColorMatrix, whose constants have three digits.
        const double m[3][3] = {
            {.213 + c * .787 - s * .213, .715 - c * .715 - s * .715, .072 - c * .072 + s * .928},
            {.213 - c * .213 + s * .143, .715 + c * .285 + s * .140, .072 - c * .072 - s * .283},
            {.213 - c * .213 - s * .787, .715 - c * .715 + s * .715, .072 + c * .928 + s * .072}};
        expect_colours(
            HueRotation(degrees),
            [&](const std::array<double, 3>& v) {
                std::array<double, 3> out{};
                for (std::size_t k = 0; k < 3; ++k)
                    out[k] = m[k][0] * v[0] + m[k][1] * v[1] + m[k][2] * v[2];
                return out;
            },
            2e-3);
    }
}

TEST(HueRotation, KeepsGreysAndLuminance) {
    const auto luminance = [](const Pixel& p) {
        return 0.2126 * p.at(0) + 0.7152 * p.at(1) + 0.0722 * p.at(2);
    };
    for (float degrees = -360.0f; degrees <= 360.0f; degrees += 22.5f) {
        expect_pixel(apply(HueRotation(degrees), {{0.6f, 0.6f, 0.6f, 0.2f}}), {0.6, 0.6, 0.6, 0.2});
        const Pixel colour{0.9f, -0.1f, 0.4f};
        EXPECT_NEAR(luminance(apply(HueRotation(degrees), {colour})), luminance(colour), 1e-6);
        // And back again.
        expect_pixel(apply(HueRotation(-degrees), {apply(HueRotation(degrees), {colour})}),
                     {0.9, -0.1, 0.4}, 2e-6);
    }
    expect_greys_unchanged(HueRotation(90.0f));
}

TEST(Contrast, ScalesDistancesToThePivot) {
    expect_each(Contrast(1.6f, 0.4f), [](double v) { return 0.4 + 1.6 * (v - 0.4); });
    expect_each(Contrast(0.0f, 0.4f), [](double) { return double{0.4f}; });
    expect_each(Contrast(1.0f, 0.4f), [](double v) { return v; }, 0);
}

TEST(Contrast, RaisesRatiosToThePivot) {
    expect_each(
        Contrast(1.6f, 0.18f, Contrast::ePower),
        [](double v) { return std::copysign(0.18 * std::pow(std::abs(v) / 0.18, 1.6), v); }, 4e-6);
    expect_pixel(apply(Contrast(3.0f, 0.18f, Contrast::ePower), {{0.0f, 0.18f, -0.18f}}),
                 {0, 0.18, -0.18});
}

TEST(Invert, SubtractsFromWhite) {
    expect_each(Invert(), [](double v) { return 1 - v; });
    expect_each(Invert(2.0f), [](double v) { return 2 - v; });
    expect_pixel(apply(Invert(2.0f, true), {{0.25f, 0.5f, 0.75f, 0.25f, 9.0f}}),
                 {1.75, 1.5, 1.25, 0.75, 9});
    expect_pixel(apply(Invert(1.0f, true), {{0.25f, 0.75f}}), {0.75, 0.25});
}

TEST(Posterise, RoundsToLevels) {
    const std::pair<float, double> rows[] = {{-0.3f, -0.25}, {0.0f, 0},   {0.124f, 0},
                                             {0.125f, 0.25}, {0.4f, 0.5}, {0.87f, 0.75},
                                             {0.88f, 1},     {1.0f, 1},   {1.2f, 1.25}};
    for (const auto& [value, expected] : rows)
        expect_pixel(apply(Posterise(5), {{value, 0.3f}}), {expected, 0.3f}, 0);
    expect_pixel(apply(Posterise(2), {{0.4f, 0.6f, 0.5f, 0.3f}}), {0, 1, 1, 0.3f}, 0);
    expect_pixel(apply(Posterise(256), {{1.0f}}), {1}, 0);
}

TEST(ColourMatrix, MixesColoursAndAdds) {
    const FloatList<9> matrix{9, {0.5f, 0.25f, -1.0f, 0.0f, 2.0f, 0.0f, 0.1f, 0.2f, 0.3f}};
    const FloatList<3> offset{2, {0.25f, -0.5f}};
    expect_colours(ColourMatrix(matrix, offset), [](const std::array<double, 3>& c) {
        return std::array<double, 3>{
            0.5 * c[0] + 0.25 * c[1] - c[2] + 0.25, 2 * c[1] - 0.5,
            double{0.1f} * c[0] + double{0.2f} * c[1] + double{0.3f} * c[2]};
    });
    expect_colours(ColourMatrix(), [](const std::array<double, 3>& c) { return c; }, 0);
    // Numbers that are not given are zero.
    expect_pixel(apply(ColourMatrix(FloatList<9>{2, {1.0f, 1.0f}}), {{0.25f, 0.5f, 1.0f}}),
                 {0.75, 0, 0});
    expect_greys_unchanged(ColourMatrix(matrix, offset));
}

}  // namespace
}  // namespace weft::test
