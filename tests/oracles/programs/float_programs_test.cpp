// Published programs on floats: sharpening, corners, small blurs, enhancement.
#include <algorithm>
#include <cmath>

#include "oracle.h"

namespace weft::test {
namespace {

/// The planes' weighted sum along an axis, weights centred; dx, dy: one step.
Grid convolved(const Grid& in, const std::vector<double>& weights, int dx, int dy) {
    const int radius = static_cast<int>(weights.size()) / 2;
    return make(in, [&](int x, int y, int p) {
        double sum = 0;
        for (int i = -radius; i <= radius; ++i)
            sum +=
                weights[static_cast<std::size_t>(i + radius)] * in.near(x + i * dx, y + i * dy, p);
        return sum;
    });
}

/// Television's grey of a colour picture, or the first plane of another.
Grid grey_of(const Grid& in) {
    return make(
        in,
        [&](int x, int y, int) {
            return in.planes < 3
                       ? in.at(x, y, 0)
                       : 0.299 * in.at(x, y, 0) + 0.587 * in.at(x, y, 1) + 0.114 * in.at(x, y, 2);
        },
        1);
}

TEST(FloatOracle, HalidesUnsharp) {
    const struct {
        double amount, sigma;
        int radius;
        bool normalise;
    } sets[] = {{1, 1.5, 3, false}, {0.5, 2.25, 5, true}};
    for (const auto& set : sets)
        for (const int planes : {1, 3, 4})
            expect_oracle(
                {.effect = "unsharp-halide",
                 .settings = {{"amount", std::to_string(set.amount)},
                              {"sigma", std::to_string(set.sigma)},
                              {"radius", std::to_string(set.radius)},
                              {"normalise", set.normalise ? "true" : "false"}},
                 .planes = planes,
                 .tolerance = 2e-5},
                [&](const Grid& in) {
                    std::vector<double> weights;
                    double sum = 0;
                    for (int i = -set.radius; i <= set.radius; ++i) {
                        const double t = i / set.sigma;
                        weights.push_back(std::exp(-t * t / 2) / (std::sqrt(2 * M_PI) * set.sigma));
                        sum += weights.back();
                    }
                    for (double& w : weights) w /= set.normalise ? sum : 1;
                    const Grid grey = grey_of(in);
                    const Grid blurred = convolved(convolved(grey, weights, 0, 1), weights, 1, 0);
                    return make(in, [&](int x, int y, int p) {
                        if (p > 2) return in.at(x, y, p);
                        const double g = grey.at(x, y, 0);
                        const double sharp = g + set.amount * (g - blurred.at(x, y, 0));
                        return sharp / g * in.at(x, y, p);
                    });
                });
}

TEST(FloatOracle, PolyMagesUnsharp) {
    for (const auto& [weight, threshold] : {std::pair{3.0, 0.001}, {0.75, 0.05}})
        expect_oracle({.effect = "unsharp-polymage",
                       .settings = {{"weight", std::to_string(weight)},
                                    {"threshold", std::to_string(threshold)}},
                       .tolerance = 1e-5},
                      [w = weight, t = threshold](const Grid& in) {
                          const std::vector<double> binomial = {1 / 16.0, 4 / 16.0, 6 / 16.0,
                                                                4 / 16.0, 1 / 16.0};
                          const Grid blurred =
                              convolved(convolved(in, binomial, 0, 1), binomial, 1, 0);
                          return make(in, [&](int x, int y, int p) {
                              const double v = in.at(x, y, p), b = blurred.at(x, y, p);
                              return std::abs(v - b) < t ? v : (1 + w) * v - w * b;
                          });
                      });
}

/// The mask of three by three of Hipacc's unsharp filter and of its night filter.
constexpr double kGauss[3][3] = {
    {0.057118, 0.124758, 0.057118}, {0.124758, 0.272496, 0.124758}, {0.057118, 0.124758, 0.057118}};

TEST(FloatOracle, HipaccsUnsharp) {
    for (const auto& [amount, floor] : {std::pair{1.0, 0.01}, {2.5, 0.3}})
        expect_oracle(
            {.effect = "unsharp-hipacc",
             .settings = {{"amount", std::to_string(amount)}, {"floor", std::to_string(floor)}},
             .tolerance = 1e-5},
            [a = amount, f = floor](const Grid& in) {
                return make(in, [&](int x, int y, int p) {
                    double blurred = 0;
                    for (int v = 0; v < 3; ++v)
                        for (int u = 0; u < 3; ++u)
                            blurred += kGauss[v][u] * in.near(x + u - 1, y + v - 1, p);
                    const double g = in.at(x, y, p);
                    return (g + a * (g - blurred)) / std::max(g, f) * g;
                });
            });
}

/// The mean of the rectangle around a pixel.
double mean(const Grid& in, int x, int y, int p, int radius_x, int radius_y) {
    double sum = 0;
    for (int v = -radius_y; v <= radius_y; ++v)
        for (int u = -radius_x; u <= radius_x; ++u) sum += in.near(x + u, y + v, p);
    return sum / ((2 * radius_x + 1) * (2 * radius_y + 1));
}

TEST(FloatOracle, Enhance) {
    const struct {
        int radius;
        double gain, exponent;
    } sets[] = {{1, 2, 0.6}, {2, 0.75, 1.4}};
    for (const auto& set : sets)
        expect_oracle({.effect = "enhance",
                       .settings = {{"radius", std::to_string(set.radius)},
                                    {"gain", std::to_string(set.gain)},
                                    {"exponent", std::to_string(set.exponent)}},
                       .tolerance = 1e-5},
                      [&](const Grid& in) {
                          return make(in, [&](int x, int y, int p) {
                              const double m = mean(in, x, y, p, set.radius, set.radius);
                              return std::pow(set.gain * m, set.exponent);
                          });
                      });
}

TEST(FloatOracle, Blur3x3) {
    for (const int radius : {1, 3})
        expect_oracle({.effect = "blur-3x3",
                       .settings = {{"radius", std::to_string(radius)}},
                       .tolerance = 2e-6},
                      [&](const Grid& in) {
                          return make(in, [&](int x, int y, int p) {
                              return mean(in, x, y, p, radius, radius);
                          });
                      });
}

TEST(FloatOracle, BoxBlur) {
    for (const auto& [radius_x, radius_y] : {std::pair{4, 4}, {7, 2}})
        expect_oracle({.effect = "box-blur",
                       .settings = {{"radius-x", std::to_string(radius_x)},
                                    {"radius-y", std::to_string(radius_y)}},
                       .tolerance = 1e-5},
                      [rx = radius_x, ry = radius_y](const Grid& in) {
                          return make(
                              in, [&](int x, int y, int p) { return mean(in, x, y, p, rx, ry); });
                      });
}

TEST(FloatOracle, ErodeDilate) {
    const struct {
        bool dilate;
        int radius_x, radius_y;
    } sets[] = {{true, 1, 1}, {false, 4, 2}};
    for (const auto& set : sets)
        expect_oracle({.effect = "erode-dilate",
                       .settings = {{"operation", set.dilate ? "dilate" : "erode"},
                                    {"radius-x", std::to_string(set.radius_x)},
                                    {"radius-y", std::to_string(set.radius_y)}},
                       .agreement = Agreement::eExact},
                      [&](const Grid& in) {
                          return make(in, [&](int x, int y, int p) {
                              double extreme = in.at(x, y, p);
                              for (int v = -set.radius_y; v <= set.radius_y; ++v)
                                  for (int u = -set.radius_x; u <= set.radius_x; ++u) {
                                      const double other = in.near(x + u, y + v, p);
                                      if (set.dilate ? other > extreme : other < extreme)
                                          extreme = other;
                                  }
                              return extreme;
                          });
                      });
}

/// The rows of a disc's column on one side of its middle, as Halide counts them: the middle too.
int counted_rows(int column, double radius) {
    int count = 0;
    for (int row = 0; row <= radius; ++row)
        if (column * column + row * row < (radius + 0.25) * (radius + 0.25)) ++count;
    return count;
}

TEST(FloatOracle, MaxFilter) {
    const struct {
        bool dilate;
        double radius;
        int taller;
    } sets[] = {{true, 26, 1}, {false, 5.5, 0}, {true, 2, 1}, {false, 28, 2}};
    for (const auto& set : sets)
        expect_oracle({.effect = "max-filter",
                       .settings = {{"operation", set.dilate ? "dilate" : "erode"},
                                    {"radius", std::to_string(set.radius)},
                                    {"taller", std::to_string(set.taller)}},
                       .planes = 2,
                       .agreement = Agreement::eExact,
                       .least_range = 1e-3},
                      [&](const Grid& in) {
                          const int reach = static_cast<int>(set.radius + 0.25);
                          return make(in, [&](int x, int y, int p) {
                              double extreme = in.at(x, y, p);
                              for (int dx = -reach; dx <= reach; ++dx) {
                                  // Halide's own, whose taller is 1, takes the rows y - h to y + h.
                                  const int h = counted_rows(dx, set.radius) - 1 + set.taller;
                                  for (int dy = -h; dy <= h; ++dy) {
                                      const double v = in.near(x + dx, y + dy, p);
                                      if (set.dilate ? v > extreme : v < extreme) extreme = v;
                                  }
                              }
                              return extreme;
                          });
                      });
}

/// PolyMage's and Halide's measure of corners in one plane.
Grid corner_measure(const Grid& grey, double k) {
    const double weights[3] = {1, 2, 1};
    const auto slope = [&](int dx, int dy) {
        return make(grey, [&](int x, int y, int p) {
            double sum = 0;
            for (int i = -1; i <= 1; ++i)
                sum += weights[i + 1] / 12 *
                       (grey.near(x + dx + i * dy, y + dy + i * dx, p) -
                        grey.near(x - dx + i * dy, y - dy + i * dx, p));
            return sum;
        });
    };
    const Grid dx = slope(1, 0), dy = slope(0, 1);
    const auto summed = [&](const Grid& a, const Grid& b) {
        const Grid product =
            make(grey, [&](int x, int y, int p) { return a.at(x, y, p) * b.at(x, y, p); });
        return make(grey, [&](int x, int y, int p) { return 9 * mean(product, x, y, p, 1, 1); });
    };
    const Grid xx = summed(dx, dx), yy = summed(dy, dy), xy = summed(dx, dy);
    return make(grey, [&](int x, int y, int p) {
        const double determinant =
            xx.at(x, y, p) * yy.at(x, y, p) - xy.at(x, y, p) * xy.at(x, y, p);
        const double trace = xx.at(x, y, p) + yy.at(x, y, p);
        return determinant - k * trace * trace;
    });
}

TEST(FloatOracle, PolyMagesHarris) {
    for (const double k : {0.04, 0.15})
        expect_oracle({.effect = "harris-polymage",
                       .settings = {{"k", std::to_string(k)}},
                       .planes = 2,
                       .tolerance = 1e-6,
                       .least_range = 0.01},
                      [&](const Grid& in) { return corner_measure(in, k); });
}

TEST(FloatOracle, HalidesHarris) {
    for (const double k : {0.04, 0.15})
        for (const int planes : {1, 3, 4})
            expect_oracle({.effect = "harris-halide",
                           .settings = {{"k", std::to_string(k)}},
                           .planes = planes,
                           .tolerance = 1e-6,
                           .least_range = 0.001},
                          [&](const Grid& in) { return corner_measure(grey_of(in), k); });
}

/// One line of Halide's filter, in place: `length` values from `first` on, `step` apart.
void run_along(double* first, int length, std::ptrdiff_t step, double alpha) {
    for (int i = 1; i < length; ++i)
        first[i * step] = (1 - alpha) * first[(i - 1) * step] + alpha * first[i * step];
}

TEST(FloatOracle, HalidesRecursiveBlur) {
    for (const double alpha : {0.1, 0.5})
        for (const int planes : {1, 3})
            expect_oracle({.effect = "iir-blur",
                           .settings = {{"alpha", std::to_string(alpha)}},
                           .planes = planes,
                           .tolerance = 1e-5,
                           .least_range = 0.05},
                          [&](const Grid& in) {
                              Grid out = in;
                              const int w = in.width, h = in.height;
                              for (int p = 0; p < in.planes; ++p) {
                                  for (int x = 0; x < w; ++x) {
                                      run_along(&out.at(x, 0, p), h, w, alpha);
                                      run_along(&out.at(x, h - 1, p), h, -w, alpha);
                                  }
                                  for (int y = 0; y < h; ++y) {
                                      run_along(&out.at(0, y, p), w, 1, alpha);
                                      run_along(&out.at(w - 1, y, p), w, -1, alpha);
                                  }
                              }
                              return out;
                          });
}

TEST(FloatOracle, HalidesNonLocalMeans) {
    const std::pair<double, double> sets[] = {{0.12, 1.0},
                                              {0.05, 0.6}};  // sigma, the largest value
    for (const auto& [sigma, maximum] : sets)
        for (const int planes : {1, 3})
            expect_oracle({.effect = "nl-means-halide",
                           .settings = {{"sigma", std::to_string(sigma)},
                                        {"maximum", std::to_string(maximum)}},
                           .planes = planes,
                           .tolerance = 2e-5},
                          [&, sigma = sigma, maximum = maximum](const Grid& in) {
                              const auto distance = [&](int x, int y, int dx, int dy) {
                                  double sum = 0;
                                  for (int v = -3; v <= 3; ++v)
                                      for (int u = -3; u <= 3; ++u)
                                          for (int c = 0; c < in.planes; ++c) {
                                              const double d = in.near(x + u, y + v, c) -
                                                               in.near(x + u + dx, y + v + dy, c);
                                              sum += d * d;
                                          }
                                  return sum;
                              };
                              return make(in, [&](int x, int y, int p) {
                                  double sum = 0, weights = 0;
                                  for (int dy = -3; dy <= 3; ++dy)
                                      for (int dx = -3; dx <= 3; ++dx) {
                                          const double weight = std::exp(-distance(x, y, dx, dy) /
                                                                         (49 * sigma * sigma));
                                          sum += weight * in.near(x + dx, y + dy, p);
                                          weights += weight;
                                      }
                                  return std::clamp(sum / weights, 0.0, maximum);
                              });
                          });
}

}  // namespace
}  // namespace weft::test
