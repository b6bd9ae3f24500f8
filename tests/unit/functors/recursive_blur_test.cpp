// The one-pole blur, a recurrence, against plain loops.
#include <cmath>
#include <limits>

#include "harness.h"
#include "scan/recursive_blur.h"

namespace weft::test {
namespace {

using functors::RecursiveBlur;

/// What the filter makes of the element: weights that fade with the distance, in closed form.
double trail(const Picture& input, int x, int y, int p, Axis axis, bool backwards, double amount) {
    const Rect& d = input.domain();
    const bool h = axis == eHorizontal;
    const int low = h ? d.x0 : d.y0, high = h ? d.x1 - 1 : d.y1 - 1;
    const int distance = std::abs((h ? x : y) - (backwards ? high : low)),
              step = backwards ? 1 : -1;
    double sum = 0;
    for (int n = 0; n <= distance; ++n) {
        const double weight = (n == distance ? 1.0 : amount) * std::pow(1.0 - amount, n);
        sum += weight * input.at(h ? x + n * step : x, h ? y : y + n * step, p);
    }
    return sum;
}

TEST(RecursiveBlur, LeavesATrailThatFades) {
    for (const Rect& domain : domains())
        for (const Axis axis : {eHorizontal, eVertical})
            for (const bool backwards : {false, true})
                for (const float amount : {0.05f, 0.5f, 0.9f}) {
                    const Picture input = random_picture(domain, 2);
                    const auto outputs = run(RecursiveBlur(axis, backwards, amount), {&input});
                    ASSERT_EQ(outputs.size(), 1u);
                    expect_picture(
                        outputs[0],
                        [&](int x, int y, int p) {
                            return trail(input, x, y, p, axis, backwards, amount);
                        },
                        1e-5);
                }
}

TEST(RecursiveBlur, OfAllOfAPixelIsThePicture) {
    const Picture input = random_picture({-3, 2, 60, 21}, 3);
    const auto outputs = run(RecursiveBlur(eVertical, true, 1.0f), {&input});
    ASSERT_EQ(outputs.size(), 1u);
    EXPECT_EQ(count_differences(outputs[0], input), 0);
}

TEST(RecursiveBlur, CarriesANaNToTheEndOfItsLineAlone) {
    Picture input = flat_picture({0, 0, 40, 3}, 1, 0.5f);
    input.at(10, 1, 0) = std::numeric_limits<float>::quiet_NaN();
    const auto outputs = run(RecursiveBlur(eHorizontal, true), {&input});
    ASSERT_EQ(outputs.size(), 1u);
    for (int y = 0; y < 3; ++y)
        for (int x = 0; x < 40; ++x)
            EXPECT_EQ(std::isnan(outputs[0].at(x, y, 0)), y == 1 && x <= 10) << x << " " << y;
}

}  // namespace
}  // namespace weft::test
