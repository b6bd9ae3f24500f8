// Published programs that change how a picture looks: night, degrain, diffusion; and glow.
#include <algorithm>
#include <cmath>

#include "oracle.h"

namespace weft::test {
namespace {

/// One level of the edge-stopping blur of Jensen's night filter, on three colours.
Grid atrous(const Grid& in, int spacing) {
    constexpr double kMask[3][3] = {{0.057118, 0.124758, 0.057118},
                                    {0.124758, 0.272496, 0.124758},
                                    {0.057118, 0.124758, 0.057118}};
    return make(in, [&](int x, int y, int p) {
        if (p > 2) return in.at(x, y, p);
        double sum = 0, weights = 0;
        for (int v = -1; v <= 1; ++v)
            for (int u = -1; u <= 1; ++u) {
                double squares = 0;
                for (int c = 0; c < 3; ++c) {
                    const double d = in.near(x + u * spacing, y + v * spacing, c) - in.at(x, y, c);
                    squares += d * d;
                }
                double power = 1 - squares / 256;
                for (int i = 0; i < 8; ++i) power *= power;
                const double weight = kMask[v + 1][u + 1] * std::min(power, 1.0);
                sum += weight * in.near(x + u * spacing, y + v * spacing, p);
                weights += weight;
            }
        return sum / weights;
    });
}

/// How rods see colours: chromaticity (0.25, 0.25), the scotopic luminance times a brightness.
Grid scoto(const Grid& in, double brightness) {
    constexpr double kRows[3][3] = {{2.562263, -1.166107, -0.396157},
                                    {-1.021558, 1.977828, 0.043730},
                                    {0.075196, -0.256248, 1.181053}};
    return make(in, [&](int x, int y, int p) {
        if (p > 2) return in.at(x, y, p);
        const double r = in.at(x, y, 0), g = in.at(x, y, 1), b = in.at(x, y, 2);
        const double X = 0.5149 * r + 0.3244 * g + 0.1607 * b;
        const double Y = (0.2654 * r + 0.6704 * g + 0.0642 * b) / 3;
        const double Z = 0.0248 * r + 0.1248 * g + 0.8504 * b;
        const double V = brightness * Y * (1.33 * (1 + (Y + Z) / X) - 1.68);
        return std::clamp(kRows[p][0] * V + kRows[p][1] * V + kRows[p][2] * 2 * V, 0.0, 1.0);
    });
}

TEST(PictureOracle, Night) {
    for (const auto& [levels, brightness] : {std::pair{4, 0.4468}, {2, 0.8}})
        for (const int planes : {3, 4})
            expect_oracle({.effect = "night",
                           .settings = {{"levels", std::to_string(levels)},
                                        {"brightness", std::to_string(brightness)}},
                           .planes = planes,
                           .tolerance = 2e-5},
                          [n = levels, l = brightness](const Grid& in) {
                              Grid colours = in;
                              for (int level = 0; level < n; ++level)
                                  colours = atrous(colours, 1 << level);
                              return scoto(colours, l);
                          });
}

/// Rows or columns of an undecimated wavelet's level: what a filter of (1, 2, 1)/4 with holes lets
/// through, and what it keeps.
struct Bands {
    Grid high, low;
};

Bands split(const Grid& in, int dx, int dy) {
    const Grid low = make(in, [&](int x, int y, int p) {
        return (in.near(x - dx, y - dy, p) + 2 * in.at(x, y, p) + in.near(x + dx, y + dy, p)) / 4;
    });
    const Grid high =
        make(in, [&](int x, int y, int p) { return in.at(x, y, p) - low.at(x, y, p); });
    return {high, low};
}

double shrunk(double v, double threshold) {
    return std::copysign(std::max(std::abs(v) - threshold, 0.0), v);
}

/// Four levels of which all bands but the smoothest are shrunk, by half as much from each level to
/// the next, and then added up.
Grid degrained(const Grid& in, double threshold, int level) {
    if (level == 4) return in;
    const int spacing = 1 << level;
    const Bands across = split(in, spacing, 0);
    const Bands of_high = split(across.high, 0, spacing), of_low = split(across.low, 0, spacing);
    const Grid rest = degrained(of_low.low, threshold / 2, level + 1);
    return make(in, [&](int x, int y, int p) {
        return shrunk(of_high.high.at(x, y, p), threshold) +
               shrunk(of_high.low.at(x, y, p), threshold) +
               shrunk(of_low.high.at(x, y, p), threshold) + rest.at(x, y, p);
    });
}

TEST(PictureOracle, Degrain) {
    for (const double threshold : {0.004, 0.06})
        expect_oracle({.effect = "degrain",
                       .settings = {{"threshold", std::to_string(threshold)}},
                       .tolerance = 2e-6},
                      [&](const Grid& in) { return degrained(in, threshold, 0); });
}

/// The rise of 3t^2 - 2t^3 from 0 at `threshold` to 1 at `softness` above it.
double rise(double v, double threshold, double softness) {
    const double t = std::clamp((v - threshold) / softness, 0.0, 1.0);
    return 3 * t * t - 2 * t * t * t;
}

Grid boxed(const Grid& in, int radius, int dx, int dy) {
    return make(in, [&](int x, int y, int p) {
        double sum = 0;
        for (int i = -radius; i <= radius; ++i) sum += in.near(x + i * dx, y + i * dy, p);
        return sum / (2 * radius + 1);
    });
}

TEST(PictureOracle, Diffusion) {
    const struct {
        double amount, threshold, softness, radius;
        int spread, samples;
    } sets[] = {{0.8, 0.7, 0.3, 12, 8, 24}, {0.5, 0.4, 0.2, 5.5, 3, 61}};
    for (const auto& set : sets)
        expect_oracle(
            {.effect = "diffusion",
             .settings = {{"amount", std::to_string(set.amount)},
                          {"threshold", std::to_string(set.threshold)},
                          {"softness", std::to_string(set.softness)},
                          {"radius", std::to_string(set.radius)},
                          {"spread", std::to_string(set.spread)},
                          {"samples", std::to_string(set.samples)}},
             .tolerance = 1e-5},
            [&](const Grid& in) {
                Grid matte = make(in, [&](int x, int y, int p) {
                    return rise(in.at(x, y, p), set.threshold, set.softness);
                });
                for (int i = 0; i < 3; ++i) matte = boxed(matte, set.spread, 1, 0);
                for (int i = 0; i < 3; ++i) matte = boxed(matte, set.spread, 0, 1);
                const double turn = M_PI * (3 - std::sqrt(5.0));  // the golden angle
                return make(in, [&](int x, int y, int p) {
                    double scattered = 0;
                    for (int i = 0; i < set.samples; ++i) {
                        const double r = set.radius * std::sqrt((i + 0.5) / set.samples);
                        const int u = static_cast<int>(std::lround(r * std::cos(i * turn)));
                        const int v = static_cast<int>(std::lround(r * std::sin(i * turn)));
                        scattered += in.near(x + u, y + v, p) / set.samples;
                    }
                    const double t = set.amount * matte.at(x, y, p);
                    return (1 - t) * in.at(x, y, p) + t * scattered;
                });
            });
}

TEST(PictureOracle, Glow) {
    const struct {
        double threshold, softness, sigma;
        double tint[3];
    } sets[] = {{0.7, 0.3, 3, {1, 1, 1}}, {0.4, 0.2, 1.7, {2, 0.5, 1.25}}};
    for (const auto& set : sets)
        for (const int planes : {3, 4})
            expect_oracle(
                {.effect = "glow",
                 .settings = {{"threshold", std::to_string(set.threshold)},
                              {"softness", std::to_string(set.softness)},
                              {"sigma", std::to_string(set.sigma)},
                              {"brightness", std::to_string(set.tint[0]) + "," +
                                                 std::to_string(set.tint[1]) + "," +
                                                 std::to_string(set.tint[2])}},
                 .planes = planes,
                 .tolerance = 1e-5},
                [&](const Grid& in) {
                    const Grid light = make(in, [&](int x, int y, int p) {
                        const double luminance = 0.2126 * in.at(x, y, 0) + 0.7152 * in.at(x, y, 1) +
                                                 0.0722 * in.at(x, y, 2);
                        return rise(luminance, set.threshold, set.softness) * in.at(x, y, p);
                    });
                    const int radius = static_cast<int>(std::ceil(3 * set.sigma));
                    const auto blurred = [&](const Grid& g, int dx, int dy) {
                        return make(g, [&](int x, int y, int p) {
                            double sum = 0, weights = 0;
                            for (int i = -radius; i <= radius; ++i) {
                                const double w = std::exp(-i * i / (2 * set.sigma * set.sigma));
                                sum += w * g.near(x + i * dx, y + i * dy, p);
                                weights += w;
                            }
                            return sum / weights;
                        });
                    };
                    const Grid shine = blurred(blurred(light, 1, 0), 0, 1);
                    return make(in, [&](int x, int y, int p) {
                        const double s = shine.at(x, y, p), v = in.at(x, y, p);
                        return p == 3 ? s + v - s * v : v + set.tint[p] * s;
                    });
                });
}

}  // namespace
}  // namespace weft::test
