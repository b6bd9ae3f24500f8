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

/// The rectangle of a level that is computed, beyond the picture's part of it too.
struct Part {
    int x0, y0, x1, y1;
};

int halved_down(int n) { return n >= 0 ? n / 2 : -((1 - n) / 2); }

Part together(const Part& a, const Part& b) {
    return {std::min(a.x0, b.x0), std::min(a.y0, b.y0), std::max(a.x1, b.x1), std::max(a.y1, b.y1)};
}

/// A level of Halide's pyramids, which has no end.
class Endless {
  public:
    Endless(const Part& part, int planes, const std::function<double(int, int, int)>& formula)
        : part_(part), grid_(part.x1 - part.x0, part.y1 - part.y0, planes) {
        for (int p = 0; p < planes; ++p)
            for (int y = part.y0; y < part.y1; ++y)
                for (int x = part.x0; x < part.x1; ++x)
                    grid_.at(x - part.x0, y - part.y0, p) = formula(x, y, p);
    }
    /// Within the part: more is not known.
    double at(int x, int y, int p) const {
        EXPECT_TRUE(x >= part_.x0 && x < part_.x1 && y >= part_.y0 && y < part_.y1);
        return grid_.at(x - part_.x0, y - part_.y0, p);
    }
    int planes() const { return grid_.planes; }
    const Part& part() const { return part_; }

  private:
    Part part_;
    Grid grid_;
};

/// 1 3 3 1 at 2x - 1 to 2x + 2 on both axes.
Endless reduced(const Endless& in, const Part& part) {
    const auto weigh = [](double a, double b, double c, double d) {
        return (a + 3 * (b + c) + d) / 8;
    };
    const Endless across({part.x0, in.part().y0, part.x1, in.part().y1}, in.planes(),
                         [&](int x, int y, int p) {
                             return weigh(in.at(2 * x - 1, y, p), in.at(2 * x, y, p),
                                          in.at(2 * x + 1, y, p), in.at(2 * x + 2, y, p));
                         });
    return Endless(part, in.planes(), [&](int x, int y, int p) {
        return weigh(across.at(x, 2 * y - 1, p), across.at(x, 2 * y, p), across.at(x, 2 * y + 1, p),
                     across.at(x, 2 * y + 2, p));
    });
}

/// Of twice the size: three quarters of the nearer element, a quarter of the farther one.
double between(const Endless& in, int x, int y, int p) {
    const auto along = [](int at, const std::function<double(int)>& f) {
        const int i = halved_down(at);
        return 0.25 * f(i - 1 + 2 * (at - 2 * i)) + 0.75 * f(i);
    };
    return along(y, [&](int j) { return along(x, [&](int i) { return in.at(i, j, p); }); });
}

/// What is needed of each level: of the coarser ones for what is read around half of a place, of
/// the finer ones for what they are reduced from.
std::vector<Part> needed_parts(const Grid& picture, std::size_t count) {
    std::vector<Part> parts{{0, 0, picture.width, picture.height}};
    while (parts.size() < count) {
        const Part& p = parts.back();
        parts.push_back({halved_down(p.x0) - 1, halved_down(p.y0) - 1, halved_down(p.x1 - 1) + 2,
                         halved_down(p.y1 - 1) + 2});
    }
    for (std::size_t l = count - 1; l > 0; --l) {
        const Part& p = parts[l];
        parts[l - 1] =
            together(parts[l - 1], {2 * p.x0 - 1, 2 * p.y0 - 1, 2 * p.x1 + 1, 2 * p.y1 + 1});
    }
    return parts;
}

Grid local_laplacian(const Grid& in, double alpha, double beta) {
    constexpr std::size_t kLevels = 8;
    constexpr int kTones = 8;
    const std::vector<Part> parts = needed_parts(in, kLevels);
    // Which tone is the nearest is decided in the arithmetic of pictures.
    const auto grey = [&](int x, int y) {
        const auto c = [&](int p) { return static_cast<float>(in.near(x, y, p)); };
        return 0.299f * c(0) + 0.587f * c(1) + 0.114f * c(2);
    };
    std::vector<Endless> plain, edited;
    plain.emplace_back(parts[0], 1, [&](int x, int y, int) { return grey(x, y); });
    edited.emplace_back(parts[0], kTones, [&](int x, int y, int k) {
        const float g = grey(x, y);
        const int place = std::clamp(static_cast<int>(g * 7.0f * 256.0f), 0, 7 * 256);
        const double f = (place - 256 * k) / 256.0, tone = k / 7.0;
        return beta * (g - tone) + tone + alpha * f * std::exp(-f * f / 2);
    });
    for (std::size_t l = 1; l < kLevels; ++l) {
        plain.push_back(reduced(plain.back(), parts[l]));
        edited.push_back(reduced(edited.back(), parts[l]));
    }
    std::vector<Part> shown{{0, 0, in.width, in.height}};  // of the levels on the way up
    while (shown.size() < kLevels) {
        const Part& p = shown.back();
        shown.push_back({halved_down(p.x0) - 1, halved_down(p.y0) - 1, halved_down(p.x1 - 1) + 2,
                         halved_down(p.y1 - 1) + 2});
    }
    std::vector<Endless> out;  // the coarsest first
    for (std::size_t l = kLevels; l-- > 0;) {
        const auto detail = [&](int x, int y, int k) {
            const double own = edited[l].at(x, y, k);
            return l + 1 < kLevels ? own - between(edited[l + 1], x, y, k) : own;
        };
        out.emplace_back(shown[l], 1, [&](int x, int y, int) {
            const double level = plain[l].at(x, y, 0) * (kTones - 1);
            const int k = std::clamp(static_cast<int>(level), 0, kTones - 2);
            const double own =
                (1 - (level - k)) * detail(x, y, k) + (level - k) * detail(x, y, k + 1);
            return l + 1 < kLevels ? own + between(out[kLevels - 2 - l], x, y, 0) : own;
        });
    }
    return make(in, [&](int x, int y, int p) {
        return in.at(x, y, p) * (out.back().at(x, y, 0) + 0.01) / (plain[0].at(x, y, 0) + 0.01);
    });
}

TEST(PyramidOracle, HalidesLocalLaplacian) {
    for (const auto& [detail, contrast] : {std::pair{1 / 7.0, 1.0}, {0.5, 0.7}}) {
        const Grid subject = make_subject(37, 23, 3, Subject::eFloats);
        expect_picture({.effect = "local-laplacian-halide",
                        .settings = {{"detail", std::to_string(detail)},
                                     {"contrast", std::to_string(contrast)}},
                        .tolerance = 2e-5,
                        .left = 0,
                        .top = 0},
                       {subject},
                       local_laplacian(subject, std::stod(std::to_string(detail)),
                                       std::stod(std::to_string(contrast))));
    }
}

/// Of Halide's interpolation: 1 2 1 at 2x - 1 to 2x + 1, down the columns first, of a level that is
/// read by `at`.
double triangle(int x, int y, const std::function<double(int, int)>& at) {
    const auto row = [&](int j) {
        return (at(2 * x - 1, j) + 2 * at(2 * x, j) + at(2 * x + 1, j)) / 4;
    };
    return (row(2 * y - 1) + 2 * row(2 * y) + row(2 * y + 1)) / 4;
}

Grid interpolated(const Grid& in, double mix) {
    constexpr std::size_t kLevels = 10, kCut = 4;
    // Far enough around the picture for each level: no more than is known is read.
    std::vector<Part> parts{{0, 0, in.width, in.height}};
    while (parts.size() < kLevels) {
        const Part& p = parts.back();
        parts.push_back(
            {halved_down(p.x0), halved_down(p.y0), halved_down(p.x1) + 1, halved_down(p.y1) + 1});
    }
    std::vector<Part> shown = parts;
    for (std::size_t l = kLevels - 1; l > 0; --l) {
        const Part& p = parts[l];
        parts[l - 1] = together(parts[l - 1], {2 * p.x0 - 1, 2 * p.y0 - 1, 2 * p.x1, 2 * p.y1});
    }
    std::vector<Endless> down;
    down.emplace_back(parts[0], 4, [&](int x, int y, int p) {
        return in.near(x, y, p) * (p < 3 ? in.near(x, y, 3) : 1.0);
    });
    for (std::size_t l = 1; l < kLevels; ++l) {
        const auto read = [&](int x, int y, int p) {
            if (l == kCut) {  // the last place counts
                x = std::clamp(x, 0, in.width >> (kCut - 1));
                y = std::clamp(y, 0, in.height >> (kCut - 1));
            }
            return down[l - 1].at(x, y, p);
        };
        down.emplace_back(parts[l], 4, [&](int x, int y, int p) {
            return triangle(x, y, [&](int i, int j) { return read(i, j, p); });
        });
    }
    std::vector<Endless> filled{down.back()};  // the coarsest first
    for (std::size_t l = kLevels - 1; l-- > 0;)
        filled.emplace_back(shown[l], 4, [&](int x, int y, int p) {
            const Endless& coarser = filled[kLevels - 2 - l];
            double up = 0;
            for (const int j : {halved_down(y), halved_down(y + 1)})
                for (const int i : {halved_down(x), halved_down(x + 1)})
                    up += coarser.at(i, j, p) / 4;
            const double part = l == 0 ? mix : 1.0;
            return part * (down[l].at(x, y, p) + (1 - down[l].at(x, y, 3)) * up) + (1 - part) * up;
        });
    return make(in, [&](int x, int y, int p) {
        const double alpha = filled.back().at(x, y, 3);
        return p == 3 ? alpha : filled.back().at(x, y, p) / alpha;
    });
}

TEST(PyramidOracle, HalidesInterpolation) {
    for (const auto& [width, height] : {std::pair{71, 45}, {64, 40}, {9, 15}})
        for (const double mix : {1.0, 0.6}) {
            const Grid subject = make_subject(width, height, 4, Subject::eHoles);
            expect_picture({.effect = "interpolate-halide",
                            .settings = {{"mix", std::to_string(mix)}},
                            .tolerance = 1e-5,
                            .left = 0,
                            .top = 0},
                           {subject}, interpolated(subject, mix));
        }
}

}  // namespace
}  // namespace weft::test
