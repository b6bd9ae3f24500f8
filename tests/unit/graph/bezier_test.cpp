// Bezier curves between two keyframes, against de Casteljau's construction in long doubles.
#include "graph/bezier.h"

#include <gtest/gtest.h>

#include <random>

#include "random_graph.h"

namespace weft::test {
namespace {

struct Point {
    long double x = 0, y = 0;
};

Point mixed(Point a, Point b, long double t) {
    return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}

/// The point of a curve that is drawn by its four corners.
Point drawn(const Bezier& b, long double t) {
    const long double x1 = b.out_weight / 3.0L, x2 = b.in_weight / 3.0L;
    const Point p[] = {
        {0, b.from}, {x1, b.from + b.out * x1}, {1 - x2, b.to - b.in * x2}, {1, b.to}};
    const Point q[] = {mixed(p[0], p[1], t), mixed(p[1], p[2], t), mixed(p[2], p[3], t)};
    return mixed(mixed(q[0], q[1], t), mixed(q[1], q[2], t), t);
}

Bezier random_bezier(std::mt19937& random) {
    const auto draw = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random);
    };
    const auto weight = [&] {
        const double weights[] = {0.0, 1.0, 3.0, draw(0, 3), draw(0, 3)};
        return weights[std::uniform_int_distribution<int>(0, 4)(random)];
    };
    return {draw(-9, 9), draw(-9, 9), draw(-30, 30), draw(-30, 30), weight(), weight()};
}

TEST(Bezier, ByHand) {
    // Eased at both ends: 3 t t - 2 t t t.
    const Bezier ease{0, 1, 0, 0};
    EXPECT_EQ(ease.at(0.25), 0.15625);
    EXPECT_EQ(ease.at(0.5), 0.5);
    EXPECT_EQ(ease.at(0.75), 0.84375);
    // Handles as long as can be: x = 4 t t t - 6 t t + 3 t, so that t = 1/4 lies at 7/16.
    const Bezier steep{0, 1, 0, 0, 3, 3};
    EXPECT_NEAR(steep.at(0.4375), 0.15625, 1e-15);
    EXPECT_NEAR(steep.at(0.5), 0.5, 1e-5);  // upright there: the last digit of x moves it so far
    EXPECT_NEAR(steep.at(0.5625), 0.84375, 1e-15);
    // Without handles time goes as the number does.
    const Bezier straight{2, 6, 100, -100, 0, 0};
    EXPECT_NEAR(straight.at(0.3), 3.2, 1e-14);
    // Handles along a line draw the line, however long they are.
    for (const double weight : {0.0, 0.5, 1.0, 2.0, 3.0})
        for (const double x : {0.0, 0.125, 0.4, 0.9, 1.0})
            EXPECT_NEAR((Bezier{1, 5, 4, 4, weight, 1.5}).at(x), 1 + 4 * x, 1e-14);
}

TEST(Bezier, GoesWhereItIsDrawn) {
    std::mt19937 random(test_seed());
    for (int i = 0; i < 2000; ++i) {
        SCOPED_TRACE("seed " + std::to_string(test_seed()) + ", round " + std::to_string(i));
        const Bezier b = random_bezier(random);
        long double before = -1;
        for (int n = 0; n <= 20; ++n) {
            const Point p = drawn(b, n / 20.0L);
            ASSERT_GE(p.x, before) << "time never turns back";
            before = p.x;
            // Where time stands still, heights differ by what x is rounded to.
            const auto x = static_cast<double>(p.x), step = 1e-13;
            const double reach =
                std::abs(b.at(std::min(1.0, x + step)) - b.at(std::max(0.0, x - step)));
            ASSERT_NEAR(b.at(x), static_cast<double>(p.y), 1e-11 + reach);
        }
        ASSERT_NEAR(b.at(0), b.from, 1e-6);
        ASSERT_NEAR(b.at(1), b.to, 1e-6);
    }
}

TEST(Bezier, TurnsWhereItIsHighest) {
    const Bezier hill{0, 0, 8, -8};
    ASSERT_EQ(hill.turns(), std::vector<double>{0.5});
    EXPECT_EQ(hill.at(0.5), 2.0);
    EXPECT_TRUE((Bezier{0, 1, 1, 1}).turns().empty());
    EXPECT_TRUE((Bezier{3, 3, 0, 0}).turns().empty());
    std::mt19937 random(test_seed());
    for (int i = 0; i < 2000; ++i) {
        SCOPED_TRACE("seed " + std::to_string(test_seed()) + ", round " + std::to_string(i));
        const Bezier b = random_bezier(random);
        double low = std::min(b.from, b.to), high = std::max(b.from, b.to);
        for (const double x : b.turns()) {
            ASSERT_TRUE(x >= 0 && x <= 1);
            low = std::min(low, b.at(x));
            high = std::max(high, b.at(x));
        }
        for (int n = 0; n <= 100; ++n) {
            const auto y = static_cast<double>(drawn(b, n / 100.0L).y);
            ASSERT_TRUE(y >= low - 1e-6 && y <= high + 1e-6) << y;
        }
    }
}

TEST(Bezier, HalvesDrawTheWhole) {
    std::mt19937 random(test_seed());
    for (int i = 0; i < 2000; ++i) {
        SCOPED_TRACE("seed " + std::to_string(test_seed()) + ", round " + std::to_string(i));
        Bezier b = random_bezier(random);
        // Handles that overlap may leave none for a half that would do.
        b.in_weight = std::min(b.in_weight, 3 - b.out_weight);
        const double at = std::uniform_real_distribution<double>(0.05, 0.95)(random);
        const CutBezier halves = cut(b, at);
        ASSERT_NEAR(halves.before.to, b.at(at), 1e-9);
        for (double x = 0.05; x < 1; x += 0.1) {
            ASSERT_NEAR(halves.before.at(x), b.at(at * x), 1e-5) << at << ' ' << x;
            ASSERT_NEAR(halves.after.at(x), b.at(at + (1 - at) * x), 1e-5) << at << ' ' << x;
        }
    }
}

}  // namespace
}  // namespace weft::test
