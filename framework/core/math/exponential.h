// Exponentials, logarithms, powers, roots and hyperbolic functions: the bodies, for any value type.
//
// Polynomials are minimax fits (Remez exchange, coefficients rounded to float one by one), in the
// forms that keep the leading terms exact. Nothing branches: special cases are selected at the end.
#pragma once

#include "core/math/basic.h"

WEFT_EXACT_BEGIN

namespace weft::portable {

/// p * 2^n for a whole n in [-252, 252] and p in [0.7, 1.5), rounded once: the halves of n are
/// exponents of normal floats. 0 for n < -125: what would be denormal, or underflow, costs a CPU a
/// hundred times as long, in all lanes if one lane has it.
template <class F>
WEFT_DEVICE WEFT_INLINE F scale(F p, F n) {
    const auto whole = convert(n);
    const auto half = whole >> 1;
    const F kept = select(n < -125.0f, F(0.0f), p);
    return kept * as_float((half + 127) << 23) * as_float((whole - half + 127) << 23);
}

/// 2^r for |r| <= 0.5.
template <class F>
WEFT_DEVICE WEFT_INLINE F exp2_reduced(F r) {
    F p = 1.45855647e-05f * r + 0.00015440803f;
    p = p * r + 0.00133376394f;
    p = p * r + 0.00961809885f;
    p = p * r + 0.0555040501f;
    p = p * r + 0.240226507f;
    p = p * r + 0.693147182f;
    return p * r + 1.0f;
}

/// e^x * 2^shift for a small whole shift, rounded once.
template <class F>
WEFT_DEVICE WEFT_INLINE F exp_shifted(F x, float shift) {
    // Beyond these bounds the result is 0 or infinity all the same. NaN becomes a bound here.
    const F y = min(F(90.0f), max(F(-105.0f), x));
    const F n = round_even(y * 1.44269502f);
    // n has 8 bits and the first constant 15, so the first product is exact.
    const F r = y - n * 0.693145752f - n * 1.42860677e-06f;
    F p = 0.00138470868f * r + 0.00836924277f;
    p = p * r + 0.0416681878f;
    p = p * r + 0.166665226f;
    p = p * r + 0.49999994f;
    p = p * (r * r) + r + 1.0f;
    return select(isnan(x), x, scale(p, n + shift));
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

/// x = mantissa * 2^exponent with mantissa in [sqrt(1/2), sqrt(2)), for x positive and finite.
template <class F>
struct Binary {
    F mantissa, exponent;
};
template <class F>
WEFT_DEVICE WEFT_INLINE Binary<F> split(F x) {
    const auto tiny = x < 0x1p-126f;
    const auto bits = as_int(select(tiny, x * 0x1p23f, x)) - 0x3f3504f3;
    const F exponent = to_float(bits >> 23);
    return {as_float((bits & 0x7fffff) + 0x3f3504f3), select(tiny, exponent - 23.0f, exponent)};
}

/// log(1+f) - f + f*f/2 for 1+f in [sqrt(1/2), sqrt(2)).
template <class F>
WEFT_DEVICE WEFT_INLINE F log_tail(F f) {
    F p = 0.0532294959f * f - 0.109186947f;
    p = p * f + 0.12110576f;
    p = p * f - 0.125490904f;
    p = p * f + 0.14209637f;
    p = p * f - 0.16659373f;
    p = p * f + 0.200022221f;
    p = p * f - 0.250001669f;
    p = p * f + 0.333333135f;
    return p * (f * f * f);
}

/// Replaces the result of a logarithm where x is not positive and finite.
template <class F>
WEFT_DEVICE WEFT_INLINE F log_cases(F x, F result) {
    const F special = select(x == 0.0f, -infinity<F>(), select(x > 0.0f, x, nan<F>()));
    return select(x > 0.0f && x < infinity<F>(), result, special);
}

template <class F>
WEFT_DEVICE WEFT_INLINE F log(F x) {
    const Binary<F> b = split(x);
    const F f = b.mantissa - 1.0f;
    const F low = b.exponent * 1.42860677e-06f + log_tail(f) - 0.5f * f * f;
    return log_cases(x, b.exponent * 0.693145752f + (f + low));
}

/// The upper 12 bits of the significand: products of two such values are exact.
template <class F>
WEFT_DEVICE WEFT_INLINE F upper(F x) {
    return as_float(as_uint(x) & 0xfffff000u);
}

/// log(x) / log(base), where exponent_* = log(2)/log(base) and factor_* = 1/log(base), each in two
/// parts, the first of few bits.
template <class F>
WEFT_DEVICE WEFT_INLINE F log_base(F x, float exponent_high, float exponent_low, float factor_high,
                                   float factor_low) {
    const Binary<F> b = split(x);
    const F f = b.mantissa - 1.0f;
    const F square = 0.5f * f * f;
    const F high = upper(f - square);
    const F low = (f - high) - square + log_tail(f);
    const F small = low * factor_high + (low + high) * factor_low + b.exponent * exponent_low;
    // The exponent is an integer where it is not 0: the larger term comes first.
    const F whole = b.exponent * exponent_high, part = high * factor_high;
    const F sum = whole + part;
    return log_cases(x, sum + (whole - sum + part + small));
}
template <class F>
WEFT_DEVICE WEFT_INLINE F log2(F x) {
    return log_base(x, 1.0f, 0.0f, 1.44287109f, -0.000176052854f);
}
template <class F>
WEFT_DEVICE WEFT_INLINE F log10(F x) {
    return log_base(x, 0.301025391f, 4.60503907e-06f, 0.434326172f, -3.16899714e-05f);
}

/// A value in two parts; the first has at most 12 significant bits.
template <class F>
struct Parts {
    F high, low;
};

/// log2 of x positive and finite, to a relative error near 2^-31.
/// With c the nearest of 3/4, 1 and 3/2, and s = (m-c)/(m+c): log2(m) = log2(c) + 2/ln(2) (s +
/// s^3/3
/// + ...). The leading terms are carried in two parts; |s| <= 0.102 keeps the others small.
template <class F>
WEFT_DEVICE WEFT_INLINE Parts<F> log2_parts(F x) {
    const Binary<F> b = split(x);
    const F m = b.mantissa;
    const auto above = m > 1.22474492f, below = m < 0.816496611f;
    const F c = select(above, F(1.5f), select(below, F(0.75f), F(1.0f)));
    const F c_high = select(above, F(0.584960938f), select(below, F(-0.415039062f), F(0.0f)));
    const F c_low = select(above || below, F(1.56322119e-06f), F(0.0f));

    const F f = m - c, sum = m + c;
    const F s = f / sum;
    const F s_high = upper(s), sum_high = upper(sum), sum_low = m - (sum_high - c);
    const F s_low = (f - s_high * sum_high - s_high * sum_low) / sum;
    const F u = s * s;
    F q = 0.418657094f * u + 0.577039063f;
    q = q * u + 0.961796761f;
    const F whole = b.exponent + c_high;
    const F part = s_high * 2.88574219f;
    const F small = s_low * 2.88539004f + s_high * -0.000352105708f + q * (u * s) + c_low;
    const F total = whole + part;
    const F rest = whole - total + part + small;
    const F high = upper(total + rest);
    return {high, total - high + rest};
}

template <class F>
WEFT_DEVICE WEFT_INLINE F pow(F x, F y) {
    const F a = abs(x);
    const Parts<F> l = log2_parts(a);
    // Beyond 2^33 any base but 1 saturates; the bound keeps the products finite.
    const F e = clamp(y, F(-0x1p33f), F(0x1p33f));
    const F e_high = upper(e);
    const F high = e_high * l.high;
    const F low = (e - e_high) * l.high + e * l.low;
    const F n = round_even(min(F(140.0f), max(F(-160.0f), high + low)));
    // A little beyond one half, as n is the nearest to the rounded sum.
    const F r = clamp(high - n + low, F(-0.50002f), F(0.50002f));
    F result = scale(exp2_reduced(r), n);

    const F inf = infinity<F>();
    result = select(a == 0.0f, select(y < 0.0f, inf, F(0.0f)), result);
    result = select(a == inf, select(y < 0.0f, F(0.0f), inf), result);
    const auto whole = floor(y) == y;
    const F half = y * 0.5f;
    const auto odd = whole && floor(half) != half;
    // Signed: negative zeros and infinities too. Only finite negative bases need a whole exponent.
    result = select(odd, copysign(result, x), result);
    result = select(x < 0.0f && a < inf && !whole, nan<F>(), result);
    result = select(isnan(x) || isnan(y), nan<F>(), result);
    return select(x == 1.0f || y == 0.0f || (x == -1.0f && abs(y) == inf), F(1.0f), result);
}

template <class F>
WEFT_DEVICE WEFT_INLINE F sinh(F x) {
    const F a = abs(x), u = x * x;
    F p = 2.77634354e-06f * u + 0.000198438473f;
    p = p * u + 0.00833330676f;
    p = p * u + 0.166666672f;
    const F half = exp_shifted(a, -1.0f);  // half of e^a: overflows where the result does
    const F large = half - 0.25f / half;
    return select(a < 1.0f, x + x * u * p, copysign(large, x));
}

template <class F>
WEFT_DEVICE WEFT_INLINE F cosh(F x) {
    const F half = exp_shifted(abs(x), -1.0f);
    return half + 0.25f / half;
}

template <class F>
WEFT_DEVICE WEFT_INLINE F tanh(F x) {
    const F a = abs(x), u = x * x;
    F p = -0.00574867614f * u + 0.020682944f;
    p = p * u - 0.0537551977f;
    p = p * u + 0.133316651f;
    p = p * u - 0.333332926f;
    const F large = 1.0f - 2.0f / (exp(a + a) + 1.0f);
    return copysign(select(a < 0.625f, a + a * u * p, large), x);
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
    r = r + (scaled / (r * r) - r) * 0.333333343f;
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
    const F length = sqrt(p * p + q * q) * up;
    return select(a == infinity<F>() || b == infinity<F>(), infinity<F>(), length);
}

}  // namespace weft::portable

WEFT_EXACT_END
