// Samples between elements: nearest, bilinear, cubic and clamped cubic; the same operations on
// every back end.
//
// Coordinates are in pixels; element (i, j) lies at (i, j) itself, so that a sample at whole
// coordinates is that element, to the bit, whatever lies around it. Coordinates are clamped to
// kFarthest in either direction; NaN counts as -kFarthest. F is a value type (core/math.h);
// at(i, j) gives the element, or what the border says. Where at can tell that a window of elements
// lies within the picture, or misses it, it may give them in a quicker way: see in_window().
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

/// Elements side by side in a row.
template <class F>
struct Two {
    F first, second;
};
template <class F>
struct Four {
    F first, second, third, fourth;
};

/// The elements from (i, j) on, right and down, read one by one.
template <class F, class I, class At>
struct Window {
    I i, j;
    const At& at;
    /// The first elements of a row of the window, which counts from 0.
    WEFT_DEVICE WEFT_INLINE F one(int row) const { return at(i, j + row); }
    WEFT_DEVICE WEFT_INLINE Two<F> two(int row) const {
        return {at(i, j + row), at(i + 1, j + row)};
    }
    WEFT_DEVICE WEFT_INLINE Four<F> four(int row) const {
        return {at(i, j + row), at(i + 1, j + row), at(i + 2, j + row), at(i + 3, j + row)};
    }
};

/// sample(window) of the kSize x kSize elements from (i, j) on. Where there are
/// at.holds<kSize>(i, j) and at.misses<kSize>(i, j), these say whether all of them lie in the
/// picture, or none; at.inside<kSize>(i, j) and at.outside() are then windows with the same
/// elements.
template <class F, int kSize, class I, class At, class Sample>
WEFT_DEVICE WEFT_INLINE F in_window(I i, I j, const At& at, const Sample& sample) {
    if constexpr (requires { at.template holds<kSize>(i, j); }) {
        if (at.template holds<kSize>(i, j)) return sample(at.template inside<kSize>(i, j));
        if (at.template misses<kSize>(i, j)) return sample(at.outside());
    }
    return sample(Window<F, I, At>{i, j, at});
}

/// The element of a window of one.
template <class F>
struct Nearest {
    template <class W>
    WEFT_DEVICE WEFT_INLINE F operator()(const W& window) const {
        return window.one(0);
    }
};

/// Linear between the elements of a window of 2 x 2, tx and ty from the first.
template <class F>
struct Bilinear {
    F tx, ty;
    template <class W>
    WEFT_DEVICE WEFT_INLINE F operator()(const W& window) const {
        const Two<F> above = window.two(0), below = window.two(1);
        return between(between(above.first, above.second, tx),
                       between(below.first, below.second, tx), ty);
    }
};

/// The spline through the elements of a window of 4 x 4, tx and ty from its second ones.
template <class F>
struct Cubic {
    F tx, ty;
    WEFT_DEVICE WEFT_INLINE F along(const Four<F>& row) const {
        return spline(row.first, row.second, row.third, row.fourth, tx);
    }
    template <class W>
    WEFT_DEVICE WEFT_INLINE F operator()(const W& window) const {
        return spline(along(window.four(0)), along(window.four(1)), along(window.four(2)),
                      along(window.four(3)), ty);
    }
};

/// Cubic, kept within the elements in the window's middle between which it lies.
template <class F>
struct ClampedCubic {
    F tx, ty;
    template <class W>
    WEFT_DEVICE WEFT_INLINE F operator()(const W& window) const {
        const Four<F> upper = window.four(1), lower = window.four(2);
        const Cubic<F> cubic = {tx, ty};
        const F value = spline(cubic.along(window.four(0)), cubic.along(upper), cubic.along(lower),
                               cubic.along(window.four(3)), ty);
        const F a = upper.second, b = select(tx > 0.0f, upper.third, a);
        const F c = select(ty > 0.0f, lower.second, a);
        const F d = select(ty > 0.0f, select(tx > 0.0f, lower.third, lower.second), b);
        return clamp(value, min(min(a, b), min(c, d)), max(max(a, b), max(c, d)));
    }
};

/// The element nearest to (x, y); halfway between two, the right or the lower one.
template <class F, class At>
WEFT_DEVICE WEFT_INLINE F sample_nearest(F x, F y, const At& at) {
    const F nx = within_reach(x), ny = within_reach(y);
    const F left = floor(nx), top = floor(ny);
    return in_window<F, 1>(convert(select(nx - left < 0.5f, left, left + 1.0f)),
                           convert(select(ny - top < 0.5f, top, top + 1.0f)), at, Nearest<F>{});
}

/// Linear between the four elements around (x, y).
template <class F, class At>
WEFT_DEVICE WEFT_INLINE F sample_bilinear(F x, F y, const At& at) {
    const F nx = within_reach(x), ny = within_reach(y);
    const F left = floor(nx), top = floor(ny);
    return in_window<F, 2>(convert(left), convert(top), at, Bilinear<F>{nx - left, ny - top});
}

/// The Catmull-Rom spline through the sixteen elements around (x, y): sharper than linear; may
/// exceed the elements' range beside edges.
template <class F, class At>
WEFT_DEVICE WEFT_INLINE F sample_cubic(F x, F y, const At& at) {
    const F nx = within_reach(x), ny = within_reach(y);
    const F left = floor(nx), top = floor(ny);
    return in_window<F, 4>(convert(left) - 1, convert(top) - 1, at, Cubic<F>{nx - left, ny - top});
}

/// sample_cubic(), kept within the elements between which (x, y) lies, two on each axis or one: for
/// mattes, which stay within 0 and 1, and beside highlights, which would cast a dark seam. A NaN
/// among them shows, or does not.
template <class F, class At>
WEFT_DEVICE WEFT_INLINE F sample_clamped_cubic(F x, F y, const At& at) {
    const F nx = within_reach(x), ny = within_reach(y);
    const F left = floor(nx), top = floor(ny);
    return in_window<F, 4>(convert(left) - 1, convert(top) - 1, at,
                           ClampedCubic<F>{nx - left, ny - top});
}

}  // namespace weft::portable
