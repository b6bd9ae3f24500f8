// Exponentials, logarithms, powers, roots and hyperbolic functions: the bodies, for any value type.
//
// Polynomials are minimax fits (Remez exchange, coefficients rounded to float one by one), in the
// forms that keep the leading terms exact. Special cases are selected at the end, or computed apart
// where some element is one.
#pragma once

#include "core/math/basic.h"

WEFT_EXACT_BEGIN

namespace weft::portable {

// Exponentials are by 2^(i/16) from a table, times that of what is left.

/// 2^(i/16), less i * 2^19 in its bits: power_of_two() adds sixteenths there.
inline constexpr float kRootsOfTwo[16] = {1.0f,         0.990886867f, 0.982753873f, 0.97564429f,
                                          0.969603539f, 0.964678884f, 0.960919797f, 0.958377779f,
                                          0.957106769f, 0.957163095f, 0.958605409f, 0.961495161f,
                                          0.965896428f, 0.971876085f, 0.979504049f, 0.988853276f};

/// A float as large is in whole sixteenths: they are the last bits of any sum with it.
inline constexpr float kSixteenths = 0x1.8p19f;

/// 2^(n + shift) for the sum of kSixteenths and n in whole sixteenths; shift is whole, and n +
/// shift in [-126, 128). A shift that is an int costs nothing where it is 0.
template <class F, class I>
WEFT_DEVICE WEFT_INLINE F power_of_two(F sum, I shift) {
    const auto sixteenths = as_uint(sum);
    const F root = entry(kRootsOfTwo, as_int(sixteenths));
    return as_float(as_uint(root) + (sixteenths << 19) + (as_uint(shift) << 23));
}

/// power * 2^r for |r| <= 1/32.
template <class F>
WEFT_DEVICE WEFT_INLINE F times_exp2(F power, F r) {
    return fma(power, r * polynomial(r, 0.0555041087f, 0.2402343f, 0.693147182f), power);
}

// What would be denormal, or underflow, costs a CPU a hundred times as long, in all lanes if one
// lane has it: exponentials are 0 below 2^-125.5.
inline constexpr float kLowestExponent = -125.5f;
inline constexpr float kLowestNatural = -86.9899673f;  // times log(2)

/// e^x * 2^shift where that is below 2^127.
template <class F, class I>
WEFT_DEVICE WEFT_INLINE F ordinary_exp(F x, I shift) {
    const F sum = fma(x, F(1.44269502f), F(kSixteenths));
    const F n = sum - kSixteenths;
    // The first step is exact: n has few bits, and what is left has no finer ones than x or they.
    const F r = fma(n, F(1.90465421e-09f), fma(n, F(-0.693147182f), x));
    const F power = power_of_two(sum, shift);
    const F value = fma(power, r * polynomial(r, 0.166666672f, 0.5000162f, 1.0f), power);
    return select(x < kLowestNatural, F(0.0f), value);
}

/// 2^x where that is below 2^127.
template <class F, class I>
WEFT_DEVICE WEFT_INLINE F ordinary_exp2(F x, I shift) {
    const F sum = x + kSixteenths;
    const F value = times_exp2(power_of_two(sum, shift), x - (sum - kSixteenths));
    return select(x < kLowestExponent, F(0.0f), value);
}

/// e^x * 2^shift for any x, and a shift that is 0 or -1: what is large by way of its half.
template <class F>
WEFT_DEVICE WEFT_RARE F any_exp(F x, int shift) {
    using I = typename ValueTypes<F>::I;
    const auto large = x > 0.0f;
    const I half = select(large, I(-1), I(0));
    const F most = 89.0f - 0.5f * to_float(shift);  // infinite all the same
    const F value = ordinary_exp(min(x, most), half + shift);
    return select(isnan(x), x, select(large, value + value, value));
}
template <class F>
WEFT_DEVICE WEFT_RARE F any_exp2(F x) {
    using I = typename ValueTypes<F>::I;
    const auto large = x > 0.0f;
    const I half = select(large, I(-1), I(0));
    const F value = ordinary_exp2(min(x, F(128.5f)), half);
    return select(isnan(x), x, select(large, value + value, value));
}

/// e^x * 2^shift for a shift that is 0 or -1, rounded once.
template <class F>
WEFT_DEVICE WEFT_INLINE F exp_shifted(F x, int shift) {
    if constexpr (!kLooksFirst) return any_exp(x, shift);
    F result = ordinary_exp(x, shift);
    if (!all(x < 86.0f)) [[unlikely]]
        result = any_exp(x, shift);
    return result;
}
template <class F>
WEFT_DEVICE WEFT_INLINE F exp(F x) {
    return exp_shifted(x, 0);
}

template <class F>
WEFT_DEVICE WEFT_INLINE F exp2(F x) {
    if constexpr (!kLooksFirst) return any_exp2(x);
    F result = ordinary_exp2(x, 0);
    if (!all(x < 125.0f)) [[unlikely]]
        result = any_exp2(x);
    return result;
}

/// x = mantissa * 2^exponent with mantissa in [sqrt(1/2), sqrt(2)), for x positive and finite.
template <class F>
struct Binary {
    F mantissa, exponent;
};
template <class F>
WEFT_DEVICE WEFT_INLINE Binary<F> split(F x) {
    constexpr int kLowest = 0x3f3504f3;
    const auto tiny = x < 0x1p-126f;
    const auto bits = as_int(select(tiny, x * 0x1p23f, x)) - kLowest;
    const F exponent = to_float(bits >> 23);
    return {as_float((bits & 0x7fffff) + kLowest), select(tiny, exponent - 23.0f, exponent)};
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

// The logarithms of powers are by a table too, by the leading bits of the mantissa, from those of
// 47/64 on.
inline constexpr unsigned kLowestMantissa = 0x3f3c0000u;

/// c near 1 over the middle of each interval, with so few bits that m * c - 1 is exact, and
/// -log2(c) in two parts, the first in whole 2^-14. Around 1, c is 1.
inline constexpr float kNearReciprocal[16] = {
    1.34375f, 1.28125f, 1.21875f,  1.1875f,  1.15625f,  1.09375f,  1.0625f,  1.03125f,
    1.0f,     0.9375f,  0.890625f, 0.84375f, 0.796875f, 0.765625f, 0.71875f, 0.6875f};
inline constexpr float kLogHigh[16] = {-0.426269531f, -0.357543945f, -0.285400391f,  -0.247924805f,
                                       -0.209472656f, -0.129272461f, -0.0874633789f, -0.0443725586f,
                                       0.0f,          0.0931396484f, 0.167114258f,   0.245117188f,
                                       0.327575684f,  0.385314941f,  0.47644043f,    0.540588379f};
inline constexpr float kLogLow[16] = {4.77654794e-06f,  -8.0593054e-06f,  -1.82823726e-06f,
                                      -2.70875603e-06f, 1.92906209e-05f,  -1.05560075e-05f,
                                      5.37655922e-07f,  -2.15607652e-05f, 0.0f,
                                      -3.02440458e-05f, -4.2719771e-06f,  -4.68966346e-06f,
                                      -1.02556521e-06f, -2.47855223e-05f, -2.38574444e-06f,
                                      -1.99975439e-05f};

/// a + b without an error, for |a| >= |b|.
template <class F>
WEFT_DEVICE WEFT_INLINE Parts<F> sum_of(F a, F b) {
    const F sum = a + b;
    return {sum, a - sum + b};
}

/// log2(x) for x positive and finite, to a relative error near 2^-30; of a denormal x, that of
/// another value.
///
/// x = 2^e * m with m in [47/64, 47/32): log2(x) = e - log2(c) + log2(1+f) with f = m * c - 1 in
/// [-0.034, 0.032]. The leading terms are carried in two parts.
template <class F>
WEFT_DEVICE WEFT_INLINE Parts<F> log2_parts(F x) {
    const auto bits = as_int(as_uint(x) - kLowestMantissa);
    const auto interval = bits >> 19;
    const F mantissa = as_float(as_uint(bits & 0x7fffff) + kLowestMantissa);
    const F whole = F(to_float(bits >> 23)) + entry(kLogHigh, interval);
    const F f = fma(mantissa, entry(kNearReciprocal, interval), F(-1.0f));

    // The sum of the leading terms, and what it lost: their difference is exact.
    const F head = fma(f, F(1.44269502f), whole);
    const F lost = fma(f, F(1.44269502f), whole - head) + entry(kLogLow, interval);
    const F square = f * f;
    const F cubic = polynomial(f, -0.223043650f, 0.288752586f, -0.360702515f, 0.48089832f);
    const F small = fma(fma(cubic, square, F(1.92596303e-08f)), f, lost);
    return sum_of(head, fma(square, F(-0.721347511f), small));
}

/// factor * (parts of a value), in two parts.
template <class F>
WEFT_DEVICE WEFT_INLINE Parts<F> times(Parts<F> value, F factor) {
    const F high = factor * value.high;
    return {high, fma(factor, value.low, fma(factor, value.high, -high))};
}

/// 2^(z + shift) where that is below 2^127.
template <class F, class I>
WEFT_DEVICE WEFT_INLINE F exp2_of(Parts<F> z, I shift) {
    const F sum = z.high + kSixteenths;
    const F value = times_exp2(power_of_two(sum, shift), z.high - (sum - kSixteenths) + z.low);
    return select(z.high < kLowestExponent, F(0.0f), value);
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

/// pow(x, y) for any x and y.
template <class F>
WEFT_DEVICE WEFT_RARE F any_pow(F x, F y) {
    using I = typename ValueTypes<F>::I;
    const F a = abs(x);
    const auto tiny = a < 0x1p-126f;
    Parts<F> l = log2_parts(select(tiny, a * 0x1p24f, a));
    const Parts<F> less = sum_of(l.high, F(-24.0f));
    l = {select(tiny, less.high, l.high), select(tiny, less.low + l.low, l.low)};
    // Beyond 2^33 any base but 1 saturates; the bound keeps the product finite.
    const Parts<F> z = times(l, clamp(y, F(-0x1p33f), F(0x1p33f)));
    const auto large = z.high > 0.0f;
    const F value = exp2_of(z, select(large, I(-1), I(0)));
    const F result = select(z.high < 128.5f, select(large, value + value, value), infinity<F>());
    return power_cases(x, y, result);
}

template <class F>
WEFT_DEVICE WEFT_INLINE F pow(F x, F y) {
    if constexpr (!kLooksFirst) return any_pow(x, y);
    const Parts<F> l = log2_parts(x), z = times(l, y);
    // Black is not rare.
    const auto zero = as_uint(x) == 0u && y > 0.0f;
    F result = select(zero, F(0.0f), exp2_of(z, 0));
    // What is taken for the logarithm of a base that is not positive, finite and normal is at least
    // 126. False too where y is NaN.
    if (!all(zero || (abs(l.high) < 126.0f && z.high < 125.0f))) [[unlikely]]
        result = any_pow(x, y);
    return result;
}

template <class F>
WEFT_DEVICE WEFT_INLINE F sinh(F x) {
    const F a = abs(x), u = x * x;
    const F p = polynomial(u, 2.77634354e-06f, 0.000198438473f, 0.00833330676f, 0.166666672f);
    const F half = exp_shifted(a, -1);  // half of e^a: overflows where the result does
    const F large = half - 0.25f / half;
    return select(a < 1.0f, fma(x * u, p, x), copysign(large, x));
}

template <class F>
WEFT_DEVICE WEFT_INLINE F cosh(F x) {
    const F half = exp_shifted(abs(x), -1);
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
    const auto tiny = a<0x1p-126f, huge = a> 0x1p100f;
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
