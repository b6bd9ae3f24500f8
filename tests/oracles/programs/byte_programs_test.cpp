// Programs on whole numbers: Hipacc's on bytes, Halide's camera and stencils.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "oracle.h"

namespace weft::test {
namespace {

/// The bytes, 0 to 255.
Grid bytes(const Grid& in) {
    return make(in, [&](int x, int y, int p) { return std::round(255.0 * in.at(x, y, p)); });
}

/// As C stores a whole number in a byte that saturates, seen as a sample.
double sample_of(int value) {
    return static_cast<double>(static_cast<float>(value < 0     ? 0
                                                  : value > 255 ? 255
                                                                : value) *
                               (1.0f / 255.0f));
}

TEST(ByteOracle, Gaussian3x3) {
    const double sets[2][3] = {{0.057118, 0.124758, 0.272496}, {0.0625, 0.125, 0.25}};
    for (const auto& [corner, edge, centre] : sets)
        expect_oracle({.effect = "gaussian-3x3",
                       .settings = {{"corner", std::to_string(corner)},
                                    {"edge", std::to_string(edge)},
                                    {"centre", std::to_string(centre)}},
                       .subject = Subject::eBytes,
                       .agreement = Agreement::eRounded},
                      [&, c = corner, e = edge, m = centre](const Grid& in) {
                          const Grid b = bytes(in);
                          const double mask[3][3] = {{c, e, c}, {e, m, e}, {c, e, c}};
                          return make(in, [&](int x, int y, int p) {
                              double sum = 0;
                              for (int v = 0; v < 3; ++v)
                                  for (int u = 0; u < 3; ++u)
                                      sum += mask[v][u] * b.near(x + u - 1, y + v - 1, p);
                              return sum;
                          });
                      });
}

/// Halide's histogram equalisation, in its own float arithmetic.
TEST(ByteOracle, Equalise) {
    for (const float amount : {1.0f, 0.5f})
        expect_oracle(
            {.effect = "equalise",
             .settings = {{"amount", std::to_string(amount)}},
             .subject = Subject::eBytes,
             .agreement = Agreement::eExact},
            [amount](const Grid& in) {
                const Grid b = bytes(in);
                const auto code = [&](int x, int y, int p) {
                    return static_cast<float>(b.at(x, y, p));
                };
                const auto luma = [&](int x, int y) {
                    return 0.299f * code(x, y, 0) + 0.587f * code(x, y, 1) + 0.114f * code(x, y, 2);
                };
                std::array<int, 256> counts{};
                for (int y = 0; y < in.height; ++y)
                    for (int x = 0; x < in.width; ++x)
                        ++counts[static_cast<std::size_t>(luma(x, y))];
                std::array<float, 256> spread{};
                for (std::size_t i = 0, sum = 0; i < 256; ++i) {
                    sum += static_cast<std::size_t>(counts[i]);
                    spread[i] =
                        static_cast<float>(sum) / static_cast<float>(in.width * in.height) * 255.0f;
                }
                return make(in, [&](int x, int y, int p) {
                    const float l = luma(x, y);
                    const float even =
                        l * (1.0f - amount) + spread[static_cast<std::size_t>(l)] * amount;
                    const float cr = (code(x, y, 0) - l) * 0.713f,
                                cb = (code(x, y, 2) - l) * 0.564f;
                    const float value = p == 0   ? even + cr * 1.4f
                                        : p == 1 ? even - cb * 0.343f - cr * 0.711f
                                                 : even + cb * 1.765f;
                    return sample_of(static_cast<int>(value));
                });
            });
}

TEST(ByteOracle, Laplace5x5) {
    for (const auto& [radius, offset] : {std::pair{2, 128}, {1, 90}})
        expect_oracle(
            {.effect = "laplace-5x5",
             .settings = {{"radius", std::to_string(radius)}, {"offset", std::to_string(offset)}},
             .subject = Subject::eBytes,
             .agreement = Agreement::eExact},
            [r = radius, o = offset](const Grid& in) {
                const Grid b = bytes(in);
                return make(in, [&](int x, int y, int p) {
                    int sum = 0;
                    for (int v = -r; v <= r; ++v)
                        for (int u = -r; u <= r; ++u) {
                            const int taps = (2 * r + 1) * (2 * r + 1);
                            const int weight = u == 0 && v == 0 ? 1 - taps : 1;
                            sum += weight * static_cast<int>(b.near(x + u, y + v, p));
                        }
                    return sample_of(sum + o);
                });
            });
}

TEST(ByteOracle, Bilateral13x13) {
    for (const auto& [radius, spatial, range] :
         {std::tuple{6, 3.0, 16.0}, std::tuple{3, 2.0, 40.0}})
        expect_oracle({.effect = "bilateral-13x13",
                       .settings = {{"radius", std::to_string(radius)},
                                    {"spatial-sigma", std::to_string(spatial)},
                                    {"range-sigma", std::to_string(range)}},
                       .subject = Subject::eBytes,
                       .agreement = Agreement::eRounded},
                      [n = radius, s = spatial, r = range](const Grid& in) {
                          const Grid b = bytes(in);
                          return make(in, [&](int x, int y, int p) {
                              double sum = 0, weights = 0;
                              for (int v = -n; v <= n; ++v)
                                  for (int u = -n; u <= n; ++u) {
                                      const double d = b.near(x + u, y + v, p) - b.at(x, y, p);
                                      const double weight =
                                          std::exp(-d * d / (2 * r * r)) *
                                          std::exp(-(u * u + v * v) / (2 * s * s));
                                      sum += weight * b.near(x + u, y + v, p);
                                      weights += weight;
                                  }
                              return sum / weights;
                          });
                      });
}

/// A mask of three by three over whole numbers, the sum divided as C divides.
Grid derivative(const Grid& b, const int (&mask)[3][3], int divisor) {
    return make(b, [&](int x, int y, int p) {
        int sum = 0;
        for (int v = 0; v < 3; ++v)
            for (int u = 0; u < 3; ++u)
                sum += mask[v][u] * static_cast<int>(b.near(x + u - 1, y + v - 1, p));
        const int quotient = sum / divisor;
        return static_cast<double>(quotient);
    });
}

TEST(ByteOracle, Sobel) {
    for (const auto& [centre, divisor] : {std::pair{2, 4}, {1, 3}})
        expect_oracle(
            {.effect = "sobel",
             .settings = {{"centre", std::to_string(centre)}, {"divisor", std::to_string(divisor)}},
             .subject = Subject::eBytes,
             .agreement = Agreement::eExact},
            [c = centre, d = divisor](const Grid& in) {
                const Grid b = bytes(in);
                const int across[3][3] = {{-1, 0, 1}, {-c, 0, c}, {-1, 0, 1}};
                const int down[3][3] = {{-1, -c, -1}, {0, 0, 0}, {1, c, 1}};
                const Grid gx = derivative(b, across, d), gy = derivative(b, down, d);
                return make(in, [&](int x, int y, int p) {
                    const double u = gx.at(x, y, p), v = gy.at(x, y, p);
                    return sample_of(static_cast<int>(std::sqrt(u * u + v * v)));
                });
            });
}

/// The structure tensor that both corner detectors look at: xx, yy and xy of one plane.
struct Tensor {
    Grid xx, yy, xy;
};

Tensor structure_tensor(const Grid& b) {
    const int across[3][3] = {{-1, 0, 1}, {-1, 0, 1}, {-1, 0, 1}};
    const int down[3][3] = {{-1, -1, -1}, {0, 0, 0}, {1, 1, 1}};
    const int binomial[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};
    const Grid dx = derivative(b, across, 6), dy = derivative(b, down, 6);
    const auto smooth_product = [&](const Grid& u, const Grid& v) {
        const Grid product =
            make(b, [&](int x, int y, int p) { return u.at(x, y, p) * v.at(x, y, p); });
        return derivative(product, binomial, 16);
    };
    return {smooth_product(dx, dx), smooth_product(dy, dy), smooth_product(dx, dy)};
}

TEST(ByteOracle, Harris) {
    for (const auto& [k, threshold] : {std::pair{0.04, 20000.0}, {0.06, 3000.0}})
        expect_oracle(
            {.effect = "harris",
             .settings = {{"k", std::to_string(k)}, {"threshold", std::to_string(threshold)}},
             .subject = Subject::eBytes,
             .agreement = Agreement::eExact},
            [k_ = k, t = threshold](const Grid& in) {
                const Tensor tensor = structure_tensor(bytes(in));
                return make(in, [&](int x, int y, int p) {
                    const double xx = tensor.xx.at(x, y, p);
                    const double yy = tensor.yy.at(x, y, p);
                    const double xy = tensor.xy.at(x, y, p);
                    const double trace = xx + yy;
                    return xx * yy - xy * xy - k_ * trace * trace > t ? 1.0 : 0.0;
                });
            });
}

TEST(ByteOracle, ShiTomasi) {
    for (const double threshold : {200.0, 60.0})
        expect_oracle({.effect = "shi-tomasi",
                       .settings = {{"threshold", std::to_string(threshold)}},
                       .subject = Subject::eBytes,
                       .agreement = Agreement::eExact},
                      [&](const Grid& in) {
                          const Tensor tensor = structure_tensor(bytes(in));
                          return make(in, [&](int x, int y, int p) {
                              const double xx = tensor.xx.at(x, y, p);
                              const double yy = tensor.yy.at(x, y, p);
                              const double xy = tensor.xy.at(x, y, p);
                              const double d = xx - yy;
                              const double lesser = (xx + yy - std::sqrt(d * d + 4 * xy * xy)) / 2;
                              return lesser > threshold ? 1.0 : 0.0;
                          });
                      });
}

/// A picture of whole numbers, quarter by quarter as a camera's pipeline takes a mosaic apart: each
/// step straight from the definition, in sub-pictures of one colour.
struct Mosaic {
    std::function<int(int, int)> at;  ///< of the whole mosaic, the nearest pixel inside

    int gr(int x, int y) const { return at(2 * x, 2 * y); }
    int r(int x, int y) const { return at(2 * x + 1, 2 * y); }
    int b(int x, int y) const { return at(2 * x, 2 * y + 1); }
    int gb(int x, int y) const { return at(2 * x + 1, 2 * y + 1); }
};

int rounded_mean(int a, int b) { return static_cast<int>(std::floor((a + b + 1) / 2.0)); }

/// Green at red, and at blue, pixels.
int g_r(const Mosaic& m, int x, int y) {
    const int v = std::abs(m.gb(x, y - 1) - m.gb(x, y)), h = std::abs(m.gr(x + 1, y) - m.gr(x, y));
    return h < v ? rounded_mean(m.gr(x + 1, y), m.gr(x, y))
                 : rounded_mean(m.gb(x, y - 1), m.gb(x, y));
}
int g_b(const Mosaic& m, int x, int y) {
    const int v = std::abs(m.gr(x, y + 1) - m.gr(x, y)), h = std::abs(m.gb(x - 1, y) - m.gb(x, y));
    return h < v ? rounded_mean(m.gb(x - 1, y), m.gb(x, y))
                 : rounded_mean(m.gr(x, y + 1), m.gr(x, y));
}

/// Red, green and blue of one pixel.
std::array<int, 3> developed(const Mosaic& m, int px, int py) {
    const int x = px >> 1, y = py >> 1;
    const auto near = [&](int green, int ga, int gb, int a, int b) {
        return green - rounded_mean(ga, gb) + rounded_mean(a, b);
    };
    if ((px & 1) == 0 && (py & 1) == 0) {
        const int g = m.gr(x, y);
        return {near(g, g_r(m, x, y), g_r(m, x - 1, y), m.r(x - 1, y), m.r(x, y)), g,
                near(g, g_b(m, x, y), g_b(m, x, y - 1), m.b(x, y), m.b(x, y - 1))};
    }
    if ((px & 1) != 0 && (py & 1) != 0) {
        const int g = m.gb(x, y);
        return {near(g, g_r(m, x, y), g_r(m, x, y + 1), m.r(x, y), m.r(x, y + 1)), g,
                near(g, g_b(m, x, y), g_b(m, x + 1, y), m.b(x, y), m.b(x + 1, y))};
    }
    if ((px & 1) == 0) {  // blue
        const int g = g_b(m, x, y);
        const bool p =
            std::abs(m.r(x, y) - m.r(x - 1, y + 1)) < std::abs(m.r(x - 1, y) - m.r(x, y + 1));
        const int red =
            p ? near(g, g_r(m, x, y), g_r(m, x - 1, y + 1), m.r(x, y), m.r(x - 1, y + 1))
              : near(g, g_r(m, x - 1, y), g_r(m, x, y + 1), m.r(x - 1, y), m.r(x, y + 1));
        return {red, g, m.b(x, y)};
    }
    const int g = g_r(m, x, y);
    const bool p =
        std::abs(m.b(x, y) - m.b(x + 1, y - 1)) < std::abs(m.b(x + 1, y) - m.b(x, y - 1));
    const int blue = p ? near(g, g_b(m, x, y), g_b(m, x + 1, y - 1), m.b(x, y), m.b(x + 1, y - 1))
                       : near(g, g_b(m, x + 1, y), g_b(m, x, y - 1), m.b(x + 1, y), m.b(x, y - 1));
    return {m.r(x, y), g, blue};
}

/// Away from the border, which each stage meets in its own way.
TEST(ByteOracle, HalidesCameraPipe) {
    const struct {
        double kelvin, gamma, contrast, sharpen;
    } sets[] = {{3700, 2, 50, 1}, {5200, 1.6, 20, 0.5}};
    for (const auto& set : sets)
        expect_oracle(
            {.effect = "camera-pipe",
             .settings = {{"kelvin", std::to_string(set.kelvin)},
                          {"gamma", std::to_string(set.gamma)},
                          {"contrast", std::to_string(set.contrast)},
                          {"sharpen", std::to_string(set.sharpen)}},
             .planes = 1,
             .agreement = Agreement::eExact,
             .margin = 6},
            [&](const Grid& in) {
                // Colours lie by the picture's own coordinates, which begin at -3, 2.
                const auto raw = [&](int x, int y) {
                    const auto value = static_cast<float>(in.near(x + 3, y - 2, 0));
                    return static_cast<int>(std::nearbyint(value * 1023.0f));
                };
                const Mosaic clean{[&](int x, int y) {
                    const int most = std::max(std::max(raw(x - 2, y), raw(x + 2, y)),
                                              std::max(raw(x, y - 2), raw(x, y + 2)));
                    return std::min(std::max(raw(x, y), 0), most);
                }};
                const double first[3][4] = {{1.6697, -0.2693, -0.4004, -42.4346},
                                            {-0.3576, 1.0615, 1.5949, -37.1158},
                                            {-0.2175, -1.8751, 6.9640, -26.6970}};
                const double second[3][4] = {{2.2997, -0.4478, 0.1706, -39.0923},
                                             {-0.3826, 1.5906, -0.2080, -25.4311},
                                             {-0.0888, -0.7344, 2.2832, -20.0826}};
                const double part = (1 / set.kelvin - 1 / 3200.) / (1 / 7000. - 1 / 3200.);
                const double b = 2 - std::pow(2, set.contrast / 100), a = 2 - 2 * b;
                const auto toned = [&](int number) {
                    const double x = std::clamp((number - 25) / 998.0, 0.0, 1.0);
                    const double g = std::pow(x, 1 / set.gamma);
                    const double z =
                        g > 0.5 ? 1 - a * (1 - g) * (1 - g) - b * (1 - g) : a * g * g + b * g;
                    return std::clamp(static_cast<int>(std::lround(z * 255)), 0, 255);
                };
                const Grid colours = make(
                    in,
                    [&](int x, int y, int c) {
                        const std::array<int, 3> own = developed(clean, x - 3, y + 2);
                        int sum = static_cast<int>(
                            256 * (first[c][3] * part + second[c][3] * (1 - part)));
                        for (int k = 0; k < 3; ++k)
                            sum += own[static_cast<std::size_t>(k)] *
                                   static_cast<int>(
                                       256 * (first[c][k] * part + second[c][k] * (1 - part)));
                        const int number = static_cast<int>(std::floor(sum / 256.0));
                        return toned(std::clamp(number, 0, 1023));
                    },
                    3);
                return make(
                    colours,
                    [&](int x, int y, int c) {
                        const auto at = [&](int u, int v) {
                            return static_cast<int>(colours.near(x + u, y + v, c));
                        };
                        const auto three = [](int p, int q, int s) {
                            return rounded_mean(rounded_mean(p, s), q);
                        };
                        const auto column = [&](int u) {
                            return three(at(u, -1), at(u, 0), at(u, 1));
                        };
                        const int mask = at(0, 0) - three(column(-1), column(0), column(1));
                        const int times = static_cast<int>(32 * set.sharpen);
                        const double more = std::floor(mask * times / 32.0);
                        const double byte = std::clamp(at(0, 0) + more, 0.0, 255.0);
                        return static_cast<double>(static_cast<float>(byte) / 255.0f);
                    },
                    3);
            });
}

/// Two means of three whole numbers of 16 bits, in those: of 65535 sums wrap around.
TEST(ByteOracle, HalidesBlur) {
    for (const int white : {65535, 4095})
        expect_oracle({.effect = "blur-3x3-halide",
                       .settings = {{"white", std::to_string(white)}},
                       .planes = 2,
                       .agreement = Agreement::eExact},
                      [&](const Grid& in) {
                          const auto number = [&](int x, int y, int p) {
                              const auto value = static_cast<float>(in.near(x, y, p));
                              return static_cast<std::uint16_t>(
                                  std::nearbyint(value * static_cast<float>(white)));
                          };
                          const auto third = [](std::uint16_t a, std::uint16_t b, std::uint16_t c) {
                              const auto sum = static_cast<std::uint16_t>(a + b + c);
                              return static_cast<std::uint16_t>(sum / 3);
                          };
                          const auto across = [&](int x, int y, int p) {
                              return third(number(x, y, p), number(x + 1, y, p),
                                           number(x + 2, y, p));
                          };
                          return make(in, [&](int x, int y, int p) {
                              const std::uint16_t mean =
                                  third(across(x, y, p), across(x, y + 1, p), across(x, y + 2, p));
                              return static_cast<double>(static_cast<float>(mean) /
                                                         static_cast<float>(white));
                          });
                      });
}

/// A chain of sums over whole numbers of 16 bits, in those; where the picture ends its last pixels
/// go on, farther than all sums reach.
TEST(ByteOracle, HalidesStencilChain) {
    constexpr int kStencils = 32, kAround = 2 * kStencils;
    for (const int offset : {3, 1})
        expect_oracle(
            {.effect = "stencil-chain",
             .settings = {{"offset", std::to_string(offset)}},
             .planes = 1,
             .agreement = Agreement::eExact},
            [&](const Grid& in) {
                const int width = in.width + 2 * kAround, height = in.height + 2 * kAround;
                std::vector<std::uint16_t> numbers, sums;
                for (int y = 0; y < height; ++y)
                    for (int x = 0; x < width; ++x) {
                        const auto value = static_cast<float>(in.near(x - kAround, y - kAround, 0));
                        numbers.push_back(
                            static_cast<std::uint16_t>(std::nearbyint(value * 65535.0f)));
                    }
                for (int stencil = 1; stencil <= kStencils; ++stencil) {
                    sums = numbers;
                    for (int y = 2 * stencil; y < height - 2 * stencil; ++y)
                        for (int x = 2 * stencil; x < width - 2 * stencil; ++x) {
                            std::uint32_t sum = 0;
                            for (int i = -2; i <= 2; ++i)
                                for (int j = -2; j <= 2; ++j)
                                    sum +=
                                        static_cast<std::uint32_t>((i + offset) * (j + offset)) *
                                        numbers[static_cast<std::size_t>((y + j) * width + x + i)];
                            sums[static_cast<std::size_t>(y * width + x)] =
                                static_cast<std::uint16_t>(sum);
                        }
                    numbers = sums;
                }
                return make(in, [&](int x, int y, int) {
                    const int at = (y + kAround) * width + x + kAround;
                    const auto number = static_cast<float>(numbers[static_cast<std::size_t>(at)]);
                    return static_cast<double>(number / 65535.0f);
                });
            });
}

}  // namespace
}  // namespace weft::test
