// Hipacc's programs on bytes, in whole numbers.
#include <cmath>

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
        return static_cast<double>(sum / divisor);
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

}  // namespace
}  // namespace weft::test
