// Weft's own mathematics: the same operations, and so the same bits, on every back end.
//
// Each function is written once, in core/math/, as a template over its value type. Here it is
// offered for float, int and unsigned; generated kernels offer it for vectors by
// WEFT_MATH_OVERLOADS.
// Errors are in units in the last place (ulp), against the exact value, over all floats; "exact" is
// correctly rounded. A NaN argument gives NaN but where said. Denormals are not flushed on the way
// in, and on the way out only where said. Under options that permit contraction and reassociation,
// functions with a stated error keep to it, though not to their bits.
//
//   abs, sign, copysign, fract, floor, ceil, trunc      exact; fract(-1e-9) is 1
//   round (half away from zero), round_even             exact
//   sqrt                                                exact
//   fma(a, b, c)                                        a*b + c, rounded once: exact
//   min, max            the first argument unless the second is smaller (larger): NaN as the first
//                       gives NaN, as the second it is ignored
//   clamp(x, low, high) min(max(x, low), high)
//   mod(x, y)           x - y*floor(x/y): the sign of y
//   mix(a, b, t)        fma(b, t, a*(1-t)): exact at t = 0 and 1
//   step(edge, x)       0 where x < edge, else 1; smoothstep(low, high, x)
//   exp, exp2           1.1 ulp; 0 where the value is less than 2^-125.5: never a denormal, which
//                       would make a whole vector slow
//   log, log2, log10    1.1 ulp
//   pow                 2 ulp; 0 as exp; the cases of C: pow(x, 0) = pow(1, y) = 1, NaN included
//   sin, cos            1 ulp for |x| <= 102943; beyond, some value in [-1, 1]; infinity gives NaN
//   tan                 3 ulp for |x| <= 102943
//   asin, acos, atan, atan2                             2 ulp; the cases of C
//   sinh, cosh          2.5 ulp
//   tanh                2 ulp
//   rsqrt, cbrt, hypot                                  2 ulp; hypot of an infinity is infinity
//   isnan, isinf, isfinite                              bool
//
//   abs, min, max, clamp       int and unsigned; abs of the lowest int is itself
//   divide, modulo             truncating, as / and %; by zero 0; the lowest int by -1 wraps, 0
//   shift_left, shift_right    by the low 5 bits of the amount; right shifts of int keep the sign
//   to_int, floor_to_int, round_to_int (half to even)   saturate; NaN gives 0
//   to_float                   nearest, ties to even
//   as_int, as_uint, as_float  the same 32 bits
//   select(c, a, b)            a where c holds, else b
//   at(array, i)               a reference to the element, i clamped into the array
//
// Include this alone: the files under core/math/ are its parts.
#pragma once

#include "core/math/basic.h"
#include "core/math/exponential.h"
#include "core/math/integer.h"
#include "core/math/trigonometric.h"
#include "core/math/values.h"

#define WEFT_MATH_1(T, name) \
    WEFT_DEVICE WEFT_INLINE T name(T x) { return portable::name(x); }
#define WEFT_MATH_2(T, name) \
    WEFT_DEVICE WEFT_INLINE T name(T a, T b) { return portable::name(a, b); }
#define WEFT_MATH_EXACT_1(T, E, name) \
    WEFT_DEVICE WEFT_INLINE T name(T x) { return T(portable::name(E(x))); }
#define WEFT_MATH_EXACT_2(T, E, name) \
    WEFT_DEVICE WEFT_INLINE T name(T a, T b) { return T(portable::name(E(a), E(b))); }
#define WEFT_MATH_3(T, name) \
    WEFT_DEVICE WEFT_INLINE T name(T a, T b, T c) { return portable::name(a, b, c); }

/// The functions above over one family of value types, which already has the operations of
/// core/math/values.h. E: F, with arithmetic that is never reassociated. Used in namespace weft.
#define WEFT_MATH_OVERLOADS(F, I, U, M, E)                                                    \
    WEFT_MATH_1(F, abs)                                                                       \
    WEFT_MATH_1(F, sign)                                                                      \
    WEFT_MATH_1(F, round)                                                                     \
    WEFT_MATH_1(F, fract)                                                                     \
    WEFT_MATH_1(F, rsqrt)                                                                     \
    WEFT_MATH_EXACT_1(F, E, exp)                                                              \
    WEFT_MATH_EXACT_1(F, E, exp2)                                                             \
    WEFT_MATH_EXACT_1(F, E, log)                                                              \
    WEFT_MATH_EXACT_1(F, E, log2)                                                             \
    WEFT_MATH_EXACT_1(F, E, log10)                                                            \
    WEFT_MATH_EXACT_1(F, E, sin)                                                              \
    WEFT_MATH_EXACT_1(F, E, cos)                                                              \
    WEFT_MATH_EXACT_1(F, E, tan)                                                              \
    WEFT_MATH_EXACT_1(F, E, asin)                                                             \
    WEFT_MATH_EXACT_1(F, E, acos)                                                             \
    WEFT_MATH_EXACT_1(F, E, atan)                                                             \
    WEFT_MATH_EXACT_1(F, E, sinh)                                                             \
    WEFT_MATH_EXACT_1(F, E, cosh)                                                             \
    WEFT_MATH_EXACT_1(F, E, tanh)                                                             \
    WEFT_MATH_EXACT_1(F, E, cbrt)                                                             \
    WEFT_MATH_2(F, copysign)                                                                  \
    WEFT_MATH_2(F, mod)                                                                       \
    WEFT_MATH_2(F, step)                                                                      \
    WEFT_MATH_EXACT_2(F, E, pow)                                                              \
    WEFT_MATH_EXACT_2(F, E, atan2)                                                            \
    WEFT_MATH_EXACT_2(F, E, hypot)                                                            \
    WEFT_MATH_3(F, mix)                                                                       \
    WEFT_MATH_3(F, smoothstep)                                                                \
    WEFT_MATH_2(F, min)                                                                       \
    WEFT_MATH_2(F, max)                                                                       \
    WEFT_MATH_3(F, clamp)                                                                     \
    WEFT_MATH_2(I, min)                                                                       \
    WEFT_MATH_2(I, max)                                                                       \
    WEFT_MATH_3(I, clamp)                                                                     \
    WEFT_MATH_2(U, min)                                                                       \
    WEFT_MATH_2(U, max)                                                                       \
    WEFT_MATH_3(U, clamp)                                                                     \
    WEFT_DEVICE WEFT_INLINE M isnan(F x) { return portable::isnan(x); }                       \
    WEFT_DEVICE WEFT_INLINE M isinf(F x) { return portable::isinf(x); }                       \
    WEFT_DEVICE WEFT_INLINE M isfinite(F x) { return portable::isfinite(x); }                 \
    WEFT_DEVICE WEFT_INLINE I abs(I x) { return portable::abs_int(x); }                       \
    WEFT_DEVICE WEFT_INLINE U abs(U x) { return x; }                                          \
    WEFT_DEVICE WEFT_INLINE I divide(I a, I b) { return portable::divide_int(a, b); }         \
    WEFT_DEVICE WEFT_INLINE U divide(U a, U b) { return portable::divide_uint(a, b); }        \
    WEFT_DEVICE WEFT_INLINE I modulo(I a, I b) { return portable::modulo_int(a, b); }         \
    WEFT_DEVICE WEFT_INLINE U modulo(U a, U b) { return portable::modulo_uint(a, b); }        \
    WEFT_DEVICE WEFT_INLINE I shift_left(I x, I n) { return as_int(as_uint(x) << (n & 31)); } \
    WEFT_DEVICE WEFT_INLINE U shift_left(U x, I n) { return x << (n & 31); }                  \
    WEFT_DEVICE WEFT_INLINE I shift_right(I x, I n) { return x >> (n & 31); }                 \
    WEFT_DEVICE WEFT_INLINE U shift_right(U x, I n) { return x >> (n & 31); }                 \
    WEFT_DEVICE WEFT_INLINE I to_int(F x) { return portable::to_int(x); }                     \
    WEFT_DEVICE WEFT_INLINE I floor_to_int(F x) { return portable::to_int(floor(x)); }        \
    WEFT_DEVICE WEFT_INLINE I round_to_int(F x) { return portable::to_int(round_even(x)); }

namespace weft {

WEFT_MATH_OVERLOADS(float, int, unsigned, bool, float)

/// The element of `array` at `index`, which is clamped into the array.
template <class T, int N>
WEFT_DEVICE WEFT_INLINE T& at(T (&array)[N], int index) {
    return array[index < 0 ? 0 : index >= N ? N - 1 : index];
}

}  // namespace weft
