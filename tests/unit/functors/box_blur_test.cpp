// The box blur, a moving average, against brute force.
#include <limits>

#include "harness.h"
#include "scan/box_blur.h"

namespace weft::test {
namespace {

using functors::BoxBlur;

double box_mean(const Picture& input, int x, int y, int plane, Axis axis, int radius,
                Border border) {
    double sum = 0;
    for (int i = -radius; i <= radius; ++i)
        sum += axis == eHorizontal ? sample(input, x + i, y, plane, border)
                                   : sample(input, x, y + i, plane, border);
    return sum / (2 * radius + 1);
}

TEST(BoxBlur, AveragesTheWindow) {
    for (const Rect& domain : domains())
        for (const Border& border : borders())
            for (const Axis axis : {eHorizontal, eVertical})
                for (const int radius : {0, 1, 2, 5, 8, 16, 40, 100}) {  // beyond the picture too
                    SCOPED_TRACE("border mode " + std::to_string(border.mode) + ", axis " +
                                 std::to_string(axis) + ", radius " + std::to_string(radius));
                    const Picture input = random_picture(domain, 2);
                    const auto outputs = run(BoxBlur(axis, radius), {&input}, border);
                    ASSERT_EQ(outputs.size(), 1u);
                    expect_picture(
                        outputs[0],
                        [&](int x, int y, int p) {
                            return box_mean(input, x, y, p, axis, radius, border);
                        },
                        1e-5);
                }
}

TEST(BoxBlur, CrossesRestarts) {
    const Picture input = random_picture({-7, 3, 293, 5}, 1);
    const auto outputs = run(BoxBlur(eHorizontal, 3), {&input});
    ASSERT_EQ(outputs.size(), 1u);
    expect_picture(
        outputs[0],
        [&](int x, int y, int p) { return box_mean(input, x, y, p, eHorizontal, 3, {}); }, 1e-5);
}

TEST(BoxBlur, RadiusOfZeroIsExact) {
    const Picture input = random_picture({0, 0, 150, 2}, 3);
    const auto outputs = run(BoxBlur(eHorizontal, 0), {&input});
    ASSERT_EQ(outputs.size(), 1u);
    EXPECT_EQ(count_differences(outputs[0], input), 0);
}

TEST(BoxBlur, RecoversFromInfinityAtTheNextRestart) {
    Picture input = flat_picture({0, 0, 400, 1}, 1, 0.5f);
    input.at(10, 0, 0) = std::numeric_limits<float>::infinity();
    const auto outputs = run(BoxBlur(eHorizontal, 2), {&input});
    ASSERT_EQ(outputs.size(), 1u);
    const int period = default_restart_period(2);
    EXPECT_EQ(outputs[0].at(7, 0, 0), 0.5f);
    EXPECT_TRUE(std::isinf(outputs[0].at(8, 0, 0)));
    EXPECT_TRUE(std::isnan(outputs[0].at(period - 1, 0, 0)));
    EXPECT_EQ(outputs[0].at(period, 0, 0), 0.5f);
}

}  // namespace
}  // namespace weft::test
