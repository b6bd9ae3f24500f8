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
WEFT_DEVICE WEFT_INLINE F any_exp(F x, int shift) {
    using I = typename ValueTypes<F>::I;
    const auto large = x > 0.0f;
    const I half = select(large, I(-1), I(0));
    const F most = 89.0f - 0.5f * to_float(shift);  // infinite all the same
    const F value = ordinary_exp(min(x, most), half + shift);
    return select(isnan(x), x, select(large, value + value, value));
}
template <class F>
WEFT_DEVICE WEFT_INLINE F any_exp2(F x) {
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

// The logarithms of powers are by a table too, by the leading bits of the mantissa.

/// c near the reciprocal of a mantissa in [1, 2), by its first four bits: one whose logarithm is
/// nearly in whole 2^-16. At both ends c is exact, so that near 1 nothing cancels.
inline constexpr float kNearReciprocal[16] = {1.0f,        0.9131231f, 0.8828942f,  0.8394391f,
                                              0.79056156f, 0.7621539f, 0.7301345f,  0.6884801f,
                                              0.6594791f,  0.6436505f, 0.61514395f, 0.59234387f,
                                              0.5711253f,  0.535787f,  0.535787f,   0.5f};

/// -log2(c) to an error of 2^-36, in whole 2^-16.
inline constexpr float kWholeLog[16] = {0.0f,       0.13111877f, 0.1796875f,  0.25250244f,
                                        0.3390503f, 0.3918457f,  0.45376587f, 0.5385132f,
                                        0.6006012f, 0.63565063f, 0.701004f,   0.75549316f,
                                        0.8081207f, 0.90026855f, 0.90026855f, 1.0f};

/// The mantissa in [1, 2), and the exponent, of x in [0, infinity): 1 and -infinity of 0.
template <class F>
WEFT_DEVICE WEFT_INLINE F mantissa_of(F x) {
    const F normal = select(x < 0x1p-126f, x * 0x1p24f, x);
    return as_float((as_uint(normal) & 0x7fffffu) | 0x3f800000u);
}
template <class F>
WEFT_DEVICE WEFT_INLINE F exponent_of(F x) {
    const auto tiny = x < 0x1p-126f;
    const F normal = select(tiny, x * 0x1p24f, x);
    const F exponent = to_float(as_int(as_uint(normal) >> 23)) - select(tiny, F(151.0f), F(127.0f));
    return select(x == 0.0f, -infinity<F>(), exponent);
}

/// x = 2^e * m with m in [1, 2): log2(x) = whole + log2(m * near), where whole is e - log2(near) in
/// whole 2^-16, and m * near in [0.968, 1.063].
template <class F>
struct Factors {
    F whole, near, mantissa;
};
template <class F>
WEFT_DEVICE WEFT_INLINE Factors<F> factors_of(F x) {
    const F mantissa = mantissa_of(x);
    const auto interval = as_int(as_uint(mantissa) >> 19);
    return {exponent_of(x) + entry(kWholeLog, interval), entry(kNearReciprocal, interval),
            mantissa};
}

/// An exponent as 2^z is computed from it: z, rounded; z to the nearest sixteenth, added to
/// kSixteenths; and what is left of z.
template <class F>
struct Exponent {
    F rounded, sum, rest;
};

/// Up to this factor a logarithm's fraction does in one part.
inline constexpr float kSmallPower = 8.0f;

/// y * log2(x) for |y| <= kSmallPower, to an error near 2^-25. All of y's products with constants
/// are one outside a loop that y is not of.
template <class F>
WEFT_DEVICE WEFT_INLINE Exponent<F> short_product(Factors<F> x, F y) {
    const F f = fma(x.mantissa, x.near, F(-1.0f));
    const F part = f * polynomial(f, y * 0.2701071f, y * -0.3610308f, y * 0.48094016f,
                                  y * -0.72134745f, y * 1.442695f);
    const F rounded = fma(y, x.whole, part), sum = rounded + kSixteenths;
    return {rounded, sum, fma(y, x.whole, kSixteenths - sum) + part};
}

/// y * log2(x), to a relative error near 2^-30: the leading terms are carried in two parts.
template <class F>
WEFT_DEVICE WEFT_INLINE Exponent<F> long_product(Factors<F> x, F y) {
    const F product = x.mantissa * x.near, rounding = fma(x.mantissa, x.near, -product);
    const F f = product - 1.0f;
    const F square = f * f, square_rounding = fma(f, f, -square);
    // The sums of the leading terms, and what they lost: their differences are exact.
    const F linear = fma(f, F(1.44269502f), x.whole);
    const F leading = fma(square, F(-0.7213475f), linear);
    const F lost =
        fma(f, F(1.44269502f), x.whole - linear) + fma(square, F(-0.7213475f), linear - leading);
    const F cubic = polynomial(f, -0.22459513f, 0.28866592f, -0.36069876f, 0.48089835f);
    F small = fma(square_rounding, F(-0.7213475f), lost);
    small = fma(rounding, polynomial(f, 1.44269502f, -1.44269502f, 1.44269502f), small);
    small = fma(fma(cubic, square, F(1.92596303e-08f)), f, small);

    const F log = leading + small, log_rounding = leading - log + small;
    const F high = y * log, low = fma(y, log_rounding, fma(y, log, -high));
    const F rounded = high + low, sum = rounded + kSixteenths;
    return {rounded, sum, high - (sum - kSixteenths) + low};
}

/// 2^(z + shift) where that is below 2^127.
template <class F, class I>
WEFT_DEVICE WEFT_INLINE F exp2_of(Exponent<F> z, I shift) {
    const F value = times_exp2(power_of_two(z.sum, shift), z.rest);
    return select(z.rounded < kLowestExponent, F(0.0f), value);
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
WEFT_DEVICE WEFT_INLINE F any_pow(F x, F y) {
    using I = typename ValueTypes<F>::I;
    const Factors<F> factors = factors_of(abs(x));
    const Exponent<F> brief = short_product(factors, y);
    // Beyond 2^33 any base but 1 saturates; the bound keeps the product finite.
    const Exponent<F> full = long_product(factors, clamp(y, F(-0x1p33f), F(0x1p33f)));
    const auto small = abs(y) <= kSmallPower;
    const Exponent<F> z = {select(small, brief.rounded, full.rounded),
                           select(small, brief.sum, full.sum),
                           select(small, brief.rest, full.rest)};
    const auto large = z.rounded > 0.0f;
    const F value = exp2_of(z, select(large, I(-1), I(0)));
    const F result = select(z.rounded < 128.5f, select(large, value + value, value), infinity<F>());
    return power_cases(x, y, result);
}

template <class F>
WEFT_DEVICE WEFT_INLINE F pow(F x, F y) {
    if constexpr (!kLooksFirst) return any_pow(x, y);
    const Exponent<F> z = short_product(factors_of(x), y);
    F result = exp2_of(z, 0);
    // Black is not rare: z is -infinity. It is NaN where both are 0.
    const F bound = select(abs(y) <= kSmallPower, F(125.0f), -infinity<F>());
    if (!all(as_uint(x) < 0x7f800000u && z.rounded < bound)) [[unlikely]]
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
