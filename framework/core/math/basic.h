// Signs, bounds, rounding, interpolation: the bodies, for any value type.
#pragma once

#include "core/math/values.h"

namespace weft::portable {

template <class F>
WEFT_DEVICE WEFT_INLINE F infinity() {
    return F(__builtin_inff());
}
template <class F>
WEFT_DEVICE WEFT_INLINE F nan() {
    return F(__builtin_nanf(""));
}

/// The polynomial in x with these coefficients, numbers or values, that of the highest power first,
/// by Horner's rule.
template <class F>
WEFT_DEVICE WEFT_INLINE F horner(F, F value) {
    return value;
}
template <class F, class Next, class... Lower>
WEFT_DEVICE WEFT_INLINE F horner(F x, F value, Next next, Lower... lower) {
    return horner(x, fma(value, x, F(next)), lower...);
}
template <class F, class Highest, class... Lower>
WEFT_DEVICE WEFT_INLINE F polynomial(F x, Highest highest, Lower... lower) {
    return horner(x, F(highest), lower...);
}

template <class F>
WEFT_DEVICE WEFT_INLINE F abs(F x) {
    return as_float(as_uint(x) & 0x7fffffffu);
}

template <class F>
WEFT_DEVICE WEFT_INLINE F copysign(F magnitude, F sign) {
    return as_float((as_uint(magnitude) & 0x7fffffffu) | (as_uint(sign) & 0x80000000u));
}

template <class F>
WEFT_DEVICE WEFT_INLINE F sign(F x) {
    return select(x > 0.0f, F(1.0f), select(x < 0.0f, F(-1.0f), x));
}

template <class T>
WEFT_DEVICE WEFT_INLINE T min(T a, T b) {
    return select(b < a, b, a);
}
template <class T>
WEFT_DEVICE WEFT_INLINE T max(T a, T b) {
    return select(a < b, b, a);
}
template <class T>
WEFT_DEVICE WEFT_INLINE T clamp(T x, T low, T high) {
    return min(max(x, low), high);
}

template <class F>
WEFT_DEVICE WEFT_INLINE auto isnan(F x) {
    return x != x;
}
template <class F>
WEFT_DEVICE WEFT_INLINE auto isinf(F x) {
    return abs(x) == infinity<F>();
}
template <class F>
WEFT_DEVICE WEFT_INLINE auto isfinite(F x) {
    return abs(x) < infinity<F>();
}

template <class F>
WEFT_DEVICE WEFT_INLINE F round(F x) {
    // The float below one half: a half itself would carry 0.49999997 up to 1.
    return trunc(x + copysign(F(0.49999997f), x));
}

template <class F>
WEFT_DEVICE WEFT_INLINE F fract(F x) {
    return x - floor(x);
}

template <class F>
WEFT_DEVICE WEFT_INLINE F mod(F x, F y) {
    return x - y * floor(x / y);
}

template <class F>
WEFT_DEVICE WEFT_INLINE F mix(F a, F b, F t) {
    return fma(b, t, a * (1.0f - t));
}

template <class F>
WEFT_DEVICE WEFT_INLINE F step(F edge, F x) {
    return select(x < edge, F(0.0f), F(1.0f));
}

template <class F>
WEFT_DEVICE WEFT_INLINE F smoothstep(F low, F high, F x) {
    const F t = clamp((x - low) / (high - low), F(0.0f), F(1.0f));
    return t * t * (3.0f - 2.0f * t);
}

template <class F>
WEFT_DEVICE WEFT_INLINE F rsqrt(F x) {
    return 1.0f / sqrt(x);
}

}  // namespace weft::portable
