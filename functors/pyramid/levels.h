// How large the levels of a pyramid are.
#pragma once

#include "core/functor.h"
#include "core/scale.h"

namespace weft::functors {

/// The elements i for which 2 i lies inside, or for a single one the element that it lies in: n
/// elements become (n + 1) / 2 where the first is even.
inline Rect halved(const Rect& domain, Axis axis) {
    Rect r = domain;
    int& first = axis == eHorizontal ? r.x0 : r.y0;
    int& last = axis == eHorizontal ? r.x1 : r.y1;
    first = static_cast<int>(floor_divide(first, 2));
    last = static_cast<int>(floor_divide(last - 1, 2)) + 1;
    return r;
}

/// A domain with so many elements more at either end of an axis.
inline Rect grown(const Rect& domain, Axis axis, int margin) {
    return axis == eHorizontal ? Rect{domain.x0 - margin, domain.y0, domain.x1 + margin, domain.y1}
                               : Rect{domain.x0, domain.y0 - margin, domain.x1, domain.y1 + margin};
}

/// A domain that along an axis is that of a larger level.
inline Rect doubled_like(const Rect& domain, const Rect& larger, Axis axis) {
    return axis == eHorizontal ? Rect{larger.x0, domain.y0, larger.x1, domain.y1}
                               : Rect{domain.x0, larger.y0, domain.x1, larger.y1};
}

}  // namespace weft::functors
