// Exponentials, logarithms, powers, roots and hyperbolic functions: the bodies, for any value type.
//
// Polynomials are minimax fits (Remez exchange, coefficients rounded to float one by one), in the
// forms that keep the leading terms exact. Special cases are selected at the end.
#pragma once

#include "core/math/basic.h"

WEFT_EXACT_BEGIN

namespace weft::portable {

/// p * 2^n for a whole n in [-252, 252] and p in [0.7, 1.5): infinity from 2^128 on, and 0 for
/// n < -125. What would be denormal, or underflow, costs a CPU a hundred times as long, in all
/// lanes if one lane has it. A value type may bring one of its own, with these bits.
template <class F>
WEFT_DEVICE WEFT_INLINE F scale(F p, F n) {
    using U = typename ValueTypes<F>::U;
    // Beyond the largest exponent, up to the sign bit, lie NaN: no less than infinity as unsigned.
    const U bits = as_uint(p) + (as_uint(convert(n)) << 23);
    return select(n < -125.0f, F(0.0f), as_float(min(bits, U(0x7f800000u))));
}

/// 2^r for |r| <= 0.5.
template <class F>
WEFT_DEVICE WEFT_INLINE F exp2_reduced(F r) {
    return polynomial(r, 1.45855647e-05f, 0.00015440803f, 0.00133376394f, 0.00961809885f,
                      0.0555040501f, 0.240226507f, 0.693147182f, 1.0f);
}

/// e^x * 2^shift for a small whole shift, rounded once.
template <class F>
WEFT_DEVICE WEFT_INLINE F exp_shifted(F x, float shift) {
    // Beyond these bounds the result is 0 or infinity all the same. NaN becomes a bound here.
    const F y = min(F(90.0f), max(F(-105.0f), x));
    const F n = round_even(y * 1.44269502f);
    // The first constant has 15 bits and n has 8, so the first step is exact.
    const F r = fma(n, F(-1.42860677e-06f), fma(n, F(-0.693145752f), y));
    const F p =
        polynomial(r, 0.00138470868f, 0.00836924277f, 0.0416681878f, 0.166665226f, 0.49999994f);
    return select(isnan(x), x, scale(fma(p, r * r, r) + 1.0f, n + shift));
}
template <class F>
WEFT_DEVICE WEFT_INLINE F exp(F x) {
    return exp_shifted(x, 0.0f);
}

template <class F>
WEFT_DEVICE WEFT_INLINE F exp2(F x) {
    const F y = min(F(129.0f), max(F(-151.0f), x));
    const F n = round_even(y);
    return select(isnan(x), x, scale(exp2_reduced(y - n), n));
}

/// x = mantissa * 2^exponent with mantissa in [lowest, 2 * lowest), for x positive and finite;
/// `lowest` in (1/2, 1] by its bits.
template <class F>
struct Binary {
    F mantissa, exponent;
};
/// For x that is not denormal.
template <class F>
WEFT_DEVICE WEFT_INLINE Binary<F> split_normal(F x, int lowest) {
    const auto bits = as_int(x) - lowest;
    return {as_float((bits & 0x7fffff) + lowest), to_float(bits >> 23)};
}
template <class F>
WEFT_DEVICE WEFT_INLINE Binary<F> split(F x, int lowest) {
    const auto tiny = x < 0x1p-126f;
    const Binary<F> b = split_normal(select(tiny, x * 0x1p23f, x), lowest);
    return {b.mantissa, select(tiny, b.exponent - 23.0f, b.exponent)};
}
/// split() with mantissa in [sqrt(1/2), sqrt(2)).
template <class F>
WEFT_DEVICE WEFT_INLINE Binary<F> split(F x) {
    return split(x, 0x3f3504f3);
}

/// log(1+f) - f + f*f/2 for 1+f in [sqrt(1/2), sqrt(2)).
template <class F>
WEFT_DEVICE WEFT_INLINE F log_tail(F f) {
    return polynomial(f, 0.0532294959f, -0.109186947f, 0.12110576f, -0.125490904f, 0.14209637f,
                      -0.16659373f, 0.200022221f, -0.250001669f, 0.333333135f) *
           (f * f * f);
}

/// A value in two parts, of which the second is small.
template <class F>
struct Parts {
    F high, low;
};

/// f - f*f/2 for f in [-1/3, 1/2], to a relative error of 2^-47: there f is at most twice the
/// result, so that their difference is exact.
template <class F>
WEFT_DEVICE WEFT_INLINE Parts<F> log_head(F f) {
    const F half = -0.5f * f;
    const F high = fma(half, f, f);
    return {high, fma(half, f, f - high)};
}

/// Replaces the result of a logarithm where x is not positive and finite.
template <class F>
WEFT_DEVICE WEFT_INLINE F log_cases(F x, F result) {
    const auto ordinary = x > 0.0f && x < infinity<F>();
    if (all(ordinary)) return result;
    const F special = select(x == 0.0f, -infinity<F>(), select(x > 0.0f, x, nan<F>()));
    return select(ordinary, result, special);
}

template <class F>
WEFT_DEVICE WEFT_INLINE F log(F x) {
    const Binary<F> b = split(x);
    const F f = b.mantissa - 1.0f;
    const F low = fma(-0.5f * f, f, fma(b.exponent, F(1.42860677e-06f), log_tail(f)));
    return log_cases(x, fma(b.exponent, F(0.693145752f), f + low));
}

/// log(x) / log(base), where exponent_* = log(2)/log(base) and factor_* = 1/log(base), each in two
/// parts; exponent_high has few bits.
template <class F>
WEFT_DEVICE WEFT_INLINE F log_base(F x, float exponent_high, float exponent_low, float factor_high,
                                   float factor_low) {
    const Binary<F> b = split(x);
    const F f = b.mantissa - 1.0f;
    const Parts<F> head = log_head(f);
    const F part = head.high * factor_high;
    const F small = fma(head.low + log_tail(f), F(factor_high),
                        fma(head.high, F(factor_low), fma(head.high, F(factor_high), -part))) +
                    b.exponent * exponent_low;
    // The exponent is an integer where it is not 0: the larger term comes first.
    const F whole = b.exponent * exponent_high;
    const F sum = whole + part;
    return log_cases(x, sum + (whole - sum + part + small));
}
template <class F>
WEFT_DEVICE WEFT_INLINE F log2(F x) {
    return log_base(x, 1.0f, 0.0f, 1.44269502f, 1.92596303e-08f);
}
template <class F>
WEFT_DEVICE WEFT_INLINE F log10(F x) {
    return log_base(x, 0.301025391f, 4.60503907e-06f, 0.434294492f, -1.010305e-08f);
}

/// log2 of x = b, whose mantissa is in [3/4, 3/2), to a relative error near 2^-30.
///
/// x = 2^e * m with m in [3/4, 3/2), and c the one of 3/4, 1 and 5/4 that is near 1/m: f = c*m - 1
/// lies in [-0.134, 0.155], and is exact as c has few bits. log2(x) = e - log2(c) +
/// log(1+f)/log(2), whose leading terms are carried in two parts.
template <class F>
WEFT_DEVICE WEFT_INLINE Parts<F> log2_parts(Binary<F> b) {
    const auto above = b.mantissa > 1.155f, below = b.mantissa < 0.878f;
    const F c = select(above, F(0.75f), select(below, F(1.25f), F(1.0f)));
    const F c_high = select(above, F(0.415039062f), select(below, F(-0.322265625f), F(0.0f)));
    const F c_low = select(above, F(-1.56322119e-06f), select(below, F(0.000337530102f), F(0.0f)));

    const F f = fma(b.mantissa, c, F(-1.0f));
    const F q = polynomial(f, -0.121836536f, 0.146290988f, -0.166770533f, 0.199972481f,
                           -0.249999538f, 0.333333373f);
    const Parts<F> head = log_head(f);
    const F tail = fma(q, f * f * f, head.low);
    const F part = head.high * 1.44269502f;
    const F small =
        fma(tail, F(1.44269502f),
            fma(head.high, F(1.92596303e-08f), fma(head.high, F(1.44269502f), -part) + c_low));
    const F whole = b.exponent + c_high;
    const F high = whole + part;
    return {high, whole - high + part + small};
}

constexpr int kThreeQuarters = 0x3f400000;  // the bits of 3/4

/// a^y for a = b, positive and finite, split at 3/4; y is not NaN.
template <class F>
WEFT_DEVICE WEFT_INLINE F power(Binary<F> b, F y) {
    const Parts<F> l = log2_parts(b);
    // Beyond 2^33 any base but 1 saturates; the bound keeps the products finite.
    const F e = clamp(y, F(-0x1p33f), F(0x1p33f));
    const F high = e * l.high;
    const F low = fma(e, l.low, fma(e, l.high, -high));
    const F n = round_even(min(F(140.0f), max(F(-160.0f), high + low)));
    // A little beyond one half, as n is the nearest to the rounded sum.
    const F r = clamp(high - n + low, F(-0.50002f), F(0.50002f));
    return scale(exp2_reduced(r), n);
}

/// pow(x, y) from |x|^y: the cases of C.
template <class F>
WEFT_DEVICE WEFT_INLINE F power_cases(F x, F y, F result) {
    const F a = abs(x), inf = infinity<F>();
    F value = select(a == 0.0f, select(y < 0.0f, inf, F(0.0f)), result);
    value = select(a == inf, select(y < 0.0f, F(0.0f), inf), value);
    const auto whole = floor(y) == y;
    const F half = y * 0.5f;
    const auto odd = whole && floor(half) != half;
    // Signed: negative zeros and infinities too. Only finite negative bases need a whole exponent.
    value = select(odd, copysign(value, x), value);
    value = select(x < 0.0f && a < inf && !whole, nan<F>(), value);
    value = select(isnan(x) || isnan(y), nan<F>(), value);
    return select(x == 1.0f || y == 0.0f || (x == -1.0f && abs(y) == inf), F(1.0f), value);
}

template <class F>
WEFT_DEVICE WEFT_INLINE F pow(F x, F y) {
    const F a = abs(x);
    F result = power(split_normal(a, kThreeQuarters), y);
    if (!all(x >= 0x1p-126f && x < infinity<F>() && y == y)) {
        if (any(a > 0.0f && a < 0x1p-126f)) result = power(split(a, kThreeQuarters), y);
        result = power_cases(x, y, result);
    }
    return result;
}

template <class F>
WEFT_DEVICE WEFT_INLINE F sinh(F x) {
    const F a = abs(x), u = x * x;
    const F p = polynomial(u, 2.77634354e-06f, 0.000198438473f, 0.00833330676f, 0.166666672f);
    const F half = exp_shifted(a, -1.0f);  // half of e^a: overflows where the result does
    const F large = half - 0.25f / half;
    return select(a < 1.0f, fma(x * u, p, x), copysign(large, x));
}

template <class F>
WEFT_DEVICE WEFT_INLINE F cosh(F x) {
    const F half = exp_shifted(abs(x), -1.0f);
    return half + 0.25f / half;
}

template <class F>
WEFT_DEVICE WEFT_INLINE F tanh(F x) {
    const F a = abs(x), u = x * x;
    const F p =
        polynomial(u, -0.00574867614f, 0.020682944f, -0.0537551977f, 0.133316651f, -0.333332926f);
    const F large = 1.0f - 2.0f / (exp(a + a) + 1.0f);
    return copysign(select(a < 0.625f, fma(a * u, p, a), large), x);
}

template <class F>
WEFT_DEVICE WEFT_INLINE F cbrt(F x) {
    const F a = abs(x);
    const auto tiny = a < 0x1p-126f, huge = a > 0x1p100f;
    const F scaled = a * select(tiny, F(0x1p24f), select(huge, F(0x1p-24f), F(1.0f)));
    // A third of the exponent: 5 bits; one step of Halley: 15; one of Newton, in the form whose
    // rounding errors are divided by three: all.
    F r = as_float(convert(to_float(as_int(scaled)) * 0.333333343f) + 709958130);
    const F cube = r * r * r;
    r = r * ((cube + scaled + scaled) / (cube + cube + scaled));
    r = fma(scaled / (r * r) - r, F(0.333333343f), r);
    r = r * select(tiny, F(0x1p-8f), select(huge, F(0x1p8f), F(1.0f)));
    return select(a > 0.0f && a < infinity<F>(), copysign(r, x), x);
}

/// sqrt(x*x + y*y) without overflow or underflow on the way: both are scaled by a power of two.
template <class F>
WEFT_DEVICE WEFT_INLINE F hypot(F x, F y) {
    const F a = abs(x), b = abs(y);
    const F larger = max(a, b);
    const auto high = larger > 0x1p62f, low = larger < 0x1p-40f;
    const F down = select(high, F(0x1p-80f), select(low, F(0x1p80f), F(1.0f)));
    const F up = select(high, F(0x1p80f), select(low, F(0x1p-80f), F(1.0f)));
    const F p = a * down, q = b * down;
    const F length = sqrt(fma(p, p, q * q)) * up;
    return select(a == infinity<F>() || b == infinity<F>(), infinity<F>(), length);
}

}  // namespace weft::portable

WEFT_EXACT_END
