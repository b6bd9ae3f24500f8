// The projective map of a square onto four points, and back.
#pragma once

#include "core/math.h"

namespace weft::functors {

struct Point {
    float x = 0.0f, y = 0.0f;
};

/// Maps points (x, y) to (a x + b y + c, d x + e y + f) / (g x + h y + i). Where the divisor is not
/// positive there is no image.
struct Perspective {
    float a = 0.0f, b = 0.0f, c = 0.0f;
    float d = 0.0f, e = 0.0f, f = 0.0f;
    float g = 0.0f, h = 0.0f, i = 0.0f;
};

/// The map that takes the corners of a four-sided figure, in order around it, to (0, 0), (1, 0),
/// (1, 1) and (0, 1) (Heckbert, Fundamentals of Texture Mapping, 2.2.3). Its divisor is positive
/// inside. Of a figure with three corners on a line, or one that crosses itself, it has no image
/// anywhere: all coefficients are 0.
inline Perspective onto_square(Point p0, Point p1, Point p2, Point p3) {
    // Forwards, from the square to the figure; in double, for what is nearly a line.
    const double x0 = p0.x, x1 = p1.x, x2 = p2.x, x3 = p3.x;
    const double y0 = p0.y, y1 = p1.y, y2 = p2.y, y3 = p3.y;
    const auto turn = [](double ax, double ay, double bx, double by) { return ax * by - ay * bx; };
    const double turns[4] = {
        turn(x1 - x0, y1 - y0, x2 - x1, y2 - y1), turn(x2 - x1, y2 - y1, x3 - x2, y3 - y2),
        turn(x3 - x2, y3 - y2, x0 - x3, y0 - y3), turn(x0 - x3, y0 - y3, x1 - x0, y1 - y0)};
    bool left = true, right = true;
    for (const double t : turns) {
        left = left && t > 0.0;
        right = right && t < 0.0;
    }
    if (!left && !right) return {};
    const double sx = x0 - x1 + x2 - x3, sy = y0 - y1 + y2 - y3;
    const double below = turn(x1 - x2, y1 - y2, x3 - x2, y3 - y2);
    const double g = turn(sx, sy, x3 - x2, y3 - y2) / below;
    const double h = turn(x1 - x2, y1 - y2, sx, sy) / below;
    const double a = x1 - x0 + g * x1, b = x3 - x0 + h * x3, c = x0;
    const double d = y1 - y0 + g * y1, e = y3 - y0 + h * y3, f = y0;
    // Backwards: the adjoint, scaled so that the divisor is 1 at the first corner.
    const double scale = 1.0 / (g * (f * b - c * e) + h * (c * d - a * f) + (a * e - b * d));
    const double gx = d * h - e * g, hx = b * g - a * h, ix = a * e - b * d;
    const double at_first = (gx * x0 + hx * y0 + ix) * scale;
    const double unit = scale / at_first;
    const auto as = [&](double v) { return static_cast<float>(v * unit); };
    return {as(e - f * h), as(c * h - b), as(b * f - c * e),
            as(f * g - d), as(a - c * g), as(c * d - a * f),
            as(gx),        as(hx),        as(ix)};
}

}  // namespace weft::functors
