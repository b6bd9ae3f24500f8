// Where a picture that is moved comes to lie, in whole elements.
#pragma once

#include "core/image_shape.h"
#include "core/math.h"
#include "transform/filter.h"

namespace weft::functors {

/// How far from an element a filter between elements lets it be seen, less than so far away.
inline float filter_reach(int filter) {
    return filter == eNearest ? 0.5f : filter == eBilinear ? 1.0f : 2.0f;
}

/// What rounding of places may move a picture by, in its own elements.
inline constexpr float kRounding = 1.0f / 16;

/// The elements whose middles lie in the hull of points.
class PointHull {
  public:
    void add(float x, float y) {
        X0 = min(X0, x);
        Y0 = min(Y0, y);
        X1 = max(X1, x);
        Y1 = max(Y1, y);
        known_ = known_ && x - x == 0.0f && y - y == 0.0f;
    }
    /// Of a point that is nowhere.
    void lose() { known_ = false; }
    /// The elements in `limit` that may show what lies in `part`, the corners of which the points
    /// are; all of it where a point is nowhere. Each element is so many samples across.
    Rect within(const Rect& limit, const Rect& part, int samples) const {
        if (!known_) return limit;
        const float larger =
            max(1.0f, max((X1 - X0) / to_float(part.width()), (Y1 - Y0) / to_float(part.height())));
        const float more = kRounding * larger + (samples > 1 ? 0.5f : 0.0f);
        const auto element = [](float v) {
            return to_int(clamp(v, to_float(-kFarthest), to_float(kFarthest)));
        };
        const auto room = [more](float v) { return more + abs(v) * 1.0e-6f; };
        return intersect({element(ceil(X0 - room(X0))), element(ceil(Y0 - room(Y0))),
                          element(floor(X1 + room(X1))) + 1, element(floor(Y1 + room(Y1))) + 1},
                         limit);
    }

  private:
    float X0 = 1.0e30f, Y0 = 1.0e30f, X1 = -1.0e30f, Y1 = -1.0e30f;
    bool known_ = true;
};

/// The elements in `limit` that may show what lies in `part`, through a filter that reaches so far:
/// `add(hull, x, y)` adds all the places where what lies at (x, y) may be seen, of places between
/// which all others lie if these are the corners.
template <class Add>
Rect image_of(const Rect& part, float reach, int samples, const Rect& limit, const Add& add) {
    const float columns[] = {to_float(part.x0) - reach, to_float(part.x1 - 1) + reach};
    const float rows[] = {to_float(part.y0) - reach, to_float(part.y1 - 1) + reach};
    PointHull seen;
    for (const float x : columns)
        for (const float y : rows) add(seen, x, y);
    return seen.within(limit, part, samples);
}

/// The same where each place is scaled about a centre, by factors from `least` to `most`.
inline Rect scaled_about(float x, float y, float least, float most, const Rect& part, float reach,
                         int samples, const Rect& limit) {
    return image_of(part, reach, samples, limit, [&](PointHull& seen, float sx, float sy) {
        const float factors[] = {least, most};
        for (const float factor : factors) seen.add(x + (sx - x) * factor, y + (sy - y) * factor);
    });
}

/// As far as pictures that are moved are kept around a frame: its own size on every side.
inline Rect around(const Rect& frame) {
    const auto side = [](long long at) {
        return static_cast<int>(at < -kMaxCoordinate  ? -kMaxCoordinate
                                : at > kMaxCoordinate ? kMaxCoordinate
                                                      : at);
    };
    const long long w = frame.width(), h = frame.height();
    return {side(frame.x0 - w), side(frame.y0 - h), side(frame.x1 + w), side(frame.y1 + h)};
}

}  // namespace weft::functors
