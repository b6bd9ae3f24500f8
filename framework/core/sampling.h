// Samples between elements: nearest, bilinear, cubic and clamped cubic; the same operations on
// every back end.
//
// Coordinates are in pixels; element (i, j) lies at (i, j) itself, so that a sample at whole
// coordinates is that element, to the bit, whatever lies around it. Coordinates are clamped to
// kFarthest in either direction; NaN counts as -kFarthest. F is a value type (core/math.h);
// at(i, j) gives the element, or what the border says.
#pragma once

#include "core/math.h"
#include "core/types.h"

namespace weft::portable {

/// x clamped to [-kFarthest, kFarthest]; -kFarthest for NaN.
template <class F>
WEFT_DEVICE WEFT_INLINE F within_reach(F x) {
    const F far = F(static_cast<float>(kFarthest));
    return select(x > -far, select(x < far, x, far), -far);
}

/// a (1 - t) + b t; a itself where t is 0, even if b is infinite.
template <class F>
WEFT_DEVICE WEFT_INLINE F between(F a, F b, F t) {
    return select(t > 0.0f, fma(b, t, a * (1.0f - t)), a);
}

/// The Catmull-Rom spline through b (t = 0) and c (t = 1): Keys' cubic convolution with a = -1/2.
template <class F>
WEFT_DEVICE WEFT_INLINE F spline(F a, F b, F c, F d, F t) {
    const F wa = ((2.0f - t) * t - 1.0f) * t * 0.5f;
    const F wb = ((3.0f * t - 5.0f) * t * t + 2.0f) * 0.5f;
    const F wc = ((4.0f - 3.0f * t) * t + 1.0f) * t * 0.5f;
    const F wd = (t - 1.0f) * t * t * 0.5f;
    return select(t > 0.0f, fma(a, wa, b * wb) + fma(c, wc, d * wd), b);
}

/// The element nearest to (x, y); halfway between two, the right or the lower one.
template <class F, class At>
WEFT_DEVICE WEFT_INLINE F sample_nearest(F x, F y, const At& at) {
    const F nx = within_reach(x), ny = within_reach(y);
    const F left = floor(nx), top = floor(ny);
    return at(floor_to_int(select(nx - left < 0.5f, left, left + 1.0f)),
              floor_to_int(select(ny - top < 0.5f, top, top + 1.0f)));
}

/// Linear between the four elements around (x, y).
template <class F, class At>
WEFT_DEVICE WEFT_INLINE F sample_bilinear(F x, F y, const At& at) {
    const F nx = within_reach(x), ny = within_reach(y);
    const F left = floor(nx), top = floor(ny);
    const F tx = nx - left;
    const auto i = floor_to_int(left), j = floor_to_int(top);
    return between(between(at(i, j), at(i + 1, j), tx), between(at(i, j + 1), at(i + 1, j + 1), tx),
                   ny - top);
}

/// The Catmull-Rom spline through the sixteen elements around (x, y): sharper than linear; may
/// exceed the elements' range beside edges.
template <class F, class At>
WEFT_DEVICE WEFT_INLINE F sample_cubic(F x, F y, const At& at) {
    const F nx = within_reach(x), ny = within_reach(y);
    const F left = floor(nx), top = floor(ny);
    const F tx = nx - left;
    const auto i = floor_to_int(left), j = floor_to_int(top);
    const auto row = [&](auto k) {
        return spline(at(i - 1, k), at(i, k), at(i + 1, k), at(i + 2, k), tx);
    };
    return spline(row(j - 1), row(j), row(j + 1), row(j + 2), ny - top);
}

/// sample_cubic(), kept within the elements between which (x, y) lies, two on each axis or one: for
/// mattes, which stay within 0 and 1, and beside highlights, which would cast a dark seam. A NaN
/// among them shows, or does not.
template <class F, class At>
WEFT_DEVICE WEFT_INLINE F sample_clamped_cubic(F x, F y, const At& at) {
    const F nx = within_reach(x), ny = within_reach(y);
    const F left = floor(nx), top = floor(ny);
    const auto i = floor_to_int(left), j = floor_to_int(top);
    const auto right = floor_to_int(select(nx > left, left + 1.0f, left));
    const auto bottom = floor_to_int(select(ny > top, top + 1.0f, top));
    const F a = at(i, j), b = at(right, j), c = at(i, bottom), d = at(right, bottom);
    return clamp(sample_cubic(nx, ny, at), min(min(a, b), min(c, d)), max(max(a, b), max(c, d)));
}

}  // namespace weft::portable
