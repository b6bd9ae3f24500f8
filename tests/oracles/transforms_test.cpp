// Transforms against their geometry: every pixel mapped by itself, in double, and interpolated by
// the definitions of the filters.
#include <numbers>

#include "graph/descriptor.h"
#include "harness.h"
#include "transform/corner_pin.h"
#include "transform/displace.h"
#include "transform/lens_distortion.h"
#include "transform/mirror.h"
#include "transform/resample.h"
#include "transform/tile.h"
#include "transform/transform.h"
#include "transform/zoom_blur.h"
#include "values.h"

namespace weft::test {
namespace {

using namespace functors;

struct Spot {
    double x, y;
};

/// Keys' cubic with a = -1/2.
double keys(double d) {
    d = std::abs(d);
    if (d < 1) return 1.5 * d * d * d - 2.5 * d * d + 1;
    return d < 2 ? -0.5 * d * d * d + 2.5 * d * d - 4 * d + 2 : 0;
}
double tent(double d) { return std::max(1 - std::abs(d), 0.0); }

/// The weighted sum over all elements near a spot; elements lie at whole numbers.
double interpolate(const Picture& in, Spot at, int plane, Border border, Filter filter) {
    if (filter == eNearest)
        return sample(in, static_cast<int>(std::floor(at.x + 0.5)),
                      static_cast<int>(std::floor(at.y + 0.5)), plane, border);
    const auto weight = [&](double d) { return filter == eCubic ? keys(d) : tent(d); };
    const int x = static_cast<int>(std::floor(at.x)), y = static_cast<int>(std::floor(at.y));
    double sum = 0;
    for (int j = y - 1; j <= y + 2; ++j)
        for (int i = x - 1; i <= x + 2; ++i)
            sum += weight(at.x - i) * weight(at.y - j) * sample(in, i, j, plane, border);
    return sum;
}

const std::vector<Rect>& transform_domains() {
    static const std::vector<Rect> list = {{0, 0, 23, 17}, {-5, 3, 8, 24}, {2, -4, 3, -3}};
    return list;
}

using Mapping = std::function<Spot(const Rect&, double, double)>;

/// Expects a functor to show what the mapping says, for all filters and borders. Nearest is left
/// out where rounding may go either way.
template <class F>
void expect_mapping(const F& functor, const Mapping& mapping, double tolerance = 2e-4) {
    for (const Rect& frame : transform_domains())
        for (const Border& border : borders())
            for (const Filter filter : {eBilinear, eCubic}) {
                const Picture input = random_picture(frame, 2);
                const auto outputs = run(with(functor, "filter", filter), {&input}, border);
                ASSERT_EQ(outputs.size(), 1u);
                ASSERT_EQ(outputs[0].domain(), frame);
                expect_picture(
                    outputs[0],
                    [&](int x, int y, int p) {
                        return interpolate(input, mapping(frame, x, y), p, border, filter);
                    },
                    tolerance);
            }
}

/// Forwards: where the point (x, y) of the picture goes. Pixels are unit squares here.
Spot forwards(const Rect& frame, Spot at, double angle, Spot scale, double skew, Spot move,
              Spot pivot) {
    const double px = frame.x0 + pivot.x * frame.width(), py = frame.y0 + pivot.y * frame.height();
    const double right = (at.x - px) * scale.x, up = -(at.y - py) * scale.y;
    const double skewed = right + skew * up, turn = angle * std::numbers::pi / 180;
    return {px + move.x + skewed * std::cos(turn) - up * std::sin(turn),
            py + move.y - (skewed * std::sin(turn) + up * std::cos(turn))};
}

/// Backwards, from three points that are sent forwards: an affine map is known by them.
Spot backwards(const std::function<Spot(Spot)>& map, Spot at) {
    const Spot o = map({0, 0}), u = map({1, 0}), v = map({0, 1});
    const double a = u.x - o.x, b = v.x - o.x, c = u.y - o.y, d = v.y - o.y;
    const double det = a * d - b * c, x = at.x - o.x, y = at.y - o.y;
    return {(d * x - b * y) / det, (a * y - c * x) / det};
}

TEST(Transform, ShowsWhatIsSentForwards) {
    struct Case {
        double angle;
        Spot scale;
        double skew;
        Spot move, pivot;
    };
    for (const Case& c : {Case{30, {1, 1}, 0, {0, 0}, {0.5, 0.5}},
                          Case{-75.5, {1.7, 0.6}, 0.3, {4.25, -2.5}, {0.25, 1.0}},
                          Case{200, {0.3, 2.2}, -1.5, {-3, 7}, {0, 0}}}) {
        Transform functor(static_cast<float>(c.move.x), static_cast<float>(c.move.y),
                          static_cast<float>(c.angle), static_cast<float>(c.scale.x),
                          static_cast<float>(c.scale.y));
        set(functor, "skew", c.skew);
        set(functor, "pivot-x", c.pivot.x);
        set(functor, "pivot-y", c.pivot.y);
        expect_mapping(functor, [&](const Rect& frame, double x, double y) {
            const Spot from = backwards(
                [&](Spot s) {
                    return forwards(frame, s, c.angle, c.scale, c.skew, c.move, c.pivot);
                },
                {x + 0.5, y + 0.5});
            return Spot{from.x - 0.5, from.y - 0.5};
        });
    }
}

/// Infinities and a NaN would show in any neighbour that is weighed by 0.
Picture picture_of_extremes(const Rect& frame) {
    Picture picture = random_picture(frame, 2);
    for (int y = frame.y0; y < frame.y1; ++y)
        for (int x = frame.x0; x < frame.x1; ++x)
            if ((x + 2 * y) % 5 == 0)
                picture.at(x, y, 0) = (x + y) % 2 == 0 ? std::numeric_limits<float>::infinity()
                                                       : std::numeric_limits<float>::quiet_NaN();
    return picture;
}

void expect_same_sample(float actual, float expected, int x, int y) {
    if (std::isnan(expected))
        EXPECT_TRUE(std::isnan(actual)) << x << ", " << y;
    else
        EXPECT_EQ(actual, expected) << x << ", " << y;
}

TEST(Transform, KeepsEveryBitWhereItOnlyMovesAndTurnsByRightAngles) {
    const Rect frame{3, -2, 16, 11};  // square
    const Picture input = picture_of_extremes(frame);
    for (const Filter filter : {eNearest, eBilinear, eCubic})
        for (const int quarters : {0, 1, 2, 3, -1})
            for (const int move : {0, 4}) {
                const auto outputs = run(with(Transform(static_cast<float>(move), 0,
                                                        90.0f * static_cast<float>(quarters)),
                                              "filter", filter),
                                         {&input}, Border{eConstant, 0});
                ASSERT_EQ(outputs.size(), 1u);
                for (int y = frame.y0; y < frame.y1; ++y)
                    for (int x = frame.x0; x < frame.x1; ++x) {
                        // Counter-clockwise: what was to the right is above. Turned back here.
                        int dx = 2 * (x - move) - (frame.x0 + frame.x1 - 1);
                        int dy = 2 * y - (frame.y0 + frame.y1 - 1);
                        for (int q = 0; q < (quarters & 3); ++q) {
                            const int old = dx;
                            dx = -dy;
                            dy = old;
                        }
                        const int from_x = (dx + frame.x0 + frame.x1 - 1) / 2;
                        const int from_y = (dy + frame.y0 + frame.y1 - 1) / 2;
                        for (int p = 0; p < 2; ++p)
                            expect_same_sample(
                                outputs[0].at(x, y, p),
                                frame.contains(from_x, from_y) ? input.at(from_x, from_y, p) : 0.0f,
                                x, y);
                    }
            }
}

TEST(Transform, SamplesAverageTheirPixel) {
    const Rect frame{0, 0, 12, 9};
    const Picture input = random_picture(frame, 1);
    const auto outputs =
        run(with(with(Transform(0.3f, 0, 0, 0.5f, 0.25f), "samples", 4), "filter", eBilinear),
            {&input});
    ASSERT_EQ(outputs.size(), 1u);
    expect_picture(
        outputs[0],
        [&](int x, int y, int p) {
            double sum = 0;
            for (int j = 0; j < 4; ++j)
                for (int i = 0; i < 4; ++i) {
                    const double ox = x + (i + 0.5) / 4, oy = y + (j + 0.5) / 4;
                    const Spot from{(ox - 6 - 0.3f) / 0.5 + 6 - 0.5, (oy - 4.5) / 0.25 + 4.5 - 0.5};
                    sum += interpolate(input, from, p, {}, eBilinear) / 16;
                }
            return sum;
        },
        1e-4);
}

TEST(Transform, NearestTakesTheElementAround) {
    const Rect frame{-3, 2, 14, 13};
    const Picture input = random_picture(frame, 1);
    const auto outputs = run(with(Transform(2.3f, -1.4f), "filter", eNearest), {&input});
    ASSERT_EQ(outputs.size(), 1u);
    expect_picture(
        outputs[0], [&](int x, int y, int p) { return sample(input, x - 2, y + 1, p); }, 0);
}

CornerPin pinned(const std::vector<Spot>& to) {
    CornerPin pin;
    const char* names[] = {"left-top", "right-top", "right-bottom", "left-bottom"};
    for (int i = 0; i < 4; ++i) {
        set(pin, std::string(names[i]) + "-x", to[static_cast<std::size_t>(i)].x);
        set(pin, std::string(names[i]) + "-y", to[static_cast<std::size_t>(i)].y);
    }
    return pin;
}

/// Eight unknowns from four pairs of points, by elimination.
Spot projected(const std::vector<Spot>& from, const std::vector<Spot>& to, Spot at) {
    double m[8][9] = {};
    for (int i = 0; i < 4; ++i) {
        const Spot f = from[static_cast<std::size_t>(i)], t = to[static_cast<std::size_t>(i)];
        const double rows[2][9] = {{f.x, f.y, 1, 0, 0, 0, -t.x * f.x, -t.x * f.y, t.x},
                                   {0, 0, 0, f.x, f.y, 1, -t.y * f.x, -t.y * f.y, t.y}};
        for (int r = 0; r < 2; ++r)
            for (int c = 0; c < 9; ++c) m[2 * i + r][c] = rows[r][c];
    }
    for (int c = 0; c < 8; ++c) {
        int pivot = c;
        for (int r = c; r < 8; ++r)
            if (std::abs(m[r][c]) > std::abs(m[pivot][c])) pivot = r;
        std::swap(m[c], m[pivot]);
        for (int r = 0; r < 8; ++r) {
            if (r == c) continue;
            const double f = m[r][c] / m[c][c];
            for (int k = c; k < 9; ++k) m[r][k] -= f * m[c][k];
        }
    }
    const auto h = [&](int i) { return m[i][8] / m[i][i]; };
    const double w = h(6) * at.x + h(7) * at.y + 1;
    return {(h(0) * at.x + h(1) * at.y + h(2)) / w, (h(3) * at.x + h(4) * at.y + h(5)) / w};
}

TEST(CornerPin, IsTheProjectionThatTakesCornersToPoints) {
    for (const std::vector<Spot>& to :
         {std::vector<Spot>{{0, 0}, {1, 0}, {1, 1}, {0, 1}},
          std::vector<Spot>{{-0.2, 0.1}, {1.1, -0.3}, {0.9, 1.2}, {0.05, 0.8}},
          std::vector<Spot>{{1, 0.1}, {0.1, 0}, {0, 1}, {0.9, 0.9}}})  // turned over
        expect_mapping(
            pinned(to),
            [&](const Rect& frame, double x, double y) {
                std::vector<Spot> corners, points;
                for (const Spot c : {Spot{0, 0}, Spot{1, 0}, Spot{1, 1}, Spot{0, 1}})
                    corners.push_back(
                        {frame.x0 + c.x * frame.width(), frame.y0 + c.y * frame.height()});
                for (const Spot t : to)
                    points.push_back(
                        {frame.x0 + t.x * frame.width(), frame.y0 + t.y * frame.height()});
                const Spot from = projected(points, corners, {x + 0.5, y + 0.5});
                return Spot{from.x - 0.5, from.y - 0.5};
            },
            5e-4);
}

TEST(CornerPin, ShowsNothingOfASingularFigure) {
    const Picture input = flat_picture({0, 0, 9, 7}, 1, 0.5f);
    for (const std::vector<Spot>& to :
         {std::vector<Spot>{{0, 0}, {0.5, 0.5}, {1, 1}, {0, 1}},  // three on a line
          std::vector<Spot>{{0.3, 0.3}, {0.3, 0.3}, {0.3, 0.3}, {0.3, 0.3}},
          std::vector<Spot>{{0, 0}, {1, 1}, {1, 0}, {0, 1}}}) {  // crossed
        const auto outputs = run(pinned(to), {&input}, Border{eConstant, -1.0f});
        ASSERT_EQ(outputs.size(), 1u);
        expect_picture(outputs[0], [](int, int, int) { return -1.0; }, 0);
    }
}

TEST(CornerPin, ShowsNothingFromBehind) {
    // Two sides meet at a point inside the frame: beyond it the plane is seen from behind.
    const Picture input = flat_picture({0, 0, 41, 41}, 1, 0.5f);
    const auto outputs =
        run(with(pinned({{0.45, 0.5}, {0.55, 0.5}, {1, 1}, {0, 1}}), "filter", eBilinear), {&input},
            Border{eConstant, 0.0f});
    ASSERT_EQ(outputs.size(), 1u);
    for (int y = 0; y < 18; ++y)
        for (int x = 0; x < 41; ++x) EXPECT_EQ(outputs[0].at(x, y, 0), 0.0f) << x << ", " << y;
    EXPECT_NEAR(outputs[0].at(20, 30, 0), 0.5f, 1e-6);
}

TEST(Mirror, TurnsOver) {
    for (const Rect& frame : domains()) {
        const Picture input = random_picture(frame, 2);
        for (const int sides : {0, 1, 2}) {
            const auto outputs = run(with(Mirror(), "sides", sides), {&input});
            ASSERT_EQ(outputs.size(), 1u);
            expect_picture(
                outputs[0],
                [&](int x, int y, int p) {
                    return input.at(sides == 1 ? x : frame.x1 - 1 - (x - frame.x0),
                                    sides == 0 ? y : frame.y1 - 1 - (y - frame.y0), p);
                },
                0);
        }
    }
}

TEST(Tile, LaysCopiesSideBySide) {
    for (const Rect& frame : domains())
        for (const bool mirrored : {false, true}) {
            const Picture input = random_picture(frame, 1);
            const auto outputs = run(with(Tile(3, 2), "mirrored", mirrored), {&input});
            ASSERT_EQ(outputs.size(), 1u);
            ASSERT_EQ(outputs[0].domain(), (Rect{frame.x0, frame.y0, frame.x0 + 3 * frame.width(),
                                                 frame.y0 + 2 * frame.height()}));
            // A border that repeats, or mirrors, is what copies look like.
            const Border as{mirrored ? eMirror : eRepeat, 0};
            expect_picture(
                outputs[0], [&](int x, int y, int p) { return sample(input, x, y, p, as); }, 0);
        }
}

TEST(LensDistortion, FollowsTheRadialModel) {
    const double k1 = -0.15, k2 = 0.05;
    const LensDistortion bend(static_cast<float>(k1), static_cast<float>(k2));
    const auto centred = [](const Rect& frame, double x, double y) {
        return Spot{x + 0.5 - frame.x0 - 0.5 * frame.width(),
                    y + 0.5 - frame.y0 - 0.5 * frame.height()};
    };
    const auto scaled = [](const Rect& frame, Spot d, double by) {
        return Spot{frame.x0 + 0.5 * frame.width() + d.x * by - 0.5,
                    frame.y0 + 0.5 * frame.height() + d.y * by - 0.5};
    };
    const auto half = [](const Rect& f) { return 0.5 * std::hypot(f.width(), f.height()); };
    const auto bent = [&](double r) { return r * (1 + k1 * r * r + k2 * r * r * r * r); };
    expect_mapping(with(bend, "direction", 1), [&](const Rect& frame, double x, double y) {
        const Spot d = centred(frame, x, y);
        const double r = std::hypot(d.x, d.y) / half(frame);
        return scaled(frame, d, r > 0 ? bent(r) / r : 1);
    });
    expect_mapping(with(bend, "direction", 0), [&](const Rect& frame, double x, double y) {
        const Spot d = centred(frame, x, y);
        const double r = std::hypot(d.x, d.y) / half(frame);
        double low = 0, high = 4 * r;  // by halving
        for (int i = 0; i < 100; ++i)
            (bent(0.5 * (low + high)) < r ? low : high) = 0.5 * (low + high);
        return scaled(frame, d, r > 0 ? low / r : 1);
    });
}

TEST(ZoomBlur, AveragesAlongTheLineToTheCentre) {
    for (const Rect& frame : transform_domains())
        for (const Border& border : borders()) {
            const Picture input = random_picture(frame, 1);
            const auto outputs =
                run(with(with(ZoomBlur(0.4f), "samples", 5), "centre-x", 0.25), {&input}, border);
            ASSERT_EQ(outputs.size(), 1u);
            expect_picture(
                outputs[0],
                [&](int x, int y, int p) {
                    const double cx = frame.x0 + 0.25 * frame.width() - 0.5;
                    const double cy = frame.y0 + 0.5 * frame.height() - 0.5;
                    double sum = 0;
                    for (int i = 0; i < 5; ++i) {
                        const double t = 0.4f * static_cast<float>(i) / 4;
                        sum += interpolate(input, {x + (cx - x) * t, y + (cy - y) * t}, p, border,
                                           eBilinear);
                    }
                    return sum / 5;
                },
                1e-4);
        }
}

TEST(Displace, ReadsWhereTheMapPoints) {
    const Rect frame{-2, 1, 15, 12};
    const Picture input = random_picture(frame, 3), map = random_picture(frame, 2, 7);
    for (const Filter filter : {eBilinear, eCubic}) {
        const auto outputs = run(with(with(Displace(9, -7), "zero", 0.5), "filter", filter),
                                 {&input, &map}, Border{eMirror, 0});
        ASSERT_EQ(outputs.size(), 1u);
        ASSERT_EQ(outputs[0].planes(), 3);
        expect_picture(
            outputs[0],
            [&](int x, int y, int p) {
                return interpolate(
                    input, {x + 9 * (map.at(x, y, 0) - 0.5), y - 7 * (map.at(x, y, 1) - 0.5)}, p,
                    Border{eMirror, 0}, filter);
            },
            2e-4);
    }
}

/// The family of Mitchell and Netravali.
double bicubic(double d, double b, double c) {
    d = std::abs(d);
    if (d < 1)
        return ((12 - 9 * b - 6 * c) * d * d * d + (-18 + 12 * b + 6 * c) * d * d + 6 - 2 * b) / 6;
    if (d >= 2) return 0;
    return ((-b - 6 * c) * d * d * d + (6 * b + 30 * c) * d * d + (-12 * b - 48 * c) * d + 8 * b +
            24 * c) /
           6;
}

double filter_value(int kind, double d) {
    const double pi = std::numbers::pi;
    switch (kind) {
        case 1: return tent(d);
        case 2: return keys(d);
        case eMitchellFilter: return bicubic(d, 1.0 / 3, 1.0 / 3);
        case eSplineFilter: return bicubic(d, 1, 0);
        default:
            d = std::abs(d);
            if (d < 1e-9) return 1;
            return d < 3 ? std::sin(pi * d) / (pi * d) * std::sin(pi * d / 3) / (pi * d / 3) : 0;
    }
}

TEST(Resample, WeighsWhatAPixelCovers) {
    for (const Rect& frame : transform_domains())
        for (const Axis axis : {eHorizontal, eVertical})
            for (const int size : {0, 1, 5, 12, 50})
                for (const int kind : {0, 1, 2, 3, 5, 6}) {
                    const Picture input = random_picture(frame, 2);
                    const auto outputs = run(with(Resample(axis, size), "filter", kind), {&input});
                    ASSERT_EQ(outputs.size(), 1u);
                    const int from = axis == eHorizontal ? frame.width() : frame.height();
                    const int to = size > 0 ? size : from;
                    ASSERT_EQ(axis == eHorizontal ? outputs[0].domain().width()
                                                  : outputs[0].domain().height(),
                              to);
                    const double ratio = static_cast<double>(from) / to;
                    const double wide = std::max(ratio, 1.0);
                    expect_picture(
                        outputs[0],
                        [&](int x, int y, int p) {
                            const int first = axis == eHorizontal ? frame.x0 : frame.y0;
                            const Rect& made = outputs[0].domain();
                            const int at = axis == eHorizontal ? x - made.x0 : y - made.y0;
                            if (to == from) return sample(input, x, y, p);
                            const double middle = (at + 0.5) * ratio;  // pixels are unit intervals
                            double sum = 0, weights = 0;
                            for (int i = -4 * static_cast<int>(wide) - from;
                                 i < 2 * from + 4 * static_cast<int>(wide) + 4; ++i) {
                                const double weight =
                                    kind == 0
                                        ? std::max(0.0, std::min(i + 1.0, middle + wide / 2) -
                                                            std::max(i + 0.0, middle - wide / 2))
                                        : filter_value(kind, (i + 0.5 - middle) / wide);
                                if (weight == 0) continue;
                                sum +=
                                    weight * (axis == eHorizontal ? sample(input, first + i, y, p)
                                                                  : sample(input, x, first + i, p));
                                weights += weight;
                            }
                            return sum / weights;
                        },
                        1e-4);
                }
}

TEST(Resample, KeepsEveryBitWhereTheSizeStays) {
    const Picture input = picture_of_extremes({3, -2, 16, 11});
    for (const int kind : {0, 1, 2, 3, 4, 5, 6}) {
        const auto outputs = run(with(Resample(eHorizontal, 13), "filter", kind), {&input});
        ASSERT_EQ(outputs.size(), 1u);
        for (int y = -2; y < 11; ++y)
            for (int x = 3; x < 16; ++x)
                expect_same_sample(outputs[0].at(x, y, 0), input.at(x, y, 0), x, y);
    }
}

}  // namespace
}  // namespace weft::test
