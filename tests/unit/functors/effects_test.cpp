// Effects against their own formulas, computed in doubles over whole planes.
#include <limits>

#include "field.h"

namespace weft::test {
namespace {

std::vector<double> normalised(std::vector<double> weights) {
    double sum = 0;
    for (const double w : weights) sum += w;
    for (double& w : weights) w /= sum;
    return weights;
}

/// Expects each plane of the effect's output to be formula(plane of the input).
void expect_planewise(const Graph& graph, const Picture& input,
                      const std::function<Field(const Field&)>& formula, double tolerance) {
    const auto outputs = run(graph, {&input});
    ASSERT_EQ(outputs.size(), 1u);
    ASSERT_EQ(outputs[0].planes(), input.planes());
    std::vector<Field> planes;
    for (int plane = 0; plane < input.planes(); ++plane)
        planes.push_back(formula(Field(input, plane)));
    expect_picture(
        outputs[0],
        [&](int x, int y, int p) { return planes[static_cast<std::size_t>(p)].at(x, y); },
        tolerance);
}

Field diffusion(const Field& input, double amount, int spread, double radius, int samples) {
    Field matte(input.domain(), [&](int x, int y) {
        const double t = std::clamp((input.at(x, y) - 0.7) / 0.3, 0.0, 1.0);
        return t * t * (3 - 2 * t);
    });
    const std::vector<double> box(static_cast<std::size_t>(2 * spread + 1), 1.0);
    for (int i = 0; i < 6; ++i)
        matte = filter(matte, i < 3 ? eHorizontal : eVertical, normalised(box));
    const double golden_angle = std::acos(-1.0) * (3 - std::sqrt(5.0));
    return Field(input.domain(), [&](int x, int y) {
        double scattered = 0;
        for (int i = 0; i < samples; ++i) {
            const double distance = radius * std::sqrt((i + 0.5) / samples);
            scattered +=
                input.at(x + static_cast<int>(std::lround(distance * std::cos(i * golden_angle))),
                         y + static_cast<int>(std::lround(distance * std::sin(i * golden_angle))));
        }
        const double t = amount * matte.at(x, y);
        return input.at(x, y) + t * (scattered / samples - input.at(x, y));
    });
}

TEST(GaussianBlur, BlursByOneOrTwoSigmas) {
    for (const Rect& domain : domains()) {
        const Picture input = random_picture(domain, 3);
        expect_planewise(
            effect("gaussian-blur"), input,
            [](const Field& f) {
                const auto weights = normalised(gaussian_weights(3.0, 9));
                return filter(filter(f, eHorizontal, weights), eVertical, weights);
            },
            1e-6);
        expect_planewise(
            effect("gaussian-blur", {{"sigma-x", "0"}, {"sigma-y", "2.5"}}), input,
            [](const Field& f) {
                return filter(f, eVertical, normalised(gaussian_weights(2.5, 8)));
            },
            1e-6);
    }
}

TEST(Diffusion, MixesScatteredLightInAroundHighlights) {
    for (const Rect& domain : domains()) {
        const Picture input = random_picture(domain, 2);
        expect_planewise(
            effect("diffusion"), input,
            [](const Field& f) { return diffusion(f, 0.8, 8, 12.0, 24); }, 1e-5);
        expect_planewise(
            effect("diffusion", {{"spread", "2"}, {"radius", "4.5"}, {"samples", "9"}}), input,
            [](const Field& f) { return diffusion(f, 0.8, 2, 4.5, 9); }, 1e-5);
    }
}

TEST(Diffusion, LeavesPicturesWithoutHighlightsAlone) {
    const Picture input = flat_picture({0, 0, 30, 20}, 3, 0.5f);
    const auto outputs = run(effect("diffusion"), {&input});
    ASSERT_EQ(outputs.size(), 1u);
    EXPECT_EQ(count_differences(outputs[0], input), 0);
}

TEST(Diffusion, NaNStaysWithinTheScatter) {
    Picture input = random_picture({0, 0, 100, 9}, 1);
    input.at(50, 4, 0) = std::numeric_limits<float>::quiet_NaN();
    const auto outputs = run(effect("diffusion"), {&input});
    ASSERT_EQ(outputs.size(), 1u);
    EXPECT_TRUE(std::isnan(outputs[0].at(50, 4, 0)));
    for (int y = 0; y < 9; ++y)
        for (int x = 0; x < 100; ++x)
            if (std::abs(x - 50) > 12) {
                EXPECT_FALSE(std::isnan(outputs[0].at(x, y, 0))) << x << ", " << y;
            }
}

/// Halide's program, whose intermediates are unbounded: with clamped input reads that is the same.
Field halide_unsharp(const Field& grey, double amount) {
    const auto weights = gaussian_weights(1.5, 3);
    const Field blurred = filter(filter(grey, eVertical, weights), eHorizontal, weights);
    return combine(grey, blurred,
                   [&](double g, double b) { return ((1 + amount) * g - amount * b) / g; });
}

TEST(Unsharp, IsHalidesProgram) {
    for (const Rect& domain : domains())
        for (const int planes : {1, 3, 4, 5}) {
            Picture input = random_picture(domain, planes);
            for (int p = 0; p < planes; ++p)
                for (int y = domain.y0; y < domain.y1; ++y)
                    for (int x = domain.x0; x < domain.x1; ++x)
                        input.at(x, y, p) += 0.3f;  // grey well away from zero
            const Field grey(domain, [&](int x, int y) {
                return planes < 3 ? input.at(x, y, 0)
                                  : 0.299 * input.at(x, y, 0) + 0.587 * input.at(x, y, 1) +
                                        0.114 * input.at(x, y, 2);
            });
            for (const double amount : {1.0, 0.25}) {
                const Field ratio = halide_unsharp(grey, amount);
                const auto outputs =
                    run(effect("unsharp-halide", {{"amount", std::to_string(amount)}}), {&input});
                ASSERT_EQ(outputs.size(), 1u);
                ASSERT_EQ(outputs[0].planes(), planes);
                expect_picture(
                    outputs[0],
                    [&](int x, int y, int p) {
                        return p < 3 ? input.at(x, y, p) * ratio.at(x, y) : input.at(x, y, p);
                    },
                    1e-5);
            }
        }
}

TEST(Unsharp, BlackStaysBlack) {
    const Picture black = flat_picture({0, 0, 9, 9}, 3, 0.0f);
    const auto outputs = run(effect("unsharp"), {&black});
    ASSERT_EQ(outputs.size(), 1u);
    EXPECT_EQ(count_differences(outputs[0], black), 0);
}

TEST(UnsharpHalide, NormalisedKeepsFlatAreas) {
    const Picture grey = flat_picture({0, 0, 9, 9}, 3, 0.5f);
    const auto outputs = run(effect("unsharp-halide", {{"normalise", "true"}}), {&grey});
    ASSERT_EQ(outputs.size(), 1u);
    expect_picture(outputs[0], [](int, int, int) { return 0.5; });
}

}  // namespace
}  // namespace weft::test
