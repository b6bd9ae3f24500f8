// Point and pixel functors of the published programs, against their formulas and at odd values.
#include <limits>

#include "harness.h"
#include "pixel/scotopic.h"
#include "point/gain.h"
#include "point/gradient_magnitude.h"
#include "point/harris_corner.h"
#include "point/power.h"
#include "point/product.h"
#include "point/quotient.h"
#include "point/sharpen.h"
#include "point/shi_tomasi_corner.h"
#include "point/square.h"

namespace weft::test {
namespace {

using namespace functors;

/// The value that a functor makes of one sample of each input.
template <class F>
float applied_to_all(const F& functor, const std::vector<float>& values) {
    std::vector<Picture> pictures;
    for (const float value : values) pictures.push_back(flat_picture({0, 0, 1, 1}, 1, value));
    std::vector<const Picture*> inputs;
    for (const Picture& picture : pictures) inputs.push_back(&picture);
    const std::vector<Picture> outputs = run(functor, inputs);
    return outputs.empty() ? kNaN : outputs[0].at(0, 0, 0);
}

TEST(Square, MultipliesByItself) {
    EXPECT_EQ(applied_to_all(Square(), {-3.0f}), 9.0f);
    EXPECT_EQ(applied_to_all(Square(), {0.5f}), 0.25f);
    EXPECT_EQ(applied_to_all(Square(), {-kInfinity}), kInfinity);
    EXPECT_TRUE(std::isnan(applied_to_all(Square(), {kNaN})));
}

TEST(Product, MultipliesSampleBySample) {
    const Picture a = random_picture(kOddDomain, 3, 1);
    for (const int planes : {1, 3}) {  // one plane serves all
        const Picture b = random_picture(kOddDomain, planes, 2);
        const auto outputs = run(Product(), {&a, &b});
        ASSERT_EQ(outputs.size(), 1u);
        expect_picture(
            outputs[0],
            [&](int x, int y, int p) { return a.at(x, y, p) * b.at(x, y, planes == 1 ? 0 : p); },
            0.0);
    }
}

TEST(Quotient, DividesByTheFloorAtLeast) {
    EXPECT_EQ(applied_to_all(Quotient(0.25f), {1.0f, 0.5f}), 2.0f);
    EXPECT_EQ(applied_to_all(Quotient(0.25f), {1.0f, 0.125f}), 4.0f);
    EXPECT_EQ(applied_to_all(Quotient(0.25f), {1.0f, -8.0f}), 4.0f);
    EXPECT_EQ(applied_to_all(Quotient(0.25f), {1.0f, kInfinity}), 0.0f);
    EXPECT_TRUE(std::isnan(applied_to_all(Quotient(0.25f), {1.0f, kNaN})));
}

TEST(Gain, Multiplies) {
    EXPECT_EQ(applied_to_all(Gain(2.0f), {0.375f}), 0.75f);
    EXPECT_EQ(applied_to_all(Gain(-0.5f), {4.0f}), -2.0f);
}

TEST(Power, MirrorsNegativeValues) {
    const Picture input = random_picture(kOddDomain, 2);
    const auto outputs = run(Power(0.6f), {&input});
    ASSERT_EQ(outputs.size(), 1u);
    expect_picture(outputs[0], [&](int x, int y, int p) {
        const double v = input.at(x, y, p);
        return std::copysign(std::pow(std::abs(v), double{0.6f}), v);
    });
    EXPECT_EQ(applied_to_all(Power(0.6f), {0.0f}), 0.0f);
    EXPECT_EQ(applied_to_all(Power(2.0f), {-kInfinity}), -kInfinity);
    EXPECT_TRUE(std::isnan(applied_to_all(Power(0.6f), {kNaN})));
}

TEST(Sharpen, AddsTheDetail) {
    EXPECT_EQ(applied_to_all(Sharpen(1.0f), {0.5f, 0.25f}), 0.75f);
    EXPECT_EQ(applied_to_all(Sharpen(0.0f), {0.5f, 0.25f}), 0.5f);
    EXPECT_EQ(applied_to_all(Sharpen(3.0f), {1.0f, 2.0f}), -2.0f);
}

TEST(GradientMagnitude, DropsFractionsAndSaturates) {
    EXPECT_FLOAT_EQ(applied_to_all(GradientMagnitude(), {3.0f, -4.0f}), 5.0f / 255.0f);
    EXPECT_FLOAT_EQ(applied_to_all(GradientMagnitude(), {3.0f, 3.0f}), 4.0f / 255.0f);  // 4.24
    EXPECT_FLOAT_EQ(applied_to_all(GradientMagnitude(), {200.0f, 200.0f}), 1.0f);       // 282.8
    EXPECT_FLOAT_EQ(applied_to_all(GradientMagnitude(), {-kInfinity, 0.0f}), 1.0f);
    EXPECT_TRUE(std::isnan(applied_to_all(GradientMagnitude(), {kNaN, 0.0f})));
}

TEST(HarrisCorner, ComparesTheResponse) {
    // 100 * 50 - 30^2 - 0.04 * 150^2 = 3200
    EXPECT_EQ(applied_to_all(HarrisCorner(0.04f, 3190.0f), {100.0f, 50.0f, 30.0f}), 1.0f);
    EXPECT_EQ(applied_to_all(HarrisCorner(0.04f, 3210.0f), {100.0f, 50.0f, 30.0f}), 0.0f);
    EXPECT_EQ(applied_to_all(HarrisCorner(0.04f, 0.0f), {0.0f, 0.0f, 0.0f}), 0.0f);
    EXPECT_EQ(applied_to_all(HarrisCorner(0.04f, 0.0f), {kNaN, 1.0f, 0.0f}), 0.0f);
}

TEST(ShiTomasiCorner, ComparesTheLesserEigenvalue) {
    // (50, 30; 30, 130): trace 180, root of 80^2 + 60^2 is 100, so 40 and 140
    EXPECT_EQ(applied_to_all(ShiTomasiCorner(39.9f), {50.0f, 130.0f, 30.0f}), 1.0f);
    EXPECT_EQ(applied_to_all(ShiTomasiCorner(40.1f), {50.0f, 130.0f, 30.0f}), 0.0f);
    EXPECT_EQ(applied_to_all(ShiTomasiCorner(0.0f), {kNaN, 1.0f, 0.0f}), 0.0f);
}

/// A pixel of any number of planes.
std::vector<float> scotopic(const std::vector<float>& pixel) {
    Picture input({0, 0, 1, 1}, static_cast<int>(pixel.size()));
    for (std::size_t p = 0; p < pixel.size(); ++p) input.at(0, 0, static_cast<int>(p)) = pixel[p];
    const auto outputs = run(Scotopic(), {&input});
    std::vector<float> result;
    for (std::size_t p = 0; p < pixel.size(); ++p)
        result.push_back(outputs.at(0).at(0, 0, static_cast<int>(p)));
    return result;
}

TEST(Scotopic, WhiteIsADimBluishGrey) {
    // X = 1, Y = 1/3, Z = 1: V = (1.33 (1 + 4/3) - 1.68)/3 = 0.474444, and 0.4468 of it 0.211982;
    // times the rows' sums with Z twice: 0.603842, 1.04373, 2.181054.
    const std::vector<float> white = scotopic({1.0f, 1.0f, 1.0f, 0.5f});
    EXPECT_NEAR(white[0], 0.128003, 1e-5);
    EXPECT_NEAR(white[1], 0.221252, 1e-5);
    EXPECT_NEAR(white[2], 0.462344, 1e-5);
    EXPECT_EQ(white[3], 0.5f) << "alpha";
    const std::vector<float> grey = scotopic({1.0f, 0.5f});
    EXPECT_NEAR(grey[0], 0.211982, 1e-5);
    EXPECT_EQ(grey[1], 0.5f);
}

TEST(Scotopic, IsDefinedWhereThereIsNoLight) {
    EXPECT_EQ(scotopic({0.0f, 0.0f, 0.0f}), (std::vector<float>{0.0f, 0.0f, 0.0f}));
    EXPECT_EQ(scotopic({-1.0f, -1.0f, -1.0f}), (std::vector<float>{0.0f, 0.0f, 0.0f}));
    EXPECT_EQ(scotopic({0.0f}), std::vector<float>{0.0f});
    EXPECT_TRUE(std::isnan(scotopic({kNaN, 0.5f, 0.5f})[1]));
}

TEST(Scotopic, StaysBetweenZeroAndOne) {
    for (const float v : scotopic({40.0f, 50.0f, 60.0f})) EXPECT_EQ(v, 1.0f);
    for (const float v : scotopic({5.0f, 0.0f, 0.0f})) EXPECT_EQ(v, 0.0f);  // red is not seen
}

}  // namespace
}  // namespace weft::test
