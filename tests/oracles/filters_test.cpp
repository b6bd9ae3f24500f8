// Medians, morphology, edges and directional blurs, against direct forms at every border.
#include <algorithm>
#include <set>

#include "harness.h"
#include "neighbourhood/directional_blur.h"
#include "neighbourhood/edge_detect.h"
#include "neighbourhood/median.h"
#include "neighbourhood/morphology.h"
#include "neighbourhood/pair_extreme.h"

namespace weft::test {
namespace {

using namespace functors;

using Formula = std::function<double(const Picture&, int, int, int, Border)>;

/// Expects the formula at every border and size, planes apart.
template <class F>
void expect_formula(const F& functor, const Formula& formula, double tolerance = 1e-6) {
    for (const Rect& domain : domains())
        for (const Border& border : borders()) {
            const Picture input = random_picture(domain, 2);
            const auto outputs = run(functor, {&input}, border);
            ASSERT_EQ(outputs.size(), 1u);
            expect_picture(
                outputs[0], [&](int x, int y, int p) { return formula(input, x, y, p, border); },
                tolerance);
        }
}

TEST(Median, IsTheMiddleOfTheSortedSquare) {
    for (const int radius : {1, 2})
        expect_formula(
            Median(radius),
            [&](const Picture& in, int x, int y, int p, Border border) {
                std::vector<double> values;
                for (int dy = -radius; dy <= radius; ++dy)
                    for (int dx = -radius; dx <= radius; ++dx)
                        values.push_back(sample(in, x + dx, y + dy, p, border));
                std::sort(values.begin(), values.end());
                return values[values.size() / 2];
            },
            0);
}

TEST(Median, RemovesSpecks) {
    Picture input = flat_picture({0, 0, 9, 9}, 1, 0.5f);
    input.at(4, 4, 0) = std::numeric_limits<float>::infinity();
    input.at(2, 6, 0) = -64.0f;
    for (const int radius : {1, 2}) {
        const auto outputs = run(Median(radius), {&input});
        ASSERT_EQ(outputs.size(), 1u);
        expect_picture(outputs[0], [](int, int, int) { return 0.5; }, 0);
    }
}

TEST(Morphology, IsTheExtremeOfTheWindow) {
    for (const auto operation : {Morphology::eDilate, Morphology::eErode})
        for (const Axis axis : {eHorizontal, eVertical})
            for (const int radius : {0, 1, 5})
                expect_formula(
                    Morphology(operation, axis, radius),
                    [&](const Picture& in, int x, int y, int p, Border border) {
                        std::set<double> values;
                        for (int i = -radius; i <= radius; ++i)
                            values.insert(axis == eHorizontal ? sample(in, x + i, y, p, border)
                                                              : sample(in, x, y + i, p, border));
                        return operation == Morphology::eDilate ? *values.rbegin()
                                                                : *values.begin();
                    },
                    0);
}

TEST(PairExtreme, LooksOneStepFurther) {
    for (const auto operation : {PairExtreme::eDilate, PairExtreme::eErode})
        for (const Axis axis : {eHorizontal, eVertical})
            for (const int step : {1, 4})
                expect_formula(
                    PairExtreme(operation, axis, step),
                    [&](const Picture& in, int x, int y, int p, Border border) {
                        const double a = sample(in, x, y, p, border);
                        const double b = axis == eHorizontal ? sample(in, x + step, y, p, border)
                                                             : sample(in, x, y + step, p, border);
                        return (operation == PairExtreme::eDilate) == (a > b) ? a : b;
                    },
                    0);
}

TEST(EdgeDetect, IsTheLengthOfTheGradient) {
    const double masks[3][3] = {{1, 1, 1}, {1, 2, 1}, {3, 10, 3}};
    for (int m = 0; m < 3; ++m)
        expect_formula(EdgeDetect(static_cast<EdgeDetect::Mask>(m), 1.5f),
                       [&](const Picture& in, int x, int y, int p, Border border) {
                           double gx = 0, gy = 0, weights = 0;
                           for (int i = -1; i <= 1; ++i) {
                               const double w = masks[m][i + 1];
                               weights += 2 * w;
                               gx += w * (sample(in, x + 1, y + i, p, border) -
                                          sample(in, x - 1, y + i, p, border));
                               gy += w * (sample(in, x + i, y + 1, p, border) -
                                          sample(in, x + i, y - 1, p, border));
                           }
                           return 1.5 * std::hypot(gx, gy) / weights;
                       });
}

TEST(EdgeDetect, ShowsARampAsItsSlope) {
    Picture input({0, 0, 9, 9}, 1);
    for (int y = 0; y < 9; ++y)
        for (int x = 0; x < 9; ++x) input.at(x, y, 0) = 0.5f * static_cast<float>(x);
    for (const auto mask : {EdgeDetect::ePrewitt, EdgeDetect::eSobel, EdgeDetect::eScharr}) {
        const auto outputs = run(EdgeDetect(mask), {&input});
        ASSERT_EQ(outputs.size(), 1u);
        EXPECT_NEAR(outputs[0].at(4, 4, 0), 0.5, 1e-6);
    }
}

TEST(DirectionalBlur, AveragesALine) {
    // Angle, length, and the line's offsets drawn by hand: to the right and down are positive.
    const struct {
        float angle, length;
        std::vector<Offset> line;
    } rows[] = {
        {0, 4, {{-2, 0}, {-1, 0}, {0, 0}, {1, 0}, {2, 0}}},
        {90, 4, {{0, 2}, {0, 1}, {0, 0}, {0, -1}, {0, -2}}},
        {45, 4.25f, {{-2, 2}, {-1, 1}, {0, 0}, {1, -1}, {2, -2}}},
        {-135, 4.25f, {{-2, 2}, {-1, 1}, {0, 0}, {1, -1}, {2, -2}}},
        {-30, 7, {{-3, -2}, {-2, -1}, {-1, -1}, {0, 0}, {1, 1}, {2, 1}, {3, 2}}},
        {60, 6, {{-2, 3}, {-1, 2}, {-1, 1}, {0, 0}, {1, -1}, {1, -2}, {2, -3}}},
        {77, 0, {{0, 0}}},
    };
    for (const auto& row : rows) {
        SCOPED_TRACE(row.angle);
        expect_formula(DirectionalBlur(row.angle, row.length),
                       [&](const Picture& in, int x, int y, int p, Border border) {
                           double sum = 0;
                           for (const Offset& o : row.line)
                               sum += sample(in, x + o.x, y + o.y, p, border);
                           return sum / static_cast<double>(row.line.size());
                       });
    }
}

TEST(DirectionalBlur, KeepsFlatPicturesAtTheLongestLine) {
    const Picture flat = flat_picture({0, 0, 40, 30}, 1, 0.75f);
    for (const float angle : {0.0f, 33.0f, 135.0f}) {
        const auto outputs = run(DirectionalBlur(angle, 254.0f), {&flat});
        ASSERT_EQ(outputs.size(), 1u);
        expect_picture(outputs[0], [](int, int, int) { return 0.75; });
    }
}

}  // namespace
}  // namespace weft::test
