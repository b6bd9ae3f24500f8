// What moves, mixes and masks channels: shuffle, key mix, premultiplication.
#include <limits>

#include "effects/record_filter_mix.h"
#include "graph/choose_inputs.h"
#include "pixel/channel_copy.h"
#include "pixel/filter_mix.h"
#include "pixel/key_mix.h"
#include "pixel/matte.h"
#include "pixel/premultiply.h"
#include "pixel/shuffle.h"
#include "pixel/unpremultiply.h"
#include "pixels.h"

namespace weft::test {
namespace {

using namespace functors;

/// A picture over another, with a mask that may be left out.
Graph mixed_graph() {
    GraphBuilder build("mixed");
    const Image original = build.input("original"), filtered = build.input("filtered");
    effects::record_filter_mix(build, original, filtered);
    return build.finish();
}

TEST(Premultiply, MultipliesColoursByAlpha) {
    const std::pair<Pixel, std::vector<double>> rows[] = {
        {{0.5f, 1.0f, -2.0f, 0.25f}, {0.125, 0.25, -0.5, 0.25}},
        {{0.5f, 1.0f, -2.0f, 0.0f}, {0, 0, 0, 0}},
        {{0.5f, 1.0f, -2.0f, 1.5f}, {0.75, 1.5, -3, 1.5}},
        {{0.5f, 0.25f}, {0.125, 0.25}},
        {{0.5f}, {0.5}},
        {{0.5f, 0.6f, 0.7f}, {0.5, 0.6, 0.7}},
        {{0.5f, 1.0f, 2.0f, 0.5f, 9.0f}, {0.25, 0.5, 1, 0.5, 9}},
    };
    for (const auto& [pixel, expected] : rows)
        expect_pixel(apply(Premultiply(), {pixel}), expected);
}

TEST(Unpremultiply, DividesColoursByAlphaUnlessItIsZero) {
    const std::pair<Pixel, std::vector<double>> rows[] = {
        {{0.125f, 0.25f, -0.5f, 0.25f}, {0.5, 1, -2, 0.25}},
        {{0.125f, 0.25f, -0.5f, 0.0f}, {0.125, 0.25, -0.5, 0}},
        {{0.75f, 1.5f, -3.0f, 1.5f}, {0.5, 1, -2, 1.5}},
        {{0.75f, 1.5f, -3.0f, -0.5f}, {-1.5, -3, 6, -0.5}},
        {{0.125f, 0.25f}, {0.5, 0.25}},
        {{0.5f}, {0.5}},
        {{0.5f, 0.6f, 0.7f}, {0.5, 0.6, 0.7}},
        {{0.25f, 0.5f, 1.0f, 0.5f, 9.0f}, {0.5, 1, 2, 0.5, 9}},
    };
    for (const auto& [pixel, expected] : rows)
        expect_pixel(apply(Unpremultiply(), {pixel}), expected);
}

TEST(Matte, PutsAnAlphaToColours) {
    const Pixel rgba{0.1f, 0.2f, 0.3f, 0.4f, 9.0f}, rgb{0.5f, 0.6f, 0.7f}, grey{0.8f},
        grey_alpha{0.9f, 0.25f};
    expect_pixel(apply(Matte(), {rgba, grey}), {0.1, 0.2, 0.3, 0.8});
    expect_pixel(apply(Matte(), {rgb, grey}), {0.5, 0.6, 0.7, 0.8});
    expect_pixel(apply(Matte(), {grey, grey}), {0.8, 0.8, 0.8, 0.8});
    expect_pixel(apply(Matte(), {grey, rgba}), {0.8, 0.8, 0.8, 0.4});
    expect_pixel(apply(Matte(), {rgb, rgb}), {0.5, 0.6, 0.7, 1});
    expect_pixel(apply(Matte(), {rgb, grey_alpha}), {0.5, 0.6, 0.7, 0.25});
    expect_pixel(apply(Matte(), {grey_alpha, grey}), {0.9, 0.9, 0.9, 0.8});
    expect_pixel(apply(Matte(3), {rgba, grey}), {0.1, 0.2, 0.3});
    expect_pixel(apply(Matte(3), {grey, grey}), {0.8, 0.8, 0.8});
}

TEST(Shuffle, FillsEveryPlaneFromAnyChannel) {
    const Pixel a{0.1f, 0.2f, 0.3f, 0.4f}, b{0.5f, 0.6f, 0.7f, 0.8f};
    const double of[] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0, 1};
    for (int i = 0; i < 10; ++i) {
        const auto next = [&](int by) { return (i + by) % 10; };
        const auto channel = [&](int by) { return static_cast<Shuffle::Channel>(next(by)); };
        expect_pixel(apply(Shuffle(channel(0), channel(3), channel(4), channel(7)), {a, b}),
                     {of[next(0)], of[next(3)], of[next(4)], of[next(7)]}, 1e-7);
    }
}

TEST(Shuffle, TakesMissingChannelsForWhatTheyMean) {
    const Pixel grey{0.25f}, veil{0.25f, 0.5f}, colour{0.1f, 0.2f, 0.3f};
    const Pixel deep{0.1f, 0.2f, 0.3f, 0.4f, 5.0f, 6.0f};
    const Shuffle all_of_b(Shuffle::eRedB, Shuffle::eGreenB, Shuffle::eBlueB, Shuffle::eAlphaB);
    expect_pixel(apply(all_of_b, {deep, grey}), {0.25, 0.25, 0.25, 1, 5, 6});
    expect_pixel(apply(all_of_b, {deep, veil}), {0.25, 0.25, 0.25, 0.5, 5, 6});
    expect_pixel(apply(all_of_b, {deep, colour}), {0.1, 0.2, 0.3, 1, 5, 6});
    expect_pixel(apply(all_of_b, {veil, deep}), {0.1, 0.2, 0.3, 0.4, 0, 0});
    // A matte of one plane becomes the alpha of a picture that has one.
    expect_pixel(apply(Shuffle(Shuffle::eRedA, Shuffle::eGreenA, Shuffle::eBlueA, Shuffle::eRedB),
                       {{0.1f, 0.2f, 0.3f, 1.0f}, {0.75f}}),
                 {0.1, 0.2, 0.3, 0.75});
    // Of a grey result red is the grey, and alpha stays alpha.
    expect_pixel(
        apply(Shuffle(Shuffle::eWhite, Shuffle::eGreenA, Shuffle::eBlueA, Shuffle::eAlphaB),
              {grey, veil}),
        {1, 0.5});
}

TEST(KeyMix, ShowsTheFirstPictureThroughTheMatte) {
    const Rect domain{-3, 2, 14, 9};
    const Picture a = random_picture(domain, 4, 1), b = random_picture(domain, 4, 2);
    for (const int planes : {1, 2, 3, 4}) {
        const Picture mask = random_picture(domain, planes, 3);  // some of it beyond 0 and 1
        const int matte = planes == 4 ? 3 : planes == 2 ? 1 : 0;
        for (const bool invert : {false, true}) {
            const auto outputs = run(KeyMix(invert, 0.75f), {&a, &b, &mask});
            ASSERT_EQ(outputs.size(), 1u);
            expect_picture(outputs[0], [&](int x, int y, int p) {
                double m = std::min(1.0, std::max(0.0, double{mask.at(x, y, matte)}));
                m = 0.75 * (invert ? 1 - m : m);
                return m * a.at(x, y, p) + (1 - m) * b.at(x, y, p);
            });
        }
    }
}

TEST(KeyMix, IsDefinedForOddPictures) {
    const Pixel a{1.0f}, b{0.0f, 0.25f, 0.5f};
    expect_pixel(apply(KeyMix(), {a, b, {kNaN}}), {0, 0.25, 0.5});
    expect_pixel(apply(KeyMix(true), {a, b, {kNaN}}), {1, 1, 1});
    expect_pixel(apply(KeyMix(), {a, b, {std::numeric_limits<float>::infinity()}}), {1, 1, 1});
    // The mask has most planes: what the pictures lack is opaque, then 0.
    expect_pixel(apply(KeyMix(), {a, b, {0.0f, 0.0f, 0.0f, 0.5f, 8.0f}}), {0.5, 0.625, 0.75, 1, 0});
}

TEST(ChannelCopy, TakesTheChosenPlanesFromB) {
    const Pixel a{1, 2, 3, 4, 5}, b{11, 12, 13, 14, 15};
    // The choice of red, green, blue, alpha and others, as bits from the left.
    for (int chosen = 0; chosen < 32; ++chosen) {
        const auto bit = [&](int i) { return (chosen >> i & 1) != 0; };
        const Pixel result = apply(ChannelCopy(bit(0), bit(1), bit(2), bit(3), bit(4)), {a, b});
        std::vector<double> expected;
        for (int p = 0; p < 5; ++p) expected.push_back(p + (bit(p) ? 11 : 1));
        expect_pixel(result, expected, 0);
    }
}

TEST(ChannelCopy, FillsInWhatAPictureLacks) {
    const Pixel grey{7}, veil{7, 0.5f}, rgb{1, 2, 3}, rgba{1, 2, 3, 0.25f}, deep{1, 2, 3, 0.25f, 9};
    expect_pixel(apply(ChannelCopy(), {rgb, rgba}), {1, 2, 3, 0.25}, 0);  // an alpha for A
    expect_pixel(apply(ChannelCopy(), {rgba, rgb}), {1, 2, 3, 1}, 0);     // B is opaque
    expect_pixel(apply(ChannelCopy(), {rgba, grey}), {1, 2, 3, 1}, 0);
    expect_pixel(apply(ChannelCopy(), {rgba, veil}), {1, 2, 3, 0.5}, 0);
    expect_pixel(apply(ChannelCopy(false, true, false), {rgba, veil}), {1, 7, 3, 0.5}, 0);
    expect_pixel(apply(ChannelCopy(true, false, false, false), {veil, grey}), {7, 0.5}, 0);
    expect_pixel(apply(ChannelCopy(false, false, false, false, true), {deep, rgba}),
                 {1, 2, 3, 0.25, 0}, 0);
    expect_pixel(apply(ChannelCopy(false, false, false, true, false), {rgba, deep}),
                 {1, 2, 3, 0.25, 0}, 0);
    expect_pixel(apply(ChannelCopy(false, false, true, false), {grey, rgb}), {7, 7, 3}, 0);
}

TEST(FilterMix, FadesUnderAChannelOfTheMask) {
    const Pixel before{0.25f, 0.5f, 0.75f, 0.125f}, after{1, 2, 3, 4};
    const Pixel mask{0.875f, 0.375f, 0.0f, 0.625f};
    const double luminance = 0.2126 * 0.875 + 0.7152 * 0.375;
    // automatic, none, luminance, red, green, blue, alpha; of the original none by itself
    const double own[] = {1, 1, luminance, 0.875, 0.375, 0, 0.625};
    for (int channel = 0; channel < 7; ++channel)
        for (const bool masked : {false, true})
            for (const bool invert : {false, true})
                for (const float mix : {0.0f, 0.4f, 1.0f}) {
                    const double m = channel == 0 && masked ? 0.625 : own[channel];
                    const double amount = mix * (invert ? 1 - m : m);
                    std::vector<double> expected;
                    for (std::size_t p = 0; p < 4; ++p)
                        expected.push_back(before[p] + amount * (after[p] - before[p]));
                    const FilterMix functor(mix, static_cast<FilterMix::Channel>(channel), invert,
                                            masked);
                    expect_pixel(apply(functor, {before, after, mask}), expected);
                }
}

TEST(FilterMix, TakesWhatTheMaskHas) {
    const auto amount = [](const Pixel& mask) {
        return apply(FilterMix(1, FilterMix::eAutomatic, false, true), {{0}, {1}, mask}).at(0);
    };
    EXPECT_EQ(amount({0.25f}), 0.25f);
    EXPECT_EQ(amount({0.25f, 0.5f}), 0.5f);
    EXPECT_NEAR(amount({0.25f, 0.5f, 1.0f}), 0.2126 * 0.25 + 0.7152 * 0.5 + 0.0722, 1e-6);
    EXPECT_EQ(amount({0.25f, 0.5f, 1.0f, 0.75f}), 0.75f);
}

TEST(FilterMix, IsDefinedEverywhere) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    // What is mixed away does not show.
    expect_pixel(apply(FilterMix(1), {{kNaN, kInfinity, 1}, {1, 2, 3}, {0}}), {1, 2, 3}, 0);
    expect_pixel(apply(FilterMix(0), {{1, 2, 3}, {kNaN, kInfinity, 1}, {0}}), {1, 2, 3}, 0);
    // Masks are kept within 0 and 1; a NaN is 0, no alpha is 1, and grey is every colour.
    const auto through = [](FilterMix::Channel channel, float mix, const Pixel& mask) {
        return apply(FilterMix(mix, channel), {{2, 2}, {4, 4}, mask}).at(0);
    };
    EXPECT_EQ(through(FilterMix::eAlpha, 1, {2, 7}), 4);
    EXPECT_EQ(through(FilterMix::eAlpha, 1, {2, -7}), 2);
    EXPECT_EQ(through(FilterMix::eAlpha, 1, {2, kNaN}), 2);
    EXPECT_EQ(through(FilterMix::eAlpha, 1, {2, 0.5f}), 3);
    EXPECT_EQ(through(FilterMix::eAlpha, 0.5f, {2}), 3);
    EXPECT_EQ(through(FilterMix::eBlue, 1, {0.25f}), 2.5);
    EXPECT_EQ(through(FilterMix::eLuminance, 1, {0.25f}), 2.5);
    // A picture of fewer planes counts as it does in a merge.
    expect_pixel(apply(FilterMix(0.5f), {{1, 2, 3, 0.5f}, {3}, {0}}), {2, 2.5, 3, 0.75}, 0);
}

TEST(FilterMix, MasksAreZeroBeyondTheirEdgesAndDoNotCountForSizes) {
    const Picture original = flat_picture({0, 0, 6, 5}, 2, 1.0f),
                  filtered = flat_picture({0, 0, 6, 5}, 2, 3.0f);
    const Graph graph = *with_inputs(mixed_graph(), builtin_library(), {"mask"});
    for (const Rect& domain : {Rect{2, 1, 4, 9}, Rect{-3, -3, 20, 20}, Rect{6, 5, 8, 8}}) {
        const Picture mask = flat_picture(domain, 3, 0.5f);
        const std::vector<Picture> outputs = run(graph, {&original, &filtered, &mask});
        ASSERT_EQ(outputs.size(), 1u);
        EXPECT_EQ(outputs[0].domain(), original.domain());
        EXPECT_EQ(outputs[0].planes(), 2);
        expect_picture(outputs[0],
                       [&](int x, int y, int) { return domain.contains(x, y) ? 2.0 : 1.0; });
    }
}

}  // namespace
}  // namespace weft::test
