// The compositor's small effects, against whole-picture forms in double.
#include "effects/with_mix.h"
#include "field.h"
#include "graph/choose_inputs.h"

namespace weft::test {
namespace {

constexpr Rect kCompositingDomains[] = {{-3, 2, 22, 17}, {0, 0, 3, 40}};

TEST(BoxBlurEffect, AveragesTheRectangle) {
    for (const Rect& domain : kCompositingDomains) {
        const Picture input = random_picture(domain, 3);
        const auto outputs =
            run(effect("box-blur", {{"radius-x", "3"}, {"radius-y", "5"}}), {&input});
        ASSERT_EQ(outputs.size(), 1u);
        expect_picture(
            outputs[0],
            [&](int x, int y, int p) {
                double sum = 0;
                for (int dy = -5; dy <= 5; ++dy)
                    for (int dx = -3; dx <= 3; ++dx) sum += sample(input, x + dx, y + dy, p);
                return sum / (11 * 7);
            },
            1e-5);
    }
}

TEST(ErodeDilate, IsTheExtremeOfTheRectangle) {
    for (const Rect& domain : kCompositingDomains)
        for (const bool dilate : {true, false}) {
            const Picture input = random_picture(domain, 3);
            const auto outputs =
                run(effect("erode-dilate", {{"operation", dilate ? "dilate" : "erode"},
                                            {"radius", "3"},
                                            {"radius-y", "1"}}),
                    {&input});
            ASSERT_EQ(outputs.size(), 1u);
            expect_picture(
                outputs[0],
                [&](int x, int y, int p) {
                    double extreme = sample(input, x, y, p);
                    for (int dy = -1; dy <= 1; ++dy)
                        for (int dx = -3; dx <= 3; ++dx) {
                            const double v = sample(input, x + dx, y + dy, p);
                            if (dilate ? v > extreme : v < extreme) extreme = v;
                        }
                    return extreme;
                },
                0);
        }
}

/// A Gaussian of sigma 2, cut off at three sigmas and normalised, along both axes.
Field blur(const Field& field) {
    std::vector<double> weights;
    double sum = 0;
    for (int i = -6; i <= 6; ++i) {
        weights.push_back(std::exp(-i * i / 8.0));
        sum += weights.back();
    }
    for (double& w : weights) w /= sum;
    return filter(filter(field, eHorizontal, weights), eVertical, weights);
}

TEST(Glow, AddsBlurredHighlights) {
    for (const int planes : {1, 2, 3, 4}) {
        const Picture input = random_picture(kCompositingDomains[0], planes);
        const int alpha = planes == 2 ? 1 : planes == 4 ? 3 : -1;
        const auto outputs = run(effect("glow", {{"threshold", "0.5"},
                                                 {"softness", "0.4"},
                                                 {"sigma", "2"},
                                                 {"brightness", "1.5,0.5,2"}}),
                                 {&input});
        ASSERT_EQ(outputs.size(), 1u);
        ASSERT_EQ(outputs[0].planes(), planes);
        const double tint[] = {1.5, 0.5, 2};
        for (int p = 0; p < planes; ++p) {
            const Field shine = blur(Field(input.domain(), [&](int x, int y) {
                const double luminance = planes < 3 ? input.at(x, y, 0)
                                                    : 0.2126 * input.at(x, y, 0) +
                                                          0.7152 * input.at(x, y, 1) +
                                                          0.0722 * input.at(x, y, 2);
                const double t = std::clamp((luminance - 0.5) / 0.4, 0.0, 1.0);
                return (3 * t * t - 2 * t * t * t) * input.at(x, y, p);
            }));
            const Rect d = input.domain();
            for (int y = d.y0; y < d.y1; ++y)
                for (int x = d.x0; x < d.x1; ++x) {
                    const double b = input.at(x, y, p), s = shine.at(x, y);
                    const double expected = p == alpha ? s + b - s * b : tint[p] * s + b;
                    ASSERT_NEAR(outputs[0].at(x, y, p), expected, 1e-5)
                        << x << " " << y << " " << p;
                }
        }
    }
}

TEST(Glow, LeavesOpaquePicturesOpaqueAndDarkOnesAlone) {
    const Picture bright = flat_picture(kCompositingDomains[0], 4, 1.0f);
    const auto opaque = run(find_effect("glow")->build(), {&bright});
    ASSERT_EQ(opaque.size(), 1u);
    expect_picture(opaque[0], [](int, int, int p) { return p == 3 ? 1.0 : 2.0; });
    const Picture dark = flat_picture(kCompositingDomains[0], 4, 0.5f);
    const auto same = run(find_effect("glow")->build(), {&dark});
    ASSERT_EQ(same.size(), 1u);
    EXPECT_EQ(count_differences(same[0], dark), 0);
}

TEST(Filters, FadeIntoTheirOriginalUnderItsChannels) {
    const Picture input = random_picture(kCompositingDomains[0], 4);
    for (const char* name : {"box-blur", "gaussian-blur", "gaussian-boxes", "defocus", "sharpen",
                             "median", "directional-blur", "erode-dilate", "recursive-gaussian"}) {
        SCOPED_TRACE(name);
        const auto whole = run(effect(name, {}), {&input});
        const auto none = run(effect(name, {{"mix", "0"}}), {&input});
        const auto masked = run(effect(name, {{"mix", "0.75"}, {"mask", "green"}}), {&input});
        ASSERT_TRUE(whole.size() == 1 && none.size() == 1 && masked.size() == 1);
        EXPECT_GT(count_differences(whole[0], input), 0);
        EXPECT_EQ(count_differences(none[0], input), 0);
        expect_picture(masked[0], [&](int x, int y, int p) {
            const double amount = 0.75 * std::clamp<double>(input.at(x, y, 1), 0, 1);
            return (1 - amount) * input.at(x, y, p) + amount * whole[0].at(x, y, p);
        });

        const Picture mask = random_picture(kCompositingDomains[0], 1, 7);
        const auto under = run(*with_inputs(effect(name, {{"mix", "0.75"}, {"invert", "1"}}),
                                            builtin_library(), {"mask"}),
                               {&input, &mask});
        ASSERT_EQ(under.size(), 1u);
        expect_picture(under[0], [&](int x, int y, int p) {
            const double amount = 0.75 * (1 - std::clamp<double>(mask.at(x, y, 0), 0, 1));
            return (1 - amount) * input.at(x, y, p) + amount * whole[0].at(x, y, p);
        });
    }
}

/// Of an effect that has neither mix nor mask, and of a functor alone.
TEST(WithMix, GivesAnyEffectAMixAndAMask) {
    const Library library = builtin_library();
    const Picture input = random_picture(kCompositingDomains[0], 3),
                  mask = random_picture(kCompositingDomains[0], 4, 5);
    for (const Graph& graph : {find_effect("degrain")->build(), graph_of(*library.find("Invert")),
                               graph_of(*library.find("Luminance"))}) {
        SCOPED_TRACE(graph.name);
        Result<Graph> mixed = with_mix(graph, library);
        ASSERT_TRUE(mixed) << mixed.error().message;
        const auto whole = run(graph, {&input}), same = run(*mixed, {&input});
        ASSERT_TRUE(whole.size() == 1 && same.size() == 1);
        const auto filtered = [&](int x, int y, int p) -> double {
            return whole[0].at(x, y, whole[0].planes() == 1 ? 0 : p);
        };
        expect_picture(same[0], filtered, 0);
        ASSERT_TRUE(set_parameter(*mixed, library, "mix", "0.5"));
        const auto under = run(*with_inputs(*mixed, library, {"mask"}), {&input, &mask});
        ASSERT_EQ(under.size(), 1u);
        expect_picture(under[0], [&](int x, int y, int p) {
            const double amount = 0.5 * std::clamp<double>(mask.at(x, y, 3), 0, 1);
            return (1 - amount) * input.at(x, y, p) + amount * filtered(x, y, p);
        });
        EXPECT_EQ(*with_mix(*mixed, library), *mixed);
    }
}

TEST(WithMix, Refusals) {
    const Library library = builtin_library();
    const auto why = [&](const Graph& graph) {
        const Result<Graph> mixed = with_mix(graph, library);
        return mixed ? std::string() : mixed.error().message;
    };
    EXPECT_EQ(why(graph_of(*library.find("Noise"))),
              "\"Noise\" takes no picture that its result could be mixed with");
    EXPECT_EQ(why(graph_of(*library.find("DWT1D"))),
              "\"DWT1D\" has several outputs: only one can be mixed");
    EXPECT_EQ(why(graph_of(*library.find("KeyMix"))),
              "\"KeyMix\" has an input of its own that is named mask: give it with the others");
}

}  // namespace
}  // namespace weft::test
