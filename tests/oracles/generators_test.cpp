// Generated pictures, vignettes and grain against their formulas and statistics.
#include <numbers>

#include "generator/checkerboard.h"
#include "generator/constant.h"
#include "generator/noise.h"
#include "generator/ramp.h"
#include "graph/descriptor.h"
#include "harness.h"
#include "pixel/grain.h"
#include "pixel/vignette.h"

namespace weft::test {
namespace {

using namespace functors;

TEST(Constant, HoldsItsColourInTheRightPlanes) {
    const double colour[] = {0.1f, 0.2f, 0.3f, 0.4f};
    const std::vector<std::vector<int>> planes = {
        {0}, {0, 3}, {0, 1, 2}, {0, 1, 2, 3}, {0, 1, 2, 3, -1}};
    for (int n = 1; n <= 5; ++n) {
        const auto outputs = run(Constant(0.1f, 0.2f, 0.3f, 0.4f, 7, 5, n), {});
        ASSERT_EQ(outputs.size(), 1u);
        ASSERT_EQ(outputs[0].domain(), (Rect{0, 0, 7, 5}));
        ASSERT_EQ(outputs[0].planes(), n);
        expect_picture(
            outputs[0],
            [&](int, int, int p) {
                const int which =
                    planes[static_cast<std::size_t>(n - 1)][static_cast<std::size_t>(p)];
                return which < 0 ? 0.0 : colour[which];
            },
            0);
    }
}

TEST(Ramp, RunsAlongItsLine) {
    for (const auto& [width, height] : {std::pair{31, 17}, std::pair{1, 1}, std::pair{1, 9}})
        for (const double angle : {0.0, 90.0, 30.0, -120.0}) {
            const auto outputs = run(Ramp(static_cast<float>(angle), width, height, 1), {});
            ASSERT_EQ(outputs.size(), 1u);
            const double a = angle * std::numbers::pi / 180, c = std::cos(a), s = -std::sin(a);
            expect_picture(
                outputs[0],
                [&, width = width, height = height](int x, int y, int) {
                    // From the corner farthest back to the corner farthest on.
                    const double at = (x + 0.5) * c + (y + 0.5) * s;
                    double low = 1e9, high = -1e9;
                    for (const double u : {0.0, 1.0 * width})
                        for (const double v : {0.0, 1.0 * height}) {
                            low = std::min(low, u * c + v * s);
                            high = std::max(high, u * c + v * s);
                        }
                    return (at - low) / (high - low);
                },
                1e-5);
        }
}

TEST(Checkerboard, ChangesColourFromSquareToSquare) {
    const auto outputs = run(Checkerboard(3, 20, 11, 4), {});
    ASSERT_EQ(outputs.size(), 1u);
    for (int y = 0; y < 11; ++y)
        for (int x = 0; x < 20; ++x) {
            const bool first = (x % 6 < 3) == (y % 6 < 3);
            EXPECT_EQ(outputs[0].at(x, y, 1), first ? 0.1f : 0.5f) << x << ", " << y;
            EXPECT_EQ(outputs[0].at(x, y, 3), 1.0f);
        }
}

struct Moments {
    double mean = 0, deviation = 0;
};
Moments moments(const Picture& picture, int plane) {
    double sum = 0, squares = 0;
    const Rect d = picture.domain();
    for (int y = d.y0; y < d.y1; ++y)
        for (int x = d.x0; x < d.x1; ++x) {
            sum += picture.at(x, y, plane);
            squares += static_cast<double>(picture.at(x, y, plane)) * picture.at(x, y, plane);
        }
    const double n = static_cast<double>(d.area());
    return {sum / n, std::sqrt(squares / n - sum / n * (sum / n))};
}

TEST(Noise, IsSmoothAndLiesAroundTheMiddle) {
    const auto outputs = run(Noise(16.0f, 256, 192, 3), {});
    ASSERT_EQ(outputs.size(), 1u);
    const Moments m = moments(outputs[0], 0);
    EXPECT_NEAR(m.mean, 0.5, 0.03);
    EXPECT_GT(m.deviation, 0.05);
    EXPECT_LT(m.deviation, 0.3);
    for (int y = 0; y < 192; ++y)
        for (int x = 1; x < 256; ++x)
            EXPECT_LT(std::abs(outputs[0].at(x, y, 0) - outputs[0].at(x - 1, y, 0)), 0.35f);
}

/// One picture of noise with some parameters set.
Picture noise_with(const std::vector<std::pair<std::string, float>>& values) {
    Noise noise(24.0f, 48, 32, 3);
    for (const ParameterRef& p : parameters_of(noise))
        for (const auto& [name, value] : values) {
            if (name != p.name) continue;
            if (p.type == ParameterType::eFloat) *static_cast<float*>(p.value) = value;
            if (p.type == ParameterType::eInt)
                *static_cast<int*>(p.value) = static_cast<int>(value);
            if (p.type == ParameterType::eBool) *static_cast<bool*>(p.value) = value != 0;
        }
    return std::move(run(noise, {}).front());
}

TEST(Noise, DoesWhatItsParametersSay) {
    const Picture plain = noise_with({});
    expect_picture(noise_with({{"contrast", 0}}), [](int, int, int) { return 0.5; }, 0);
    expect_picture(noise_with({{"contrast", 2}}),
                   [&](int x, int y, int p) { return 0.5 + 2 * (plain.at(x, y, p) - 0.5); });
    EXPECT_GT(count_differences(plain, noise_with({{"seed", 1}})), 4000);
    EXPECT_GT(count_differences(plain, noise_with({{"evolution", 0.5f}})), 4000);
    const Picture little = noise_with({{"evolution", 0.001f}});
    expect_picture(little, [&](int x, int y, int p) { return plain.at(x, y, p); }, 0.01);
    // One octave of size 24 folded: from 1/2 + w/2 to |w|, w being what one octave makes.
    const Picture one = noise_with({{"octaves", 1}});
    expect_picture(noise_with({{"octaves", 1}, {"turbulent", 1}}),
                   [&](int x, int y, int p) { return std::abs(2 * one.at(x, y, p) - 1.0); });
    for (int x = 0; x < 48; ++x) EXPECT_EQ(plain.at(x, 5, 0), plain.at(x, 5, 2));
    const Picture coloured = noise_with({{"coloured", 1}});
    EXPECT_NE(coloured.at(7, 5, 0), coloured.at(7, 5, 2));
}

TEST(Vignette, DarkensWithTheDistance) {
    const Rect frame{-3, 4, 18, 15};
    const Picture input = random_picture(frame, 4);
    const auto outputs = run(Vignette(0.7f), {&input});
    ASSERT_EQ(outputs.size(), 1u);
    expect_picture(
        outputs[0],
        [&](int x, int y, int p) {
            // An ellipse: sides at 1/sqrt 2, corners at 1.
            const double u = (x + 0.5 - 7.5) / 10.5 / std::sqrt(2.0);
            const double v = (y + 0.5 - 9.5) / 5.5 / std::sqrt(2.0);
            const double t = std::clamp((std::hypot(u, v) - 0.5) / 0.6f, 0.0, 1.0);
            const double share = t * t * (3 - 2 * t);
            return p == 3 ? input.at(x, y, p) : input.at(x, y, p) * (1 - 0.7f * share);
        },
        1e-5);
}

TEST(Grain, HasTheDeviationThatIsAskedFor) {
    const Picture input = flat_picture({0, 0, 200, 150}, 4, 0.0f);
    for (const float size : {1.0f, 2.5f}) {
        Grain grain(0.1f);
        for (const ParameterRef& p : parameters_of(grain))
            if (std::string(p.name) == "size") *static_cast<float*>(p.value) = size;
        const auto outputs = run(grain, {&input});
        ASSERT_EQ(outputs.size(), 1u);
        const Moments m = moments(outputs[0], 0);
        EXPECT_NEAR(m.mean, 0.0, 0.01) << size;
        EXPECT_NEAR(m.deviation, 0.1, 0.01) << size;
        EXPECT_EQ(moments(outputs[0], 3).deviation, 0.0) << "alpha stays";
        EXPECT_GT(count_differences(outputs[0], input), 80000);
        // Red and green have grain of their own.
        double both = 0;
        for (int y = 0; y < 150; ++y)
            for (int x = 0; x < 200; ++x) both += outputs[0].at(x, y, 0) * outputs[0].at(x, y, 1);
        EXPECT_LT(std::abs(both / 30000), 0.002);
    }
}

}  // namespace
}  // namespace weft::test
