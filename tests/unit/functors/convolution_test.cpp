// Neighbourhood filters against plain double loops, over all borders and small domains.
#include "harness.h"
#include "neighbourhood/convolution2d.h"
#include "neighbourhood/disc_scatter.h"
#include "neighbourhood/gaussian.h"
#include "neighbourhood/separable_convolution.h"
#include "neighbourhood/sparse_convolution.h"

namespace weft::test {
namespace {

using namespace functors;

/// A weight and where it reads.
struct Tap {
    int x, y;
    double weight;
};

double total(const std::vector<Tap>& taps) {
    double sum = 0;
    for (const Tap& tap : taps) sum += tap.weight;
    return sum;
}

/// Expects `functor` to be the weighted sum over `taps` for every domain and border.
template <class F>
void expect_filter(const F& functor, const std::vector<Tap>& taps) {
    for (const Rect& domain : domains())
        for (const Border& border : borders()) {
            SCOPED_TRACE("border mode " + std::to_string(border.mode));
            const Picture input = random_picture(domain, 2);
            const auto outputs = run(functor, {&input}, border);
            ASSERT_EQ(outputs.size(), 1u);
            expect_picture(outputs[0], [&](int x, int y, int p) {
                double sum = 0;
                for (const Tap& tap : taps)
                    sum += tap.weight * sample(input, x + tap.x, y + tap.y, p, border);
                return sum;
            });
        }
}

/// Taps along an axis from a list of weights, element n/2 at the centre.
std::vector<Tap> along(Axis axis, const std::vector<double>& weights) {
    std::vector<Tap> taps;
    for (int i = 0; i < static_cast<int>(weights.size()); ++i) {
        const int d = i - static_cast<int>(weights.size()) / 2;
        taps.push_back({axis == eHorizontal ? d : 0, axis == eVertical ? d : 0,
                        weights[static_cast<std::size_t>(i)]});
    }
    return taps;
}

TEST(SeparableConvolution, WeighsInThePicturesOrder) {
    for (const Axis axis : {eHorizontal, eVertical}) {
        expect_filter(SeparableConvolution(axis, {5, {0.1f, -0.2f, 0.5f, 0.4f, 0.3f}}),
                      along(axis, {0.1, -0.2, 0.5, 0.4, 0.3}));
        expect_filter(SeparableConvolution(axis), along(axis, {0.25, 0.5, 0.25}));
    }
}

TEST(SeparableConvolution, EvenListsLeanToTheLeft) {
    expect_filter(SeparableConvolution(eHorizontal, {4, {0.1f, 0.2f, 0.3f, 0.4f}}),
                  {{-2, 0, 0.1}, {-1, 0, 0.2}, {0, 0, 0.3}, {1, 0, 0.4}});
}

TEST(SeparableConvolution, NormalisesUnlessTheSumIsZero) {
    expect_filter(SeparableConvolution(eVertical, {3, {1.0f, 2.0f, 5.0f}}, true),
                  along(eVertical, {0.125, 0.25, 0.625}));
    expect_filter(SeparableConvolution(eVertical, {3, {-1.0f, 0.0f, 1.0f}}, true),
                  along(eVertical, {-1, 0, 1}));
}

TEST(SeparableConvolution, EmptyListIsBlack) {
    expect_filter(SeparableConvolution(eHorizontal, {0, {}}), {});
}

TEST(Convolution2D, WeighsRowByRow) {
    FloatList<289> weights;
    std::vector<Tap> taps;
    for (int y = -1; y <= 1; ++y)
        for (int x = -2; x <= 2; ++x) {
            const float w = 0.1f * static_cast<float>(x) - 0.07f * static_cast<float>(y) + 0.02f;
            weights.values[weights.count++] = w;
            taps.push_back({x, y, w});
        }
    expect_filter(Convolution2D(2, 1, weights), taps);
    const double sum = total(taps);
    for (Tap& tap : taps) tap.weight /= sum;
    expect_filter(Convolution2D(2, 1, weights, true), taps);
}

TEST(Convolution2D, MissingWeightsAreZeroAndExtraOnesUnread) {
    expect_filter(Convolution2D(1, 1, {2, {0.5f, 0.25f}}), {{-1, -1, 0.5}, {0, -1, 0.25}});
    expect_filter(Convolution2D(0, 0, {3, {0.5f, 7.0f, 7.0f}}, true), {{0, 0, 1.0}});
}

TEST(SparseConvolution, WeighsTheListedOffsets) {
    const OffsetList offsets({{0, 0}, {-9, 4}, {3, -11}, {2, 0}, {2, 0}});
    expect_filter(SparseConvolution(offsets, {5, {0.5f, 0.25f, -0.5f, 0.1f, 0.2f}}, false),
                  {{0, 0, 0.5}, {-9, 4, 0.25}, {3, -11, -0.5}, {2, 0, 0.1}, {2, 0, 0.2}});
}

TEST(SparseConvolution, NormalisesAndWeighsAlikeByDefault) {
    const OffsetList offsets({{-9, 4}, {3, -11}, {5, 5}, {0, 1}});
    expect_filter(SparseConvolution(offsets),
                  {{-9, 4, 0.25}, {3, -11, 0.25}, {5, 5, 0.25}, {0, 1, 0.25}});
    expect_filter(SparseConvolution(offsets, {2, {3.0f, 1.0f}}), {{-9, 4, 0.75}, {3, -11, 0.25}});
}

TEST(Gaussian, FollowsTheBellCurve) {
    for (const Axis axis : {eHorizontal, eVertical}) {
        expect_filter(Gaussian(axis, 1.5f, 3, false), along(axis, gaussian_weights(1.5, 3, false)));
        expect_filter(Gaussian(axis, 1.5f, 3, true), along(axis, gaussian_weights(1.5, 3, true)));
    }
}

TEST(Gaussian, RadiusFollowsSigma) {
    expect_filter(Gaussian(eHorizontal, 2.1f), along(eHorizontal, gaussian_weights(2.1, 7, true)));
    expect_filter(Gaussian(eHorizontal, 0.3f), along(eHorizontal, gaussian_weights(0.3, 1, true)));
}

TEST(Gaussian, SigmaOfZeroChangesNothing) {
    expect_filter(Gaussian(eVertical, 0.0f), {{0, 0, 1.0}});
    expect_filter(Gaussian(eVertical, 0.0f, 4, false), {{0, 0, 1.0}});
    expect_filter(Gaussian(eVertical, 1.0e-40f, 4, false), {{0, 0, 1.0}});
    expect_filter(Gaussian(eVertical, 1.0e-40f), {{0, 0, 1.0}});
}

TEST(Gaussian, LargestSigmaStaysWithinItsRadius) {
    const Picture input = flat_picture({0, 0, 40, 3}, 1, 0.5f);
    const auto outputs = run(Gaussian(eHorizontal, 64.0f), {&input});
    ASSERT_EQ(outputs.size(), 1u);
    expect_picture(outputs[0], [](int, int, int) { return 0.5; }, 1e-5);
}

TEST(DiscScatter, AveragesASunflowersPoints) {
    const double golden_angle = std::acos(-1.0) * (3 - std::sqrt(5.0));
    std::vector<Tap> taps;
    for (int i = 0; i < 17; ++i) {
        const double distance = 6.5 * std::sqrt((i + 0.5) / 17);
        taps.push_back({static_cast<int>(std::lround(distance * std::cos(i * golden_angle))),
                        static_cast<int>(std::lround(distance * std::sin(i * golden_angle))),
                        1.0 / 17});
    }
    expect_filter(DiscScatter(6.5f, 17), taps);
}

TEST(DiscScatter, RadiusOfZeroChangesNothing) {
    expect_filter(DiscScatter(0.0f, 8), {{0, 0, 1.0}});
}

}  // namespace
}  // namespace weft::test
