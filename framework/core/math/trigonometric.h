// Circular functions and their inverses: the bodies, for any value type.
//
// Polynomials are minimax fits (Remez exchange, coefficients rounded to float one by one).
#pragma once

#include "core/math/basic.h"

WEFT_EXACT_BEGIN

namespace weft::portable {

/// x = quadrant * pi/2 + angle + rest, with |angle| <= pi/4 and |rest| below half its last place.
template <class F>
struct Reduced {
    F angle, rest;
    typename ValueTypes<F>::I quadrant;
};

/// Exact to below the last place of `angle` for |x| <= 102943 (2^16 quadrants), however close x is
/// to a multiple of pi/2. Beyond, the angle is merely some value in [-0.8, 0.8].
///
/// pi/2 is cut into three floats. The first step is exact: a multiple of the first's last place
/// that is below 1 is a float. What the second rounds off is collected in `rest`.
template <class F>
WEFT_DEVICE WEFT_INLINE Reduced<F> reduce(F x) {
    constexpr float kFirst = 1.57079637f, kSecond = -4.37113883e-08f, kThird = -1.71512451e-15f;
    const F n = round_even(min(F(0x1p30f), max(F(-0x1p30f), x * 0.636619747f)));
    const F a = fma(n, F(-kFirst), x);
    const F b = n * -kSecond;
    const F angle = a + b, part = angle - a;
    const F lost = (a - (angle - part)) + (b - part);
    const F rest = fma(n, F(-kThird), lost + fma(n, F(-kSecond), -b));
    return {clamp(angle, F(-0.8f), F(0.8f)), clamp(rest, F(-1e-6f), F(1e-6f)), convert(n)};
}

template <class F>
WEFT_DEVICE WEFT_INLINE F sine(const Reduced<F>& x) {
    const F u = x.angle * x.angle;
    const F p = polynomial(u, 2.84904286e-06f, -0.00019854671f, 0.00833338313f, -0.166666672f);
    return x.angle + fma(x.angle * u, p, x.rest * fma(u, F(-0.5f), F(1.0f)));
}
template <class F>
WEFT_DEVICE WEFT_INLINE F cosine(const Reduced<F>& x) {
    const F u = x.angle * x.angle, half = 0.5f * u, head = 1.0f - half;
    const F p = polynomial(u, 2.44627281e-05f, -0.00138876156f, 0.041666653f);
    return head + (1.0f - head - half + fma(u * u, p, -x.angle * x.rest));
}

/// The sine in quadrant 0, the cosine in quadrant 1, and so on around.
template <class F, class I>
WEFT_DEVICE WEFT_INLINE F wave(const Reduced<F>& x, I quadrant) {
    const F value = select((quadrant & 1) != 0, cosine(x), sine(x));
    return as_float(as_uint(value) ^ (as_uint(quadrant & 2) << 30));
}

template <class F>
WEFT_DEVICE WEFT_INLINE F sin(F x) {
    const Reduced<F> r = reduce(x);
    const F value = select(isfinite(x), wave(r, r.quadrant), nan<F>());
    return select(x == 0.0f, x, value);
}
template <class F>
WEFT_DEVICE WEFT_INLINE F cos(F x) {
    const Reduced<F> r = reduce(x);
    return select(isfinite(x), wave(r, r.quadrant + 1), nan<F>());
}
template <class F>
WEFT_DEVICE WEFT_INLINE F tan(F x) {
    const Reduced<F> r = reduce(x);
    const F s = sine(r), c = cosine(r);
    const auto odd = (r.quadrant & 1) != 0;
    const F value = select(odd, -c, s) / select(odd, s, c);
    return select(x == 0.0f, x, select(isfinite(x), value, nan<F>()));
}

/// asin(s) - s for s in [0, 0.5], given z = s*s.
template <class F>
WEFT_DEVICE WEFT_INLINE F asin_tail(F s, F z) {
    return s * z *
           polynomial(z, 0.0417835414f, 0.0244409777f, 0.0454071127f, 0.0749592856f, 0.166667312f);
}

template <class F>
WEFT_DEVICE WEFT_INLINE F asin(F x) {
    const F a = abs(x);
    const auto large = a > 0.5f;
    const F z = select(large, (1.0f - a) * 0.5f, a * a);
    const F s = select(large, sqrt(z), a);
    const F tail = asin_tail(s, z);
    const F value = select(large, 1.57079637f - 2.0f * (s + (tail + 2.18556941e-08f)), s + tail);
    return copysign(value, x);
}

template <class F>
WEFT_DEVICE WEFT_INLINE F acos(F x) {
    const F a = abs(x);
    const auto large = a > 0.5f;
    const F z = select(large, (1.0f - a) * 0.5f, a * a);
    const F s = select(large, sqrt(z), x);
    const F tail = asin_tail(s, z);
    const F twice = 2.0f * (s + tail);
    const F edge = select(x < 0.0f, 3.14159274f - (twice + 8.74227766e-08f), twice);
    return select(large, edge, 1.57079637f - (s + (tail + 4.37113883e-08f)));
}

template <class F>
WEFT_DEVICE WEFT_INLINE F atan2(F y, F x) {
    const F a = abs(x), b = abs(y);
    const F larger = max(a, b), smaller = min(a, b);
    const F ratio = select(larger == smaller, F(1.0f), smaller / larger);
    const F t = select(larger == 0.0f, F(0.0f), ratio);
    const F u = t * t;
    const F p =
        polynomial(u, -0.00178355223f, 0.0108700842f, -0.031097535f, 0.0578810833f, -0.0839928538f,
                   0.109508783f, -0.142640159f, 0.199985296f, -0.333332986f);
    const F tail = t * u * p;
    const F octant = select(b > a, 1.57079637f - (t + (tail + 4.37113883e-08f)), t + tail);
    const F angle = select(as_int(x) < 0, 3.14159274f - (octant + 8.74227766e-08f), octant);
    return select(isnan(x) || isnan(y), nan<F>(), copysign(angle, y));
}

template <class F>
WEFT_DEVICE WEFT_INLINE F atan(F x) {
    return atan2(x, F(1.0f));
}

}  // namespace weft::portable

WEFT_EXACT_END
