// Curves, against values worked by hand and Hermite's form of the same curves in double.
#include "pixel/curves.h"

#include <limits>
#include <random>

#include "pixels.h"

namespace weft::test {
namespace {

using functors::Curves;

/// What a curve through `points` makes of a value in every plane of a grey picture.
double bent(const Curves::Points& points, float value, Curves::Outside outside = Curves::eLine) {
    return apply(Curves(points, {}, {}, {}, outside), {{value}}).at(0);
}

TEST(Curves, GoThroughTheirPoints) {
    const Curves::Points points{10, {0, 0.1f, 0.2f, 0.15f, 0.5f, 0.7f, 0.8f, 0.65f, 1, 2}};
    for (int i = 0; i < 10; i += 2)
        EXPECT_NEAR(bent(points, points.values[i]), points.values[i + 1], 1e-6) << i;
}

TEST(Curves, AreWhatWasWorkedByHand) {
    // Rises of 1 and 3 meet in the slope 3/2, their harmonic mean; the parabola through the three
    // points has the slopes 0 and 4 at its ends.
    const Curves::Points points{6, {0, 0, 1, 1, 2, 4}};
    EXPECT_NEAR(bent(points, 0.5f), 0.3125, 1e-6);
    EXPECT_NEAR(bent(points, 1.5f), 2.1875, 1e-6);
    EXPECT_NEAR(bent(points, 3.0f), 8, 1e-6);
    EXPECT_NEAR(bent(points, -1.0f), 0, 1e-6);
    EXPECT_NEAR(bent(points, 3.0f, Curves::eLevel), 4, 1e-6);
    EXPECT_NEAR(bent(points, -1.0f, Curves::eLevel), 0, 1e-6);
    // Intervals of 1 and 2 weigh the rises 1 and 2 as 5 and 4: 9/(5/1 + 4/2).
    const Curves::Points uneven{6, {0, 0, 1, 1, 3, 5}};
    const double middle = 9.0 / 7, first = 2.0 / 3;
    EXPECT_NEAR(bent(uneven, 0.5f), 0.5 + (first - middle) / 8, 1e-6);
    // Two points are a line.
    const Curves::Points line{4, {0, 1, 1, 0}};
    for (const float v : {-1.0f, 0.25f, 0.9f, 4.0f}) EXPECT_NEAR(bent(line, v), 1 - v, 1e-6);
}

/// The same curve by Hermite's basis, in double; points are in order.
double hermite(const std::vector<double>& x, const std::vector<double>& y, double v) {
    const std::size_t n = x.size();
    const auto rise = [&](std::size_t i) { return (y[i + 1] - y[i]) / (x[i + 1] - x[i]); };
    const auto end = [&](std::size_t i, std::size_t next) {
        const double h = x[i + 1] - x[i], g = x[next + 1] - x[next];
        const double slope = rise(i) + h * (rise(i) - rise(next)) / (h + g);
        if (slope * rise(i) <= 0) return 0.0;
        if (rise(i) * rise(next) <= 0 && std::abs(slope) > 3 * std::abs(rise(i)))
            return 3 * rise(i);
        return slope;
    };
    const auto slope = [&](std::size_t i) {
        if (n == 2) return rise(0);
        if (i == 0) return end(0, 1);
        if (i == n - 1) return end(n - 2, n - 3);
        if (rise(i - 1) * rise(i) <= 0) return 0.0;
        const double share = (1 + (x[i + 1] - x[i]) / (x[i + 1] - x[i - 1])) / 3;
        return 1 / (share / rise(i - 1) + (1 - share) / rise(i));
    };
    if (v < x[0]) return y[0] + slope(0) * (v - x[0]);
    if (v >= x[n - 1]) return y[n - 1] + slope(n - 1) * (v - x[n - 1]);
    std::size_t i = 0;
    while (v >= x[i + 1]) ++i;
    const double h = x[i + 1] - x[i], t = (v - x[i]) / h, u = 1 - t;
    return y[i] * u * u * (1 + 2 * t) + y[i + 1] * t * t * (1 + 2 * u) +
           h * t * u * (u * slope(i) - t * slope(i + 1));
}

TEST(Curves, AreMonotoneCubics) {
    constexpr unsigned kSeed = 5;
    std::mt19937 random(kSeed);
    std::uniform_real_distribution<float> step(0.05f, 0.4f), height(-1.0f, 2.0f);
    const Picture input = random_picture({-3, 2, 40, 9}, 4, kSeed);
    for (int points = 2; points <= 16; ++points) {
        SCOPED_TRACE(::testing::Message() << "seed " << kSeed << ", " << points << " points");
        Curves::Points lists[4];
        std::vector<double> x[4], y[4];
        for (int c = 0; c < 4; ++c) {
            float place = -0.1f;
            for (int i = 0; i < points; ++i, place += step(random)) {
                const float value = i % 5 == 3 ? static_cast<float>(y[c].back()) : height(random);
                x[c].push_back(place);
                y[c].push_back(value);
                lists[c].values[lists[c].count++] = place;
                lists[c].values[lists[c].count++] = value;
            }
        }
        const auto outputs = run(Curves(lists[0], lists[1], lists[2], lists[3]), {&input});
        ASSERT_EQ(outputs.size(), 1u);
        expect_picture(
            outputs[0],
            [&](int column, int row, int p) {
                const double v = input.at(column, row, p);
                if (p == 3) return v;
                return hermite(x[p + 1], y[p + 1], hermite(x[0], y[0], v));
            },
            2e-5);  // slopes of up to 60, twice
    }
}

TEST(Curves, NeverOvershoot) {
    const Curves::Points steps{12, {0, 0, 0.1f, 0, 0.12f, 1, 0.5f, 1, 0.6f, 0.25f, 1, 0.25f}};
    double last = 0;
    for (int i = 0; i <= 1000; ++i) {
        const double v = bent(steps, static_cast<float>(i) / 1000);
        EXPECT_GE(v, -1e-6);
        EXPECT_LE(v, 1 + 1e-6);
        if (i <= 500) {
            EXPECT_GE(v, last - 1e-6) << i;
        } else {
            EXPECT_LE(v, last + 1e-6) << i;
        }
        last = v;
    }
}

TEST(Curves, TakePointsInAnyOrderAndNumber) {
    const Curves::Points ordered{6, {0, 0, 1, 1, 2, 4}};
    const Curves::Points shuffled{6, {2, 4, 0, 0, 1, 1}};
    const Curves::Points with_partnerless{7, {0, 0, 1, 1, 2, 4, 9}};
    const Curves::Points twice{10, {1, 7, 2, 4, 0, 3, 1.00005f, 1, 0, 0}};
    for (const float v : {-1.0f, 0.25f, 1.5f, 3.0f}) {
        const double expected = bent(ordered, v);
        EXPECT_EQ(bent(shuffled, v), expected);
        EXPECT_EQ(bent(with_partnerless, v), expected);
        EXPECT_NEAR(bent(twice, v), expected, 1e-3);
    }
    EXPECT_EQ(bent({}, 0.3f), 0.3f);
    EXPECT_EQ(bent({}, kInfinity), kInfinity);
    // A line on which nothing changes, to the bit; where it ends in a level, something does.
    const Curves::Points plain{6, {0.3f, 0.3f, -1, -1, 0.7f, 0.7f}};
    for (const float v : {0.1f, -7.3f, 0.65f, kInfinity}) EXPECT_EQ(bent(plain, v), v);
    EXPECT_EQ(bent(plain, 3.0f, Curves::eLevel), 0.7f);
    EXPECT_EQ(bent({1, {5}}, 0.3f), 0.3f);
    EXPECT_NEAR(bent({2, {0.25f, 0.75f}}, 0.5f), 1.0, 1e-6);
    // One that stands for two: those at 0 and 0.00008, which the third is close to both.
    EXPECT_NEAR(bent({6, {0, 5, 0.00015f, 6, 0.00008f, 1}}, 0.0f), 0.99992, 1e-6);
}

TEST(Curves, BendEachColourAfterAll) {
    const Curves::Points twice{4, {0, 0, 1, 2}}, more{2, {0, 1}}, less{2, {0, -1}};
    expect_pixel(apply(Curves(twice, more, {}, less), {{1, 2, 3, 4, 5}}), {3, 4, 5, 4, 5});
    expect_pixel(apply(Curves(twice, more, {}, less), {{1, 2}}), {3, 2});
}

TEST(Curves, AreDefinedEverywhere) {
    EXPECT_TRUE(std::isnan(apply(Curves(), {{std::numeric_limits<float>::quiet_NaN()}}).at(0)));
    const Curves::Points level{6, {0, 0, 0.5f, 1, 1, 1}};
    EXPECT_EQ(bent(level, kInfinity), 1);
    EXPECT_EQ(bent(level, -kInfinity, Curves::eLevel), 0);
    EXPECT_LT(bent(level, -kInfinity), -1e38);
    for (const float v : {-65504.0f, 65504.0f, 3e38f, -3e38f, 1e-40f})
        EXPECT_FALSE(std::isnan(bent(level, v))) << v;
}

}  // namespace
}  // namespace weft::test
