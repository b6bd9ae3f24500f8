#include "graph/bezier.h"

#include <algorithm>
#include <cmath>

namespace weft {
namespace {

constexpr int kHalvings = 60;  // past the last digit of what lies between 0 and 1

double mixed(double a, double b, double t) { return a + (b - a) * t; }

/// The cubic from `a` to `b` with those slopes at its ends.
double cubic(double a, double b, double out, double in, double t) {
    const double left = 1.0 - t;
    return a + t * t * (3.0 - 2.0 * t) * (b - a) + t * left * (left * out - t * in);
}

double time_at(const Bezier& b, double t) { return cubic(0.0, 1.0, b.out_weight, b.in_weight, t); }

/// How far along its handles the curve is at time `x`. Halving finds it however flat time is there,
/// in as many steps everywhere.
double parameter_at(const Bezier& b, double x) {
    if (b.out_weight == 1.0 && b.in_weight == 1.0) return x;
    double low = 0.0, high = 1.0;
    for (int i = 0; i < kHalvings; ++i) {
        const double middle = 0.5 * (low + high);
        (time_at(b, middle) < x ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

double clamped(double weight) { return std::clamp(weight, 0.0, 3.0); }

}  // namespace

double Bezier::at(double x) const {
    return cubic(from, to, out * out_weight, in * in_weight, parameter_at(*this, x));
}

std::vector<double> Bezier::turns() const {
    const double first = out * out_weight, last = in * in_weight, rise = to - from;
    // The derivative: a t t + b t + first.
    const double a = 3.0 * (first + last) - 6.0 * rise, b = 6.0 * rise - 4.0 * first - 2.0 * last;
    const double inside = b * b - 4.0 * a * first;
    if (!(inside >= 0.0)) return {};
    // Neither root is a difference of nearly equal numbers.
    const double q = -0.5 * (b + (b < 0.0 ? -std::sqrt(inside) : std::sqrt(inside)));
    std::vector<double> times;
    for (const double t : {q / a, first / q})
        if (t > 0.0 && t < 1.0) times.push_back(time_at(*this, t));
    return times;
}

CutBezier cut(const Bezier& whole, double x) {
    const double t = parameter_at(whole, x);
    // Handles in time and number, brought nearer by halves as de Casteljau has it.
    const double x1 = whole.out_weight / 3.0, x2 = 1.0 - whole.in_weight / 3.0;
    const double y1 = whole.from + whole.out * x1, y2 = whole.to - whole.in * (1.0 - x2);
    const double mx = mixed(x1, x2, t), my = mixed(y1, y2, t);
    const double ax = mixed(mixed(0.0, x1, t), mx, t), ay = mixed(mixed(whole.from, y1, t), my, t);
    const double bx = mixed(mx, mixed(x2, 1.0, t), t), by = mixed(my, mixed(y2, whole.to, t), t);
    const double y = mixed(ay, by, t);
    const double slope = bx > ax ? (by - ay) / (bx - ax) : whole.to - whole.from;
    CutBezier halves;
    halves.before = {whole.from,
                     y,
                     whole.out * x,
                     slope * x,
                     clamped(whole.out_weight * t / x),
                     clamped(3.0 * (x - ax) / x)};
    halves.after = {y,
                    whole.to,
                    slope * (1.0 - x),
                    whole.in * (1.0 - x),
                    clamped(3.0 * (bx - x) / (1.0 - x)),
                    clamped(whole.in_weight * (1.0 - t) / (1.0 - x))};
    return halves;
}

}  // namespace weft
