// Functors that see all planes of a pixel.
#include "harness.h"
#include "pixel/luminance.h"
#include "pixel/unsharp_mask.h"

namespace weft::test {
namespace {

using namespace functors;

constexpr Rect kPixelsDomain{4, -1, 13, 6};

TEST(Luminance, WeighsThreePlanes) {
    for (const int planes : {3, 4, 5}) {
        const Picture input = random_picture(kPixelsDomain, planes);
        const auto outputs = run(Luminance(0.2f, -0.5f, 0.9f), {&input});
        ASSERT_EQ(outputs.size(), 1u);
        ASSERT_EQ(outputs[0].planes(), 1);
        expect_picture(outputs[0], [&](int x, int y, int) {
            return 0.2 * input.at(x, y, 0) - 0.5 * input.at(x, y, 1) + 0.9 * input.at(x, y, 2);
        });
    }
}

TEST(Luminance, DefaultWeightsAddUpToOne) {
    const Picture input = flat_picture(kPixelsDomain, 3, 0.75f);
    const auto outputs = run(Luminance(), {&input});
    ASSERT_EQ(outputs.size(), 1u);
    expect_picture(outputs[0], [](int, int, int) { return 0.75; });
}

TEST(Luminance, TakesTheFirstOfFewerPlanes) {
    for (const int planes : {1, 2}) {
        const Picture input = random_picture(kPixelsDomain, planes);
        const auto outputs = run(Luminance(), {&input});
        ASSERT_EQ(outputs.size(), 1u);
        ASSERT_EQ(outputs[0].planes(), 1);
        expect_picture(outputs[0], [&](int x, int y, int) { return input.at(x, y, 0); }, 0.0);
    }
}

TEST(UnsharpMask, ScalesColoursAndKeepsOtherPlanes) {
    for (const int planes : {1, 2, 3, 4, 5}) {
        const Picture input = random_picture(kPixelsDomain, planes, 1);
        const Picture blurred = random_picture(kPixelsDomain, 1, 3);
        Picture grey = random_picture(kPixelsDomain, 1, 2);
        for (int y = kPixelsDomain.y0; y < kPixelsDomain.y1; ++y)
            for (int x = kPixelsDomain.x0; x < kPixelsDomain.x1; ++x) grey.at(x, y, 0) += 0.5f;
        const auto outputs = run(UnsharpMask(0.7f), {&input, &grey, &blurred});
        ASSERT_EQ(outputs.size(), 1u);
        ASSERT_EQ(outputs[0].planes(), planes);
        expect_picture(outputs[0], [&](int x, int y, int p) {
            const bool colour = planes < 3 ? p == 0 : p < 3;
            const double g = grey.at(x, y, 0), b = blurred.at(x, y, 0);
            return colour ? input.at(x, y, p) * (g + 0.7 * (g - b)) / g : input.at(x, y, p);
        });
    }
}

TEST(UnsharpMask, BlackStaysBlack) {
    const Picture black = flat_picture(kPixelsDomain, 3, 0.0f),
                  grey = flat_picture(kPixelsDomain, 1, 0.0f);
    const Picture blurred = flat_picture(kPixelsDomain, 1, 0.5f);
    const auto outputs = run(UnsharpMask(), {&black, &grey, &blurred});
    ASSERT_EQ(outputs.size(), 1u);
    EXPECT_EQ(count_differences(outputs[0], black), 0);
}

}  // namespace
}  // namespace weft::test
