// What is learnt of whole pictures against sums done in doubles, in the order of reading.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "harness.h"
#include "statistics/average.h"
#include "statistics/byte_luma.h"
#include "statistics/cell_averages.h"
#include "statistics/cumulative_share.h"
#include "statistics/extremes.h"
#include "statistics/histogram.h"
#include "statistics/stretch.h"
#include "statistics/variance.h"

namespace weft::test {
namespace {

using namespace functors;

/// One pixel; narrower and wider than a leaf of the reduction's tree; several leaves either way.
const std::vector<Rect> kStatisticsDomains = {{0, 0, 1, 1},     {5, -3, 12, 1},  {0, 0, 3, 40},
                                              {-300, 7, 1, 25}, {0, 0, 256, 16}, {0, 0, 257, 17},
                                              {-9, -9, 600, 70}};

void for_pixels(const Picture& picture, const std::function<void(int, int)>& visit) {
    const Rect d = picture.domain();
    for (int y = d.y0; y < d.y1; ++y)
        for (int x = d.x0; x < d.x1; ++x) visit(x, y);
}

double mean_of(const Picture& picture, int plane) {
    double sum = 0;
    for_pixels(picture, [&](int x, int y) { sum += picture.at(x, y, plane); });
    return sum / static_cast<double>(picture.domain().area());
}

TEST(Average, IsTheMeanOfEachPlane) {
    for (const Rect& domain : kStatisticsDomains) {
        const Picture picture = random_picture(domain, 3);
        const auto outputs = run(Average(), {&picture});
        ASSERT_EQ(outputs.size(), 1u);
        ASSERT_EQ(outputs[0].domain(), (Rect{0, 0, 1, 1}));
        ASSERT_EQ(outputs[0].planes(), 3);
        expect_picture(outputs[0], [&](int, int, int p) { return mean_of(picture, p); }, 1e-6);
    }
}

/// Added one by one, floats would stop growing at 2^24; a tree of pairs keeps them exact.
TEST(Average, OfManyElementsLosesNothing) {
    const Picture picture = flat_picture({0, 0, 5000, 4000}, 1, 1.0f);
    const auto outputs = run(Average(), {&picture});
    ASSERT_EQ(outputs.size(), 1u);
    EXPECT_EQ(outputs[0].at(0, 0, 0), 1.0f);
}

TEST(Average, OfNaNIsNaN) {
    Picture picture = flat_picture({0, 0, 300, 20}, 2, 0.5f);
    picture.at(299, 19, 1) = kNaN;
    const auto outputs = run(Average(), {&picture});
    ASSERT_EQ(outputs.size(), 1u);
    EXPECT_EQ(outputs[0].at(0, 0, 0), 0.5f);
    EXPECT_TRUE(std::isnan(outputs[0].at(0, 0, 1)));
}

TEST(Variance, IsTheMeanSquareAboutTheMean) {
    for (const Rect& domain : kStatisticsDomains) {
        Picture picture = random_picture(domain, 2);
        // Far from zero: squares less the square of the mean would have no digits left.
        for_pixels(picture, [&](int x, int y) { picture.at(x, y, 1) += 4000.0f; });
        const auto means = run(Average(), {&picture});
        ASSERT_EQ(means.size(), 1u);
        const auto outputs = run(Variance(), {&picture, &means[0]});
        ASSERT_EQ(outputs.size(), 1u);
        expect_picture(
            outputs[0],
            [&](int, int, int p) {
                const double mean = mean_of(picture, p);
                double sum = 0;
                for_pixels(picture, [&](int x, int y) {
                    sum += (picture.at(x, y, p) - mean) * (picture.at(x, y, p) - mean);
                });
                return sum / static_cast<double>(domain.area());
            },
            2e-6);
    }
}

TEST(Extremes, AreTheLeastAndTheGreatest) {
    for (const Rect& domain : kStatisticsDomains) {
        Picture picture = random_picture(domain, 2);
        picture.at(domain.x1 - 1, domain.y1 - 1, 1) = -kInfinity;
        const auto outputs = run(Extremes(), {&picture});
        ASSERT_EQ(outputs.size(), 2u);
        for (int p = 0; p < 2; ++p) {
            float low = picture.at(domain.x0, domain.y0, p), high = low;
            for_pixels(picture, [&](int x, int y) {
                low = std::min(low, picture.at(x, y, p));
                high = std::max(high, picture.at(x, y, p));
            });
            EXPECT_EQ(outputs[0].at(0, 0, p), low);
            EXPECT_EQ(outputs[1].at(0, 0, p), high);
        }
    }
}

TEST(Extremes, PassOverNaN) {
    Picture picture = flat_picture({0, 0, 20, 3}, 2, kNaN);
    picture.at(7, 1, 1) = 3.0f;
    const auto outputs = run(Extremes(), {&picture});
    ASSERT_EQ(outputs.size(), 2u);
    EXPECT_EQ(outputs[0].at(0, 0, 0), 0.0f);
    EXPECT_EQ(outputs[1].at(0, 0, 0), 0.0f);
    EXPECT_EQ(outputs[0].at(0, 0, 1), 3.0f);
    EXPECT_EQ(outputs[1].at(0, 0, 1), 3.0f);
}

TEST(Histogram, CountsEveryElementOnce) {
    for (const Rect& domain : kStatisticsDomains)
        for (const int bins : {1, 10, 256}) {
            Picture picture = random_picture(domain, 2);
            picture.at(domain.x0, domain.y0, 0) = kNaN;
            picture.at(domain.x1 - 1, domain.y1 - 1, 1) = kInfinity;
            const auto outputs = run(Histogram(bins, 0.0f, 1.0f), {&picture});
            ASSERT_EQ(outputs.size(), 1u);
            ASSERT_EQ(outputs[0].domain(), (Rect{0, 0, bins, 1}));
            for (int p = 0; p < 2; ++p) {
                std::map<int, int> counts;
                for_pixels(picture, [&](int x, int y) {
                    const float v = picture.at(x, y, p);
                    if (std::isnan(v)) return;
                    ++counts[v <= 0.0f   ? 0
                             : v >= 1.0f ? bins - 1
                                         : static_cast<int>(v * static_cast<float>(bins))];
                });
                for (int i = 0; i < bins; ++i)
                    EXPECT_EQ(outputs[0].at(i, 0, p), static_cast<float>(counts[i])) << i;
            }
        }
}

TEST(Histogram, WithoutARangeTellsWhatIsAbove) {
    Picture picture = flat_picture({0, 0, 5, 1}, 1, 0.5f);
    picture.at(0, 0, 0) = 0.7f;
    const auto outputs = run(Histogram(4, 0.6f, 0.6f), {&picture});
    ASSERT_EQ(outputs.size(), 1u);
    EXPECT_EQ(outputs[0].at(0, 0, 0), 4.0f);
    EXPECT_EQ(outputs[0].at(3, 0, 0), 1.0f);
}

TEST(CellAverages, CoverThePicture) {
    for (const Rect& domain : kStatisticsDomains)
        for (const auto& [columns, rows] : {std::pair{1, 1}, std::pair{3, 16}}) {
            const Picture picture = random_picture(domain, 1);
            const auto outputs = run(CellAverages(columns, rows), {&picture});
            ASSERT_EQ(outputs.size(), 1u);
            ASSERT_EQ(outputs[0].domain(), (Rect{0, 0, columns, rows}));
            expect_picture(
                outputs[0],
                [&, columns = columns, rows = rows](int column, int row, int) {
                    double sum = 0;
                    int count = 0;
                    for_pixels(picture, [&](int x, int y) {
                        const int across =
                            (2 * (x - domain.x0) + 1) * columns / (2 * domain.width());
                        const int down = (2 * (y - domain.y0) + 1) * rows / (2 * domain.height());
                        if (across != column || down != row) return;
                        sum += picture.at(x, y, 0);
                        ++count;
                    });
                    return count > 0 ? sum / count : 0.0;
                },
                1e-5);
        }
}

TEST(CumulativeShare, AddsUpToOne) {
    Picture counts({3, 1, 7, 2}, 1);
    const float numbers[] = {1, 0, 2, 5};
    for (int i = 0; i < 4; ++i) counts.at(3 + i, 1, 0) = numbers[i];
    const auto outputs = run(CumulativeShare(), {&counts});
    ASSERT_EQ(outputs.size(), 1u);
    const float shares[] = {0.125f, 0.125f, 0.375f, 1.0f};
    for (int i = 0; i < 4; ++i) EXPECT_EQ(outputs[0].at(3 + i, 1, 0), shares[i]);
}

TEST(CumulativeShare, OfNothingIsNothing) {
    const Picture counts = flat_picture({0, 0, 256, 1}, 2, 0.0f);
    const auto outputs = run(CumulativeShare(), {&counts});
    ASSERT_EQ(outputs.size(), 1u);
    expect_picture(outputs[0], [](int, int, int) { return 0.0; }, 0);
}

TEST(Stretch, MapsLowToBlackAndHighToWhite) {
    Picture picture({0, 0, 3, 1}, 1);
    picture.at(0, 0, 0) = 2.0f;
    picture.at(1, 0, 0) = 3.0f;
    picture.at(2, 0, 0) = 6.0f;
    const Picture low = flat_picture({4, 4, 5, 5}, 1, 2.0f),
                  high = flat_picture({0, 0, 1, 1}, 1, 6.0f);
    const auto outputs = run(Stretch(0.25f, 0.75f), {&picture, &low, &high});
    ASSERT_EQ(outputs.size(), 1u);
    EXPECT_EQ(outputs[0].at(0, 0, 0), 0.25f);
    EXPECT_EQ(outputs[0].at(1, 0, 0), 0.375f);
    EXPECT_EQ(outputs[0].at(2, 0, 0), 0.75f);
    const auto flat = run(Stretch(0.25f, 0.75f), {&picture, &high, &high});
    ASSERT_EQ(flat.size(), 1u);
    expect_picture(flat[0], [](int, int, int) { return 0.25; }, 0);
}

TEST(ByteLuma, WeighsBytes) {
    Picture picture({0, 0, 2, 1}, 3);
    for (int p = 0; p < 3; ++p) picture.at(0, 0, p) = static_cast<float>(p + 1) * 40.2f / 255.0f;
    for (int p = 0; p < 3; ++p) picture.at(1, 0, p) = p == 1 ? 7.0f : -1.0f;
    const auto outputs = run(ByteLuma(), {&picture});
    ASSERT_EQ(outputs.size(), 1u);
    ASSERT_EQ(outputs[0].planes(), 1);
    EXPECT_NEAR(outputs[0].at(0, 0, 0), 0.299 * 40 + 0.587 * 80 + 0.114 * 121, 1e-4);
    EXPECT_NEAR(outputs[0].at(1, 0, 0), 0.587 * 255, 1e-4);
}

}  // namespace
}  // namespace weft::test
