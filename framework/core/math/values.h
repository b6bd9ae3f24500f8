// The operations that portable arithmetic is built on, for the scalar value types.
//
// A value type F (float here, vectors of lanes in generated kernels) comes with companions I, U and
// M for int, unsigned and bool. Portable bodies (core/math/*.h) use, of a value type, only: + - *
// /, comparisons, & | ^ ~ << >>, and the functions below. Each gives the same bits on every
// machine: IEEE 754 asks for a correctly rounded result of all those that round.
#pragma once

/// Marks a function for the device compiler; empty for a host compiler.
#ifndef WEFT_DEVICE
#define WEFT_DEVICE
#endif

/// Always inlined: no copy of a body compiled under other flags can take another's place.
#ifndef WEFT_INLINE
#define WEFT_INLINE inline __attribute__((always_inline))
#endif

// Correctly rounded operations of the machine. Clang's elementwise forms never call the C library;
// the C library's own floor, ceil, trunc and sqrt are exact too.
#if defined(__clang__)
#define WEFT_NATIVE(operation, x) __builtin_elementwise_##operation(x)
#else
#define WEFT_NATIVE(operation, x) __builtin_##operation##f(x)
#endif

// Between these, arithmetic is not reassociated whatever the compiler's options: error-free sums
// and scaling in steps would not survive it. (Contraction does no harm, and cannot be kept out
// where the whole program allows it.)
#if defined(__clang__)
#define WEFT_EXACT_BEGIN \
    _Pragma("float_control(precise, on, push)") _Pragma("clang fp contract(off)")
#define WEFT_EXACT_END _Pragma("float_control(pop)")
#else
#define WEFT_EXACT_BEGIN
#define WEFT_EXACT_END
#endif

// Whether the machine that is compiled for multiplies and adds in one rounding.
#ifndef WEFT_HAS_FMA
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
#define WEFT_HAS_FMA 1
#else
#define WEFT_HAS_FMA 0
#endif
#endif

namespace weft {

/// Whether it pays to look first if some element is a special case. On a GPU each thread has one
/// element, and both ways would take registers: there all elements go the way of special cases.
#if defined(__CUDACC__)
inline constexpr bool kLooksFirst = false;
#else
inline constexpr bool kLooksFirst = true;
#endif

/// The companions of a value type: F, I, U, M.
template <class Value>
struct ValueTypes;
template <>
struct ValueTypes<float> {
    using F = float;
    using I = int;
    using U = unsigned;
    using M = bool;
};
template <>
struct ValueTypes<int> : ValueTypes<float> {};
template <>
struct ValueTypes<unsigned> : ValueTypes<float> {};

/// a where the condition holds, else b. Both are evaluated.
WEFT_DEVICE WEFT_INLINE float select(bool c, float a, float b) { return c ? a : b; }
WEFT_DEVICE WEFT_INLINE int select(bool c, int a, int b) { return c ? a : b; }
WEFT_DEVICE WEFT_INLINE unsigned select(bool c, unsigned a, unsigned b) { return c ? a : b; }
WEFT_DEVICE WEFT_INLINE bool select(bool c, bool a, bool b) { return c ? a : b; }

/// The same 32 bits, read as another type.
WEFT_DEVICE WEFT_INLINE int as_int(float x) { return __builtin_bit_cast(int, x); }
WEFT_DEVICE WEFT_INLINE int as_int(unsigned x) { return static_cast<int>(x); }
WEFT_DEVICE WEFT_INLINE unsigned as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
WEFT_DEVICE WEFT_INLINE unsigned as_uint(int x) { return static_cast<unsigned>(x); }
WEFT_DEVICE WEFT_INLINE float as_float(int x) { return __builtin_bit_cast(float, x); }
WEFT_DEVICE WEFT_INLINE float as_float(unsigned x) { return __builtin_bit_cast(float, x); }

/// The nearest float, ties to even.
WEFT_DEVICE WEFT_INLINE float to_float(int x) { return static_cast<float>(x); }
WEFT_DEVICE WEFT_INLINE float to_float(unsigned x) { return static_cast<float>(x); }

/// Rounding to an integral value: down, up, towards zero, to nearest with ties to even.
/// NaN, infinities and signed zeros are returned as they are.
WEFT_DEVICE WEFT_INLINE float floor(float x) { return WEFT_NATIVE(floor, x); }
WEFT_DEVICE WEFT_INLINE float ceil(float x) { return WEFT_NATIVE(ceil, x); }
WEFT_DEVICE WEFT_INLINE float trunc(float x) { return WEFT_NATIVE(trunc, x); }
WEFT_DEVICE WEFT_INLINE float round_even(float x) { return WEFT_NATIVE(roundeven, x); }

/// Correctly rounded; sqrt(-0) is -0, NaN below.
WEFT_DEVICE WEFT_INLINE float sqrt(float x) { return WEFT_NATIVE(sqrt, x); }

/// a * b + c, rounded once.
WEFT_DEVICE WEFT_INLINE float fma(float a, float b, float c) {
#if WEFT_HAS_FMA
    return __builtin_fmaf(a, b, c);
#else
    // The product is exact in double. A sum rounded to odd has bits enough to be rounded again
    // (Boldo and Melquiond, Emulation of a FMA and correctly rounded sums, 2008).
    const double product = static_cast<double>(a) * b, wide = c;
    const double sum = product + wide, part = sum - product;
    const double lost = (product - (sum - part)) + (wide - part);
    long long bits = __builtin_bit_cast(long long, sum);
    if ((lost > 0.0 || lost < 0.0) && bits % 2 == 0) bits += (lost > 0.0) == (sum > 0.0) ? 1 : -1;
    return static_cast<float>(__builtin_bit_cast(double, bits));
#endif
}

/// table[index modulo 16].
WEFT_DEVICE WEFT_INLINE float entry(const float (&table)[16], int index) {
    return table[index & 15];
}

/// Whether a condition holds somewhere, everywhere.
WEFT_DEVICE WEFT_INLINE bool any(bool c) { return c; }
WEFT_DEVICE WEFT_INLINE bool all(bool c) { return c; }

namespace portable {

/// Truncates; the caller guarantees |x| < 2^31.
WEFT_DEVICE WEFT_INLINE int convert(float x) { return static_cast<int>(x); }

/// Division by a value that is neither 0 nor, for int, -1.
WEFT_DEVICE WEFT_INLINE int quotient(int a, int b) { return a / b; }
WEFT_DEVICE WEFT_INLINE unsigned quotient(unsigned a, unsigned b) { return a / b; }

}  // namespace portable
}  // namespace weft
