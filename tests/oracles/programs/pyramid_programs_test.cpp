// Published programs on several resolutions.
#include <algorithm>
#include <cmath>

#include "oracle.h"

namespace weft::test {
namespace {

/// A level of PolyMage's pyramids: its elements count from 1, and around them lies a border of
/// zeros.
struct Level {
    Grid padded;

    Level(int width, int height, int planes) : padded(width + 2, height + 2, planes) {}
    int width() const { return padded.width - 2; }
    int height() const { return padded.height - 2; }
    /// A formula of x and y from 1 and of the plane, border apart.
    void fill(const std::function<double(int, int, int)>& formula) {
        for (int p = 0; p < padded.planes; ++p)
            for (int y = 1; y <= height(); ++y)
                for (int x = 1; x <= width(); ++x) padded.at(x, y, p) = formula(x, y, p);
    }
};

/// 1 2 1 at 2x - 2 to 2x, down the columns first.
Level halved_level(const Level& in) {
    Level down(in.width(), (in.height() + 1) / 2, in.padded.planes);
    Level both((in.width() + 1) / 2, down.height(), in.padded.planes);
    const auto weigh = [](double a, double b, double c) { return (a + 2 * b + c) / 4; };
    down.fill([&](int x, int y, int p) {
        // An odd picture ends a row before its border's place among pairs: what follows is 0 too.
        const double last = 2 * y < in.padded.height ? in.padded.at(x, 2 * y, p) : 0.0;
        return weigh(in.padded.at(x, 2 * y - 2, p), in.padded.at(x, 2 * y - 1, p), last);
    });
    both.fill([&](int x, int y, int p) {
        const double last = 2 * x < down.padded.width ? down.padded.at(2 * x, y, p) : 0.0;
        return weigh(down.padded.at(2 * x - 2, y, p), down.padded.at(2 * x - 1, y, p), last);
    });
    return both;
}

TEST(PyramidOracle, PolyMagesInterpolation) {
    constexpr int kLevels = 10;
    for (const double mix : {1.0, 0.6})
        expect_oracle({.effect = "interpolate-polymage",
                       .settings = {{"mix", std::to_string(mix)}},
                       .subject = Subject::eHoles,
                       .planes = 4,
                       .tolerance = 1e-5,
                       .left = 0,
                       .top = 0},
                      [&](const Grid& in) {
                          std::vector<Level> levels{Level(in.width, in.height, 4)};
                          levels[0].fill([&](int x, int y, int p) {
                              return in.at(x - 1, y - 1, p) *
                                     (p < 3 ? in.at(x - 1, y - 1, 3) : 1.0);
                          });
                          while (levels.size() < kLevels)
                              levels.push_back(halved_level(levels.back()));
                          Level filled = levels.back();
                          for (std::size_t l = kLevels - 1; l-- > 0;) {
                              const Level& own = levels[l];
                              const double part = l == 0 ? mix : 1.0;
                              Level next(own.width(), own.height(), 4);
                              next.fill([&](int x, int y, int p) {
                                  double up = 0;
                                  for (const int j : {(y + 1) / 2, (y + 2) / 2})
                                      for (const int i : {(x + 1) / 2, (x + 2) / 2})
                                          up += filled.padded.at(i, j, p) / 4;
                                  const double over =
                                      own.padded.at(x, y, p) + (1 - own.padded.at(x, y, 3)) * up;
                                  return part * over + (1 - part) * up;
                              });
                              filled = next;
                          }
                          return make(in, [&](int x, int y, int p) {
                              const double alpha = filled.padded.at(x + 1, y + 1, 3);
                              const double value = filled.padded.at(x + 1, y + 1, p);
                              return p == 3 ? alpha : value / alpha;
                          });
                      });
}

}  // namespace
}  // namespace weft::test
