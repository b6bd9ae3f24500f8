// Programs on several resolutions against their definitions, element by element: every value is
// what its formula says of other values.
#include <cmath>
#include <map>
#include <tuple>

#include "effects/pyramid.h"
#include "grid/grid_splat.h"
#include "harness.h"
#include "point/sum.h"
#include "pyramid/double.h"
#include "pyramid/halve.h"

namespace weft::test {
namespace {

int floor_half(int n) { return n >= 0 ? n / 2 : -((1 - n) / 2); }
int floor_of(int n, int d) { return n >= 0 ? n / d : -((d - 1 - n) / d); }

/// The domains of a pyramid's levels: each holds the elements whose doubles lie in the one above.
std::vector<Rect> ends_of(const Rect& frame, int levels) {
    std::vector<Rect> ends{frame};
    while (static_cast<int>(ends.size()) < levels) {
        const Rect& r = ends.back();
        ends.push_back({floor_half(r.x0), floor_half(r.y0), floor_half(r.x1 - 1) + 1,
                        floor_half(r.y1 - 1) + 1});
    }
    return ends;
}

/// A value that depends on a level, a plane and a place, remembered once it is known. A place
/// beyond the level's domain stands for the nearest one inside.
class Levels {
  public:
    /// Of the values themselves: those of another level.
    using Formula = std::function<double(Levels& self, int level, int plane, int x, int y)>;
    Levels(std::vector<Rect> ends, Formula formula)
        : ends_(std::move(ends)), formula_(std::move(formula)) {}

    double operator()(int level, int plane, int x, int y) {
        const Rect& end = ends_[static_cast<std::size_t>(level)];
        x = std::clamp(x, end.x0, end.x1 - 1);
        y = std::clamp(y, end.y0, end.y1 - 1);
        const auto key = std::tuple(level, plane, x, y);
        if (const auto known = values_.find(key); known != values_.end()) return known->second;
        return values_[key] = formula_(*this, level, plane, x, y);
    }

  private:
    std::vector<Rect> ends_;
    Formula formula_;
    std::map<std::tuple<int, int, int, int>, double> values_;
};

/// The sum of weights[i] f(first + i).
double weigh(const std::vector<double>& weights, int first, const std::function<double(int)>& f) {
    double sum = 0;
    for (std::size_t i = 0; i < weights.size(); ++i)
        sum += weights[i] * f(first + static_cast<int>(i));
    return sum;
}

/// A level from the one above it: weights around 2 x + first, on both axes.
double reduced(Levels& levels, int level, int plane, int x, int y,
               const std::vector<double>& weights, int first) {
    return weigh(weights, 2 * y + first, [&](int j) {
        return weigh(weights, 2 * x + first, [&](int i) { return levels(level - 1, plane, i, j); });
    });
}

double clamped(const Picture& picture, int x, int y, int plane) {
    return sample(picture, x, y, std::min(plane, picture.planes() - 1));
}

TEST(Halve, IsTheBinomialAroundTwice) {
    const std::map<functors::Halve::Filter, std::pair<int, std::vector<double>>> filters = {
        {functors::Halve::eBinomial5, {-2, {1 / 16., 4 / 16., 6 / 16., 4 / 16., 1 / 16.}}},
        {functors::Halve::eBinomial3, {-1, {0.25, 0.5, 0.25}}},
        {functors::Halve::eBinomial4, {-1, {1 / 8., 3 / 8., 3 / 8., 1 / 8.}}},
        {functors::Halve::ePair, {0, {0.5, 0.5}}}};
    for (const auto& [filter, taps] : filters)
        for (const Rect& domain : domains())
            for (const Border& border : borders()) {
                const Picture input = random_picture(domain, 2);
                const auto outputs = run(functors::Halve(eVertical, filter), {&input}, border);
                ASSERT_EQ(outputs.size(), 1u);
                ASSERT_EQ(outputs[0].domain(), (Rect{domain.x0, floor_half(domain.y0), domain.x1,
                                                     floor_half(domain.y1 - 1) + 1}));
                expect_picture(outputs[0], [&, &taps = taps](int x, int y, int p) {
                    return weigh(taps.second, 2 * y + taps.first,
                                 [&](int j) { return sample(input, x, j, p, border); });
                });
            }
}

/// A picture down three levels and up again, each level added; of levels with a margin or without
/// ends.
Graph down_and_up(functors::Halve::Filter filter, int margin, Intermediates intermediates) {
    GraphBuilder build("down-and-up");
    build.intermediates(intermediates);
    const std::vector<Image> levels =
        effects::record_levels(build, build.input("input"), "down", 4, filter, margin);
    Image sum = levels.back();
    for (std::size_t level = levels.size() - 1; level-- > 0;) {
        const Image up = effects::record_doubled(sum, levels[level], functors::Double::eQuarters);
        Image both;
        functors::Sum()(up, levels[level], both);
        sum = both;
    }
    build.output("output", sum);
    return build.finish();
}

TEST(Halve, MarginsHoldAllThatLevelsWithoutEndsDo) {
    using functors::Halve;
    for (const auto& [filter, margin] :
         {std::pair{Halve::eBinomial3, 1}, {Halve::eBinomial4, 1}, {Halve::eBinomial5, 2}})
        for (int size = 1; size < 40; size += size < 18 ? 1 : 5) {
            const Rect domain{size % 7 - 5, 2 - size % 5, size % 7 - 5 + size, 2 + size};
            const Picture input = random_picture(domain, 1);
            const auto endless = run(down_and_up(filter, 0, Intermediates::kUnbounded), {&input});
            const auto margins =
                run(down_and_up(filter, margin, Intermediates::kBounded), {&input});
            ASSERT_EQ(endless.size(), 1u);
            ASSERT_EQ(margins.size(), 1u);
            EXPECT_EQ(count_differences(margins[0], endless[0]), 0) << "filter " << filter;
            const auto none = run(down_and_up(filter, 0, Intermediates::kBounded), {&input});
            if (size > 20) {
                EXPECT_GT(count_differences(none[0], endless[0]), 0);
            }
        }
}

TEST(Double, LiesAtHalves) {
    using functors::Double;
    for (const Rect& large : domains())
        for (const Border& border : borders()) {
            const Rect small{floor_half(large.x0), large.y0, floor_half(large.x1 - 1) + 1,
                             large.y1};
            const Picture input = random_picture(small, 2), like = random_picture(large, 2);
            for (const auto filter :
                 {Double::eBinomial5, Double::eLinear, Double::eQuarters, Double::eNearest}) {
                const auto outputs = run(Double(eHorizontal, filter), {&input, &like}, border);
                ASSERT_EQ(outputs.size(), 1u);
                ASSERT_EQ(outputs[0].domain(), large);
                expect_picture(outputs[0], [&](int x, int y, int p) {
                    const auto at = [&](int i) { return sample(input, i, y, p, border); };
                    const int i = floor_half(x);
                    const bool odd = x != 2 * i;
                    switch (filter) {
                        case Double::eBinomial5:
                            return odd ? (at(i) + at(i + 1)) / 2
                                       : (at(i - 1) + 6 * at(i) + at(i + 1)) / 8;
                        case Double::eLinear: return odd ? (at(i) + at(i + 1)) / 2 : at(i);
                        case Double::eQuarters:
                            return 0.75 * at(i) + 0.25 * at(odd ? i + 1 : i - 1);
                        case Double::eNearest: break;
                    }
                    return at(i);
                });
            }
        }
}

/// Sizes and places that no level divides.
const std::vector<Rect>& pyramid_domains() {
    static const std::vector<Rect> list = {{0, 0, 37, 23}, {-5, 3, 12, 22}};
    return list;
}

TEST(PyramidBlend, JoinsLaplacianPyramids) {
    constexpr int kLevels = 4;
    for (const Rect& frame : pyramid_domains())
        for (const float amount : {1.0f, 0.4f}) {
            Graph graph = find_effect("pyramid-blend")->build();
            ASSERT_TRUE(set_parameter(graph, builtin_library(), "amount", std::to_string(amount)));
            const Picture a = random_picture(frame, 3, 1), b = random_picture(frame, 3, 2);
            const Picture mask = random_picture(frame, 1, 3);
            const auto outputs = run(graph, {&a, &b, &mask});
            ASSERT_EQ(outputs.size(), 1u);
            const std::vector<Rect> ends = ends_of(frame, kLevels);
            const std::vector<double> binomial = {1 / 16., 4 / 16., 6 / 16., 4 / 16., 1 / 16.};
            const auto pyramid = [&](const Picture& picture) {
                return Levels(
                    ends, [&, picture = &picture](Levels& self, int level, int p, int x, int y) {
                        if (level > 0) return reduced(self, level, p, x, y, binomial, -2);
                        return static_cast<double>(picture->at(x, y, p));
                    });
            };
            const auto enlarged = [&](Levels& f, int level, int p, int x, int y) {
                const auto along = [](int at, const std::function<double(int)>& g) {
                    const int i = floor_half(at);
                    return at != 2 * i ? (g(i) + g(i + 1)) / 2
                                       : (g(i - 1) + 6 * g(i) + g(i + 1)) / 8;
                };
                return along(y, [&](int j) {
                    return along(x, [&](int i) { return f(level + 1, p, i, j); });
                });
            };
            Levels ga = pyramid(a), gb = pyramid(b), gm = pyramid(mask);
            const auto detail = [&](Levels& g, int level, int p, int x, int y) {
                return g(level, p, x, y) -
                       (level + 1 < kLevels ? enlarged(g, level, p, x, y) : 0.0);
            };
            Levels out(ends, [&](Levels& self, int level, int p, int x, int y) {
                const double t = static_cast<double>(amount) * gm(level, 0, x, y);
                const double blended =
                    detail(ga, level, p, x, y) * (1 - t) + detail(gb, level, p, x, y) * t;
                return blended + (level + 1 < kLevels ? enlarged(self, level, p, x, y) : 0.0);
            });
            expect_picture(outputs[0], [&](int x, int y, int p) { return out(0, p, x, y); }, 1e-5);
        }
}

TEST(Interpolate, FillsFromCoarserLevels) {
    constexpr int kLevels = 10;
    for (const Rect& frame : pyramid_domains()) {
        Picture input = random_picture(frame, 4);
        for (int y = frame.y0; y < frame.y1; ++y)  // much of it transparent
            for (int x = frame.x0; x < frame.x1; ++x)
                input.at(x, y, 3) = (x * 7 + y * 5) % 11 == 0 ? 1.0f
                                    : (x + y) % 3 == 0        ? 0.25f
                                                              : 0.0f;
        const auto outputs = run(find_effect("interpolate")->build(), {&input});
        ASSERT_EQ(outputs.size(), 1u);
        const std::vector<Rect> ends = ends_of(frame, kLevels);
        Levels down(ends, [&](Levels& self, int level, int p, int x, int y) {
            if (level > 0) return reduced(self, level, p, x, y, {0.25, 0.5, 0.25}, -1);
            const double alpha = clamped(input, x, y, 3);
            return p == 3 ? alpha : alpha * clamped(input, x, y, p);
        });
        Levels filled(ends, [&](Levels& self, int level, int p, int x, int y) {
            const double own = down(level, p, x, y);
            if (level == kLevels - 1) return own;
            double up = 0;
            for (const int j : {floor_half(y), floor_half(y + 1)})
                for (const int i : {floor_half(x), floor_half(x + 1)})
                    up += self(level + 1, p, i, j) / 4;
            return own + (1 - down(level, 3, x, y)) * up;
        });
        expect_picture(
            outputs[0],
            [&](int x, int y, int p) {
                const double alpha = filled(0, 3, x, y);
                return p == 3 ? alpha : filled(0, p, x, y) / alpha;
            },
            1e-4);
    }
}

/// 1 4 6 4 1 on the three axes of a grid of sums, or counts.
double grid_value(
    const Picture& grey, double range, bool centred, bool count, int z, int x, int y,
    std::map<std::tuple<int, int, int>, std::vector<std::pair<double, double>>>& cells, int steps) {
    const double binomial[] = {1, 4, 6, 4, 1};
    const auto cell = [&](int cx, int cy) -> const std::vector<std::pair<double, double>>& {
        auto [at, fresh] = cells.try_emplace({cx, cy, 0});
        if (fresh) {
            at->second.resize(static_cast<std::size_t>(steps));
            for (int j = 0; j < 8; ++j)
                for (int i = 0; i < 8; ++i) {
                    const int px = 8 * cx + i - (centred ? 4 : 0),
                              py = 8 * cy + j - (centred ? 4 : 0);
                    const float v =
                        std::clamp(static_cast<float>(sample(grey, px, py, 0)), 0.0f, 1.0f);
                    // Which step is decided in the arithmetic of pictures.
                    const auto step = static_cast<std::size_t>(v / static_cast<float>(range) +
                                                               (centred ? 0.5f : 0.0f));
                    at->second[step].first += v;
                    at->second[step].second += 1;
                }
        }
        return at->second;
    };
    double sum = 0;
    for (int dz = -2; dz <= 2; ++dz) {
        if (z + dz < 0 || z + dz >= steps) continue;
        for (int dy = -2; dy <= 2; ++dy)
            for (int dx = -2; dx <= 2; ++dx) {
                const auto& value = cell(x + dx, y + dy)[static_cast<std::size_t>(z + dz)];
                sum += binomial[dz + 2] * binomial[dy + 2] * binomial[dx + 2] *
                       (count ? value.second : value.first);
            }
    }
    return sum;
}

void expect_grid(const char* effect, bool centred) {
    for (const Rect& frame : pyramid_domains())
        for (const float range : {0.1f, 0.25f}) {
            Graph graph = find_effect(effect)->build();
            ASSERT_TRUE(set_parameter(graph, builtin_library(), "range", std::to_string(range)));
            const Picture grey = random_picture(frame, 1);
            const auto outputs = run(graph, {&grey});
            ASSERT_EQ(outputs.size(), 1u);
            std::map<std::tuple<int, int, int>, std::vector<std::pair<double, double>>> cells;
            const int steps = static_cast<int>(std::lround(1.0f / range)) + 2;
            expect_picture(
                outputs[0],
                [&](int x, int y, int) {
                    const double value = grey.at(x, y, 0);
                    const float deep = std::clamp(grey.at(x, y, 0), 0.0f, 1.0f) / range;
                    const int cx = floor_of(x, 8), cy = floor_of(y, 8), cz = static_cast<int>(deep);
                    const double tx = (x - 8 * cx) / 8.0, ty = (y - 8 * cy) / 8.0,
                                 tz = deep - static_cast<float>(cz);
                    double sums[2] = {};
                    for (int i = 0; i < 8; ++i) {
                        const int dx = i & 1, dy = i >> 1 & 1, dz = i >> 2;
                        const double weight =
                            (dx ? tx : 1 - tx) * (dy ? ty : 1 - ty) * (dz ? tz : 1 - tz);
                        for (const bool count : {false, true})
                            sums[count] += weight * grid_value(grey, range, centred, count, cz + dz,
                                                               cx + dx, cy + dy, cells, steps);
                    }
                    return sums[1] > 0 ? sums[0] / sums[1] : value;
                },
                1e-4);
        }
}

TEST(BilateralGrid, IsHalidesDefinition) { expect_grid("bilateral-grid-halide", true); }
TEST(BilateralGrid, IsPolyMagesDefinition) { expect_grid("bilateral-grid-polymage", false); }

}  // namespace
}  // namespace weft::test
