// Transfer curves, against published values and formulas in double.
#include <limits>

#include "pixel/transfer_curve.h"
#include "pixels.h"

namespace weft::test {
namespace {

using functors::TransferCurve;

constexpr TransferCurve::Curve kCurves[] = {TransferCurve::eSrgb,    TransferCurve::eRec709,
                                            TransferCurve::eGamma22, TransferCurve::eGamma24,
                                            TransferCurve::eAcescct, TransferCurve::eCineon};

double of(TransferCurve::Curve curve, TransferCurve::Direction direction, float v) {
    return apply(TransferCurve(curve, direction), {{v}}).at(0);
}

/// Light of a stored value, as the standards write it.
double light_of(TransferCurve::Curve curve, double v) {
    const auto power = [](double x, double e) {
        return std::copysign(std::pow(std::abs(x), e), x);
    };
    switch (curve) {
        case TransferCurve::eSrgb:
            return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
        case TransferCurve::eRec709:
            return v < 0.081 ? v / 4.5 : std::pow((v + 0.099) / 1.099, 1 / 0.45);
        case TransferCurve::eGamma22: return power(v, 2.2);
        case TransferCurve::eGamma24: return power(v, 2.4);
        case TransferCurve::eAcescct:
            return v <= 0.155251141552511 ? (v - 0.0729055341958355) / 10.5402377416545
                                          : std::pow(2, v * 17.52 - 9.72);
        default: {
            const double black = std::pow(10, (95 - 685) * 0.002 / 0.6);
            return (std::pow(10, (1023 * v - 685) * 0.002 / 0.6) - black) / (1 - black);
        }
    }
}

TEST(TransferCurve, IsThePublishedFormula) {
    const Picture input = random_picture({-3, 2, 40, 20}, 4);
    for (const auto curve : kCurves) {
        const auto outputs = run(TransferCurve(curve), {&input});
        ASSERT_EQ(outputs.size(), 1u);
        expect_picture(
            outputs[0],
            [&](int x, int y, int p) {
                const double v = input.at(x, y, p);
                return p == 3 ? v : light_of(curve, v);
            },
            1e-5);  // acescct multiplies a rounding by 17
    }
}

TEST(TransferCurve, TurnsBack) {
    const Picture input = random_picture({-3, 2, 40, 20}, 4);
    for (const auto curve : kCurves) {
        SCOPED_TRACE(curve);
        const auto light = run(TransferCurve(curve), {&input});
        ASSERT_EQ(light.size(), 1u);
        const auto outputs = run(TransferCurve(curve, TransferCurve::eFromLinear), {&light[0]});
        ASSERT_EQ(outputs.size(), 1u);
        // What a cineon picture holds far below its black, light cannot tell apart.
        const double tolerance = curve == TransferCurve::eCineon ? 1e-4 : 3e-6;
        expect_picture(
            outputs[0], [&](int x, int y, int p) { return input.at(x, y, p); }, tolerance);
    }
}

TEST(TransferCurve, MeetsKnownValues) {
    using Curve = TransferCurve;
    const struct {
        Curve::Curve curve;
        double stored, light, tolerance;
    } rows[] = {
        {Curve::eSrgb, 0, 0, 0},
        {Curve::eSrgb, 1, 1, 1e-6},
        {Curve::eSrgb, 188.0 / 255, 0.50289, 1e-5},
        {Curve::eSrgb, 0.5, 0.21404, 1e-5},
        {Curve::eRec709, 1, 1, 1e-6},
        {Curve::eRec709, 0.409008, 0.18, 1e-5},
        {Curve::eGamma22, 0.5, 0.217638, 1e-6},
        {Curve::eGamma24, 0.5, 0.189465, 1e-6},
        {Curve::eAcescct, 0.413588, 0.18, 1e-5},  // middle grey
        {Curve::eAcescct, 0.554795, 1, 1e-5},
        {Curve::eAcescct, 0.0729055, 0, 1e-6},
        {Curve::eCineon, 95.0 / 1023, 0, 1e-7},
        {Curve::eCineon, 685.0 / 1023, 1, 1e-6},
    };
    for (const auto& row : rows) {
        SCOPED_TRACE(testing::Message() << row.curve << " at " << row.stored);
        const auto stored = static_cast<float>(row.stored), light = static_cast<float>(row.light);
        EXPECT_NEAR(of(row.curve, Curve::eToLinear, stored), row.light, row.tolerance);
        EXPECT_NEAR(of(row.curve, Curve::eFromLinear, light), row.stored, row.tolerance + 1e-6);
    }
}

TEST(TransferCurve, IsDefinedEverywhere) {
    using Curve = TransferCurve;
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    for (const auto curve : kCurves)
        for (const auto direction : {Curve::eToLinear, Curve::eFromLinear}) {
            SCOPED_TRACE(testing::Message() << curve << " " << direction);
            EXPECT_TRUE(std::isnan(of(curve, direction, std::numeric_limits<float>::quiet_NaN())));
            EXPECT_EQ(of(curve, direction, kInfinity), kInfinity);
            EXPECT_FALSE(std::isnan(of(curve, direction, -kInfinity)));
            // It rises everywhere.
            double last = of(curve, direction, -8.0f);
            for (float v = -1.0f; v < 1.5f; v += 0.001f) {
                const double next = of(curve, direction, v);
                EXPECT_GE(next, last) << v;
                last = next;
            }
        }
    EXPECT_EQ(of(Curve::eCineon, Curve::eFromLinear, -1.0f),
              of(Curve::eCineon, Curve::eFromLinear, -64.0f));
    expect_pixel(apply(Curve(), {{1, 0, 1, 0.5f, 0.25f}}), {1, 0, 1, 0.5, 0.25});
    expect_pixel(apply(Curve(), {{1, 0.5f}}), {1, 0.5});
}

}  // namespace
}  // namespace weft::test
