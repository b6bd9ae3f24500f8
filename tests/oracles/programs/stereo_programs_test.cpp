// Depth of field from a stereo pair.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "oracle.h"

namespace weft::test {
namespace {

struct LensSettings {
    int depths;
    double focus, scale;
    int samples, seed;
};

/// What a right eye sees of a left eye's picture: blocks of it some pixels further to the right.
Grid right_eye(const Grid& left) {
    const Grid noise = make_subject(left.width, left.height, 3, Subject::eBytes, 5);
    return make(left, [&](int x, int y, int p) {
        const int shift = 2 * ((x / 11 + 2 * (y / 9)) * 7 % 32);
        const double byte = 255 * left.near(x - shift, y, p) + std::floor(6 * noise.at(x, y, p));
        return static_cast<double>(static_cast<float>(std::min(std::floor(byte), 255.0)) / 255.0f);
    });
}

/// 1 3 3 1 at 2x - 1 to 2x + 2 on both axes.
Grid halved_grid(const Grid& in) {
    const auto weigh = [](double a, double b, double c, double d) {
        return (a + 3 * b + 3 * c + d) / 8;
    };
    Grid out((in.width + 1) / 2, (in.height + 1) / 2, in.planes);
    return make(out, [&](int x, int y, int p) {
        const auto row = [&](int j) {
            return weigh(in.near(2 * x - 1, j, p), in.near(2 * x, j, p), in.near(2 * x + 1, j, p),
                         in.near(2 * x + 2, j, p));
        };
        return weigh(row(2 * y - 1), row(2 * y), row(2 * y + 1), row(2 * y + 2));
    });
}

/// Three quarters of the nearer element, a quarter of the farther one, at (x, y) of twice the size.
double enlarged(const Grid& in, int x, int y, int p) {
    const auto row = [&](int j) {
        return 0.25 * in.near(x / 2 - 1 + 2 * (x % 2), j, p) + 0.75 * in.near(x / 2, j, p);
    };
    return 0.25 * row(y / 2 - 1 + 2 * (y % 2)) + 0.75 * row(y / 2);
}

/// Costs and their confidence, spread down and up eight levels.
Grid spread_costs(const Grid& left, const Grid& right, int depths) {
    constexpr std::size_t kLevels = 8;
    Grid costs(left.width, left.height, depths + 1);
    const auto byte = [](double sample) { return std::round(255 * sample); };
    for (int y = 0; y < left.height; ++y)
        for (int x = 0; x < left.width; ++x) {
            double sum = 0, squares = 0;
            for (int z = 0; z < depths; ++z) {
                double cost = 0;
                for (int c = 0; c < 3; ++c) {
                    const double own = byte(left.at(x, y, c));
                    const double d =
                        std::min(std::abs(own - byte(right.near(x + 2 * z, y, c))),
                                 std::abs(own - byte(right.near(x + 2 * z + 1, y, c))));
                    cost += d * d;
                }
                costs.at(x, y, z) = cost;
                sum += cost / depths;
                squares += cost * cost / depths;
            }
            const double confidence = squares - sum * sum;
            for (int z = 0; z < depths; ++z) costs.at(x, y, z) *= confidence;
            costs.at(x, y, depths) = confidence;
        }
    std::vector<Grid> push{costs};
    while (push.size() < kLevels) push.push_back(halved_grid(push.back()));
    Grid pulled = push.back();
    for (std::size_t level = kLevels - 1; level-- > 0;)
        pulled = make(push[level], [&](int x, int y, int p) {
            return (enlarged(pulled, x, y, p) + push[level].at(x, y, p)) / 2;
        });
    return pulled;
}

std::uint32_t scrambled(std::uint32_t h) {
    h = (h ^ (h >> 16)) * 0x7feb352du;
    h = (h ^ (h >> 15)) * 0x846ca68bu;
    return h ^ (h >> 16);
}

/// The sample's numbers: the upper half across, the lower down.
std::uint32_t chance(int x, int y, int sample, int seed) {
    std::uint32_t h = scrambled(static_cast<std::uint32_t>(seed) + 0x9e3779b9u);
    h = scrambled(h ^ (static_cast<std::uint32_t>(sample) * 0x85ebca6bu));
    h = scrambled(h + static_cast<std::uint32_t>(y));
    return scrambled(h ^ static_cast<std::uint32_t>(x));
}

Grid lens_blurred(const Grid& left, const Grid& right, const LensSettings& set) {
    const Grid costs = spread_costs(left, right, set.depths);
    const Grid depth = make(
        left,
        [&](int x, int y, int) {
            int least = 0;
            for (int z = 1; z < set.depths; ++z)
                if (costs.at(x, y, z) / costs.at(x, y, set.depths) <
                    costs.at(x, y, least) / costs.at(x, y, set.depths))
                    least = z;
            return least;
        },
        1);
    const Grid radius = make(
        depth,
        [&](int x, int y, int) { return std::abs(depth.at(x, y, 0) - set.focus) * set.scale; }, 1);
    // Something is in focus, and something is not.
    const auto [least, most] = std::minmax_element(radius.values.begin(), radius.values.end());
    EXPECT_LT(*least, 1.5);
    EXPECT_GT(*most, 5.0);
    constexpr int kFarthest = 9;
    Grid sums = left, counts = make(depth, [](int, int, int) { return 1; });
    for (int y = 0; y < left.height; ++y)
        for (int x = 0; x < left.width; ++x) {
            double worst = 0;
            for (int v = -kFarthest; v <= kFarthest; ++v)
                for (int u = -kFarthest; u <= kFarthest; ++u)
                    worst = std::max(worst, radius.near(x + u, y + v, 0));
            for (int s = 0; s < set.samples; ++s) {
                const std::uint32_t bits = chance(x, y, s, set.seed);
                const auto place = [&](std::uint32_t half) {
                    return static_cast<int>((half / 65536.0 - 0.5) * 2 * worst);
                };
                const int u = place(bits >> 16), v = place(bits & 0xffff);
                const double distance = u * u + v * v;
                const auto within = [&](double r) { return distance < r * r; };
                const bool in_front = depth.near(x + u, y + v, 0) < depth.at(x, y, 0);
                if (!(within(radius.at(x, y, 0)) || in_front)) continue;
                if (!within(radius.near(x + u, y + v, 0))) continue;
                counts.at(x, y, 0) += 1;
                for (int c = 0; c < left.planes; ++c)
                    sums.at(x, y, c) += left.near(x + u, y + v, c);
            }
        }
    return make(left, [&](int x, int y, int c) { return sums.at(x, y, c) / counts.at(x, y, 0); });
}

TEST(StereoOracle, HalidesLensBlur) {
    for (const LensSettings& set : {LensSettings{32, 13, 0.5, 32, 0}, {11, 3, 1.5, 20, 7}})
        for (const auto& [width, height] : {std::pair{71, 45}, {37, 23}}) {
            const Grid left = make_subject(width, height, 3, Subject::eBytes);
            const Grid right = right_eye(left);
            expect_picture({.effect = "lens-blur",
                            .settings = {{"depths", std::to_string(set.depths)},
                                         {"focus", std::to_string(set.focus)},
                                         {"scale", std::to_string(set.scale)},
                                         {"samples", std::to_string(set.samples)},
                                         {"seed", std::to_string(set.seed)}},
                            .tolerance = 1e-6,
                            .left = 0,
                            .top = 0},
                           {left, right}, lens_blurred(left, right, set));
        }
}

}  // namespace
}  // namespace weft::test
