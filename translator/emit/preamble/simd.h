// SIMD value types for generated host kernels: F32, I32, U32 and Mask, WEFT_WIDTH lanes each.
//
// Text for Clang 19, printed before each kernel; it includes nothing but core/. Lane by
// lane, every operation has the bits of the same operation on float, int, unsigned and bool as the
// reference executes it: integers wrap, shifts take the low 5 bits of their amount, comparisons
// with NaN are false but !=. Where C++ leaves a case open, a lane that is masked out may still meet
// it, so it is defined: integer division as divide() and modulo() in core/math.h; conversions of
// floats out of range as baseline x86-64 code does.
//
// A Mask holds -1 or 0 per lane. On AVX-512 the compiler keeps it in a mask register, as
// comparisons and selections meet without touching it as a vector.
#pragma once

#include "core/math.h"
#include "core/types.h"

#ifndef WEFT_WIDTH
#define WEFT_WIDTH 8
#endif

/// Before loops over taps: nothing, or WEFT_UNROLLED where offsets are to be constants.
#define WEFT_TAPS
/// Before loops over written planes: likewise, where these are to be registers.
#define WEFT_PLANES
#define WEFT_UNROLLED _Pragma("clang loop unroll(full)")

namespace weft {

namespace lanes {
using Float = float __attribute__((ext_vector_type(WEFT_WIDTH)));
using Double = double __attribute__((ext_vector_type(WEFT_WIDTH)));
using Int = int __attribute__((ext_vector_type(WEFT_WIDTH)));
using Unsigned = unsigned __attribute__((ext_vector_type(WEFT_WIDTH)));

template <class A, class B>
inline constexpr bool kSame = false;
template <class A>
inline constexpr bool kSame<A, A> = true;

template <class T>
concept Integer = __is_integral(T) || __is_enum(T);

/// The same vector, whose origin the compiler cannot see. LLVM to version 21 picks the wrong truth
/// table for a vpternlog that it merges with a selection and a constant (llvm/llvm-project#157929);
/// so bitwise logic does not reach a selection unseen where that instruction exists.
template <class Vector>
WEFT_INLINE Vector opaque(Vector v) {
#if defined(__AVX512F__)
    asm("" : "+v"(v));
#endif
    return v;
}
}  // namespace lanes

struct E32;
struct F32;
struct I32;
struct U32;

namespace lanes {
/// a * b + c in each lane, rounded once.
WEFT_INLINE Float fma(Float a, Float b, Float c) {
#if WEFT_HAS_FMA
    return __builtin_elementwise_fma(a, b, c);
#else
    Float sum;
    for (int lane = 0; lane < WEFT_WIDTH; ++lane) sum[lane] = weft::fma(a[lane], b[lane], c[lane]);
    return sum;
#endif
}
}  // namespace lanes

// Operators that apply lane by lane to the vector `v` of a value type T.
#define WEFT_LANES_BINARY(T, op)                                         \
    friend WEFT_INLINE T operator op(T a, T b) { return T(a.v op b.v); } \
    WEFT_INLINE T& operator op##=(T b) { return *this = *this op b; }
#define WEFT_LANES_COMPARE(T, op) \
    friend WEFT_INLINE Mask operator op(T a, T b) { return Mask(lanes::Int(a.v op b.v)); }
#define WEFT_LANES_COMPARISONS(T) \
    WEFT_LANES_COMPARE(T, ==)     \
    WEFT_LANES_COMPARE(T, !=)     \
    WEFT_LANES_COMPARE(T, <)      \
    WEFT_LANES_COMPARE(T, <=)     \
    WEFT_LANES_COMPARE(T, >)      \
    WEFT_LANES_COMPARE(T, >=)
#define WEFT_LANES_STEPS(T, one)                                   \
    WEFT_INLINE T& operator++() { return *this = *this + T(one); } \
    WEFT_INLINE T& operator--() { return *this = *this - T(one); } \
    WEFT_INLINE T operator++(int) {                                \
        const T before = *this;                                    \
        ++*this;                                                   \
        return before;                                             \
    }                                                              \
    WEFT_INLINE T operator--(int) {                                \
        const T before = *this;                                    \
        --*this;                                                   \
        return before;                                             \
    }

/// A bool per lane.
struct Mask {
    lanes::Int v;

    Mask() = default;
    WEFT_INLINE explicit Mask(lanes::Int lanes) : v(lanes) {}
    template <class T>
        requires lanes::kSame<T, bool>
    WEFT_INLINE Mask(T value) : v(lanes::Int(value ? -1 : 0)) {}
    WEFT_INLINE explicit Mask(F32 x);
    WEFT_INLINE explicit Mask(I32 x);
    WEFT_INLINE explicit Mask(U32 x);

    WEFT_LANES_BINARY(Mask, &)
    WEFT_LANES_BINARY(Mask, |)
    WEFT_LANES_BINARY(Mask, ^)
    friend WEFT_INLINE Mask operator!(Mask a) { return Mask(~a.v); }
    friend WEFT_INLINE Mask operator&&(Mask a, Mask b) { return a & b; }
    friend WEFT_INLINE Mask operator||(Mask a, Mask b) { return a | b; }
    friend WEFT_INLINE Mask operator==(Mask a, Mask b) { return Mask(~(a.v ^ b.v)); }
    friend WEFT_INLINE Mask operator!=(Mask a, Mask b) { return a ^ b; }
};

/// Whether m holds in some lane, in every lane.
WEFT_INLINE bool any(Mask m) { return __builtin_reduce_or(m.v) != 0; }
WEFT_INLINE bool all(Mask m) { return __builtin_reduce_and(m.v) != 0; }

/// An int per lane.
struct I32 {
    lanes::Int v;

    I32() = default;
    WEFT_INLINE explicit I32(lanes::Int lanes) : v(lanes) {}
    template <lanes::Integer T>
    WEFT_INLINE I32(T value) : v(lanes::Int(static_cast<int>(value))) {}
    WEFT_INLINE explicit I32(Mask m) : v(m.v & 1) {}
    WEFT_INLINE explicit I32(U32 x);
    WEFT_INLINE explicit I32(F32 x);

    friend WEFT_INLINE I32 operator+(I32 a, I32 b) { return wrap(a.bits() + b.bits()); }
    friend WEFT_INLINE I32 operator-(I32 a, I32 b) { return wrap(a.bits() - b.bits()); }
    friend WEFT_INLINE I32 operator*(I32 a, I32 b) { return wrap(a.bits() * b.bits()); }
    friend WEFT_INLINE I32 operator/(I32 a, I32 b) { return portable::divide_int(a, b); }
    friend WEFT_INLINE I32 operator%(I32 a, I32 b) { return portable::modulo_int(a, b); }
    friend WEFT_INLINE I32 operator<<(I32 a, I32 n) { return wrap(a.bits() << (n.bits() & 31u)); }
    friend WEFT_INLINE I32 operator>>(I32 a, I32 n) { return I32(a.v >> (n.v & 31)); }
    WEFT_INLINE I32& operator+=(I32 b) { return *this = *this + b; }
    WEFT_INLINE I32& operator-=(I32 b) { return *this = *this - b; }
    WEFT_INLINE I32& operator*=(I32 b) { return *this = *this * b; }
    WEFT_INLINE I32& operator/=(I32 b) { return *this = *this / b; }
    WEFT_INLINE I32& operator%=(I32 b) { return *this = *this % b; }
    WEFT_INLINE I32& operator<<=(I32 n) { return *this = *this << n; }
    WEFT_INLINE I32& operator>>=(I32 n) { return *this = *this >> n; }
    WEFT_LANES_BINARY(I32, &)
    WEFT_LANES_BINARY(I32, |)
    WEFT_LANES_BINARY(I32, ^)
    WEFT_LANES_COMPARISONS(I32)
    WEFT_LANES_STEPS(I32, 1)
    friend WEFT_INLINE I32 operator+(I32 a) { return a; }
    friend WEFT_INLINE I32 operator-(I32 a) { return wrap(-a.bits()); }
    friend WEFT_INLINE I32 operator~(I32 a) { return I32(~a.v); }

  private:
    WEFT_INLINE lanes::Unsigned bits() const { return __builtin_bit_cast(lanes::Unsigned, v); }
    WEFT_INLINE static I32 wrap(lanes::Unsigned x) {
        return I32(__builtin_bit_cast(lanes::Int, x));
    }
};

/// An unsigned per lane.
struct U32 {
    lanes::Unsigned v;

    U32() = default;
    WEFT_INLINE explicit U32(lanes::Unsigned lanes) : v(lanes) {}
    template <lanes::Integer T>
    WEFT_INLINE U32(T value) : v(lanes::Unsigned(static_cast<unsigned>(value))) {}
    WEFT_INLINE explicit U32(Mask m) : v(__builtin_bit_cast(lanes::Unsigned, m.v) & 1u) {}
    WEFT_INLINE explicit U32(I32 x) : v(__builtin_bit_cast(lanes::Unsigned, x.v)) {}
    WEFT_INLINE explicit U32(F32 x);

    WEFT_LANES_BINARY(U32, +)
    WEFT_LANES_BINARY(U32, -)
    WEFT_LANES_BINARY(U32, *)
    WEFT_LANES_BINARY(U32, &)
    WEFT_LANES_BINARY(U32, |)
    WEFT_LANES_BINARY(U32, ^)
    friend WEFT_INLINE U32 operator/(U32 a, U32 b) { return portable::divide_uint(a, b); }
    friend WEFT_INLINE U32 operator%(U32 a, U32 b) { return portable::modulo_uint(a, b); }
    friend WEFT_INLINE U32 operator<<(U32 a, I32 n) { return U32(a.v << (U32(n).v & 31u)); }
    friend WEFT_INLINE U32 operator>>(U32 a, I32 n) { return U32(a.v >> (U32(n).v & 31u)); }
    WEFT_INLINE U32& operator/=(U32 b) { return *this = *this / b; }
    WEFT_INLINE U32& operator%=(U32 b) { return *this = *this % b; }
    WEFT_INLINE U32& operator<<=(I32 n) { return *this = *this << n; }
    WEFT_INLINE U32& operator>>=(I32 n) { return *this = *this >> n; }
    WEFT_LANES_COMPARISONS(U32)
    WEFT_LANES_STEPS(U32, 1u)
    friend WEFT_INLINE U32 operator+(U32 a) { return a; }
    friend WEFT_INLINE U32 operator-(U32 a) { return U32(-a.v); }
    friend WEFT_INLINE U32 operator~(U32 a) { return U32(~a.v); }
};

/// A float per lane.
struct F32 {
    lanes::Float v;

    F32() = default;
    WEFT_INLINE explicit F32(lanes::Float lanes) : v(lanes) {}
    WEFT_INLINE F32(float value) : v(lanes::Float(value)) {}
    WEFT_INLINE F32(I32 x) : v(__builtin_convertvector(x.v, lanes::Float)) {}
    WEFT_INLINE explicit F32(U32 x) : v(__builtin_convertvector(x.v, lanes::Float)) {}
    WEFT_INLINE explicit F32(Mask m) : F32(I32(m)) {}
    WEFT_INLINE explicit F32(E32 x);

    WEFT_LANES_BINARY(F32, +)
    WEFT_LANES_BINARY(F32, -)
    WEFT_LANES_BINARY(F32, *)
    WEFT_LANES_BINARY(F32, /)
    WEFT_LANES_COMPARISONS(F32)
    WEFT_LANES_STEPS(F32, 1.0f)
    friend WEFT_INLINE F32 operator+(F32 a) { return a; }
    friend WEFT_INLINE F32 operator-(F32 a) { return F32(-a.v); }
};

// What core/math/ asks of a vector of floats T; `how` begins each declaration.
#define WEFT_LANES_FLOAT_OPERATIONS(how, T)                                        \
    how T select(Mask m, T a, T b) { return T(m.v ? a.v : b.v); }                  \
    how I32 as_int(T x) { return I32(__builtin_bit_cast(lanes::Int, x.v)); }       \
    how U32 as_uint(T x) { return U32(__builtin_bit_cast(lanes::Unsigned, x.v)); } \
    how T floor(T x) { return T(__builtin_elementwise_floor(x.v)); }               \
    how T ceil(T x) { return T(__builtin_elementwise_ceil(x.v)); }                 \
    how T trunc(T x) { return T(__builtin_elementwise_trunc(x.v)); }               \
    how T round_even(T x) { return T(__builtin_elementwise_roundeven(x.v)); }      \
    how T sqrt(T x) { return T(__builtin_elementwise_sqrt(x.v)); }                 \
    how T fma(T a, T b, T c) { return T(lanes::fma(a.v, b.v, c.v)); }              \
    how I32 convert(T x) { return I32(__builtin_convertvector(x.v, lanes::Int)); }

WEFT_EXACT_BEGIN
/// F32 with arithmetic that is never reassociated: what core/math/ computes in.
struct E32 {
    lanes::Float v;

    E32() = default;
    WEFT_INLINE explicit E32(lanes::Float lanes) : v(lanes) {}
    WEFT_INLINE E32(float value) : v(lanes::Float(value)) {}
    WEFT_INLINE E32(F32 x) : v(x.v) {}

    WEFT_LANES_BINARY(E32, +)
    WEFT_LANES_BINARY(E32, -)
    WEFT_LANES_BINARY(E32, *)
    WEFT_LANES_BINARY(E32, /)
    WEFT_LANES_COMPARISONS(E32)
    friend WEFT_INLINE E32 operator-(E32 a) { return E32(-a.v); }
    WEFT_LANES_FLOAT_OPERATIONS(friend WEFT_INLINE, E32)
#if defined(__AVX512F__) && WEFT_WIDTH == 16
    // What core/math/exponential.h makes of integers, in one operation each.
    using Register = float __attribute__((vector_size(64)));
    static constexpr unsigned short kAllLanes = 0xffff;
    static constexpr int kNoRounding = 4;
    friend WEFT_INLINE E32 mantissa_of(E32 x) {
        return E32(__builtin_bit_cast(
            lanes::Float, __builtin_ia32_getmantps512_mask(__builtin_bit_cast(Register, x.v), 0,
                                                           Register{}, kAllLanes, kNoRounding)));
    }
    friend WEFT_INLINE E32 exponent_of(E32 x) {
        return E32(__builtin_bit_cast(
            lanes::Float, __builtin_ia32_getexpps512_mask(__builtin_bit_cast(Register, x.v),
                                                          Register{}, kAllLanes, kNoRounding)));
    }
#endif
};
inline F32::F32(E32 x) : v(x.v) {}
WEFT_EXACT_END

// Shifts whose operands differ in signedness: the result has the type of the left operand.
template <class T>
    requires lanes::kSame<T, U32>
WEFT_INLINE U32 operator<<(U32 a, T n) {
    return a << I32(n);
}
template <class T>
    requires lanes::kSame<T, U32>
WEFT_INLINE U32 operator>>(U32 a, T n) {
    return a >> I32(n);
}
template <class T>
    requires lanes::kSame<T, U32>
WEFT_INLINE I32 operator<<(I32 a, T n) {
    return a << I32(n);
}
template <class T>
    requires lanes::kSame<T, U32>
WEFT_INLINE I32 operator>>(I32 a, T n) {
    return a >> I32(n);
}
template <class T>
    requires lanes::kSame<T, unsigned>
WEFT_INLINE U32 operator<<(T a, I32 n) {
    return U32(a) << n;
}
template <class T>
    requires lanes::kSame<T, unsigned>
WEFT_INLINE U32 operator>>(T a, I32 n) {
    return U32(a) >> n;
}

#if defined(__AVX512F__) && WEFT_WIDTH == 16
/// A bit for each lane, as operations under a mask take them.
WEFT_INLINE unsigned short mask_bits(Mask m) {
    return __builtin_bit_cast(
        unsigned short, __builtin_convertvector(m.v, bool __attribute__((ext_vector_type(16)))));
}
#endif

/// table[index modulo 16] per lane.
WEFT_INLINE F32 entry(const float (&table)[16], I32 index) {
#if defined(__AVX512F__) && WEFT_WIDTH == 16
    using V = float __attribute__((vector_size(64)));
    using VI = int __attribute__((vector_size(64)));
    return F32(__builtin_bit_cast(lanes::Float,
                                  __builtin_ia32_permvarsf512(__builtin_bit_cast(V, table),
                                                              __builtin_bit_cast(VI, index.v))));
#elif defined(__AVX2__) && WEFT_WIDTH == 8
    using V = float __attribute__((vector_size(32)));
    using VI = int __attribute__((vector_size(32)));
    struct Halves {
        V low, high;
    };
    const Halves halves = __builtin_bit_cast(Halves, table);
    const VI i = __builtin_bit_cast(VI, index.v);
    const F32 low(__builtin_bit_cast(lanes::Float, __builtin_ia32_permvarsf256(halves.low, i)));
    const F32 high(__builtin_bit_cast(lanes::Float, __builtin_ia32_permvarsf256(halves.high, i)));
    return F32((index & 8).v != 0 ? high.v : low.v);
#else
    F32 r;
#pragma clang loop unroll(full)
    for (int i = 0; i < WEFT_WIDTH; ++i) r.v[i] = table[index.v[i] & 15];
    return r;
#endif
}

// Selection and reduction.

WEFT_LANES_FLOAT_OPERATIONS(WEFT_INLINE, F32)

/// a in the lanes where m holds, else b.
WEFT_INLINE I32 select(Mask m, I32 a, I32 b) {
    return I32(m.v ? lanes::opaque(a.v) : lanes::opaque(b.v));
}
WEFT_INLINE U32 select(Mask m, U32 a, U32 b) {
    return U32(m.v ? lanes::opaque(a.v) : lanes::opaque(b.v));
}
WEFT_INLINE Mask select(Mask m, Mask a, Mask b) { return Mask((m.v & a.v) | (~m.v & b.v)); }

/// target = value in the lanes where m holds.
WEFT_INLINE void assign(Mask m, F32& target, F32 value) { target = select(m, value, target); }
WEFT_INLINE void assign(Mask m, I32& target, I32 value) { target = select(m, value, target); }
WEFT_INLINE void assign(Mask m, U32& target, U32 value) { target = select(m, value, target); }
WEFT_INLINE void assign(Mask m, Mask& target, Mask value) { target = select(m, value, target); }
WEFT_INLINE void assign(bool m, float& target, float value) { target = m ? value : target; }
WEFT_INLINE void assign(bool m, int& target, int value) { target = m ? value : target; }
WEFT_INLINE void assign(bool m, unsigned& target, unsigned value) { target = m ? value : target; }
WEFT_INLINE void assign(bool m, bool& target, bool value) { target = m ? value : target; }

// The operations of core/math/values.h on integers.

WEFT_INLINE I32 as_int(U32 x) { return I32(__builtin_bit_cast(lanes::Int, x.v)); }
WEFT_INLINE U32 as_uint(I32 x) { return U32(__builtin_bit_cast(lanes::Unsigned, x.v)); }
WEFT_INLINE F32 as_float(I32 x) {
    return F32(lanes::opaque(__builtin_bit_cast(lanes::Float, x.v)));
}
WEFT_INLINE F32 as_float(U32 x) {
    return F32(lanes::opaque(__builtin_bit_cast(lanes::Float, x.v)));
}
WEFT_INLINE F32 to_float(I32 x) { return F32(x); }
WEFT_INLINE F32 to_float(U32 x) { return F32(x); }

// A quotient of 32-bit integers is exact in double: vectors have no integer division.
WEFT_INLINE I32 quotient(I32 a, I32 b) {
#pragma clang fp reassociate(off) reciprocal(off)
    const lanes::Double q =
        __builtin_convertvector(a.v, lanes::Double) / __builtin_convertvector(b.v, lanes::Double);
    return I32(__builtin_convertvector(q, lanes::Int));
}
WEFT_INLINE U32 quotient(U32 a, U32 b) {
#pragma clang fp reassociate(off) reciprocal(off)
    const lanes::Double q =
        __builtin_convertvector(a.v, lanes::Double) / __builtin_convertvector(b.v, lanes::Double);
    return U32(__builtin_convertvector(q, lanes::Unsigned));
}

namespace portable {
// The least and largest of integers are instructions of their own, and known to compilers.
WEFT_INLINE I32 min(I32 a, I32 b) { return I32(__builtin_elementwise_min(a.v, b.v)); }
WEFT_INLINE I32 max(I32 a, I32 b) { return I32(__builtin_elementwise_max(a.v, b.v)); }
WEFT_INLINE U32 min(U32 a, U32 b) { return U32(__builtin_elementwise_min(a.v, b.v)); }
WEFT_INLINE U32 max(U32 a, U32 b) { return U32(__builtin_elementwise_max(a.v, b.v)); }
}  // namespace portable

template <>
struct ValueTypes<F32> {
    using F = F32;
    using I = I32;
    using U = U32;
    using M = Mask;
};
template <>
struct ValueTypes<E32> {
    using F = E32;
    using I = I32;
    using U = U32;
    using M = Mask;
};
template <>
struct ValueTypes<I32> : ValueTypes<F32> {};
template <>
struct ValueTypes<U32> : ValueTypes<F32> {};

WEFT_MATH_OVERLOADS(F32, I32, U32, Mask, E32)

template <class T>
    requires lanes::kSame<T, int>
WEFT_INLINE I32 shift_left(T x, I32 n) {
    return shift_left(I32(x), n);
}
template <class T>
    requires lanes::kSame<T, int>
WEFT_INLINE I32 shift_right(T x, I32 n) {
    return shift_right(I32(x), n);
}

// Conversions that C++ writes as casts.

inline Mask::Mask(F32 x) : Mask(x != F32(0.0f)) {}
inline Mask::Mask(I32 x) : Mask(x != I32(0)) {}
inline Mask::Mask(U32 x) : Mask(x != U32(0u)) {}
inline I32::I32(U32 x) : v(__builtin_bit_cast(lanes::Int, x.v)) {}

/// Truncates; out of range and NaN give the lowest int (as cvttss2si). to_int() saturates instead.
inline I32::I32(F32 x) {
    const Mask inside = abs(x) < 0x1p31f;
    *this = select(inside, convert(select(inside, x, F32(0.0f))), I32(-0x7fffffff - 1));
}

/// Truncates modulo 2^32; beyond 2^63 and NaN give 0 (as the low half of a 64-bit cvttss2si).
/// Scalar code agrees in (-1, 2^32) only: compilers differ beyond.
inline U32::U32(F32 x) {
    const F32 whole = trunc(select(abs(x) < 0x1p63f, x, F32(0.0f)));
    const F32 low = whole - 0x1p32f * floor(whole * 0x1p-32f);
    const Mask high = low >= 0x1p31f;
    const I32 bits =
        convert(select(whole < 0.0f && whole > -0x1p31f, whole, select(high, low - 0x1p31f, low)));
    *this = U32(bits) ^ select(whole < 0.0f && whole > -0x1p31f, U32(0u),
                               select(high, U32(0x80000000u), U32(0u)));
}

// The value types of a kernel, as docs/kernel-text.md names them.

/// One element per lane.
struct Lanes {
    using Sample = float;
    using F = F32;
    using I = I32;
    using U = U32;
    using M = Mask;
    static constexpr int kWidth = WEFT_WIDTH;
};

/// One element.
struct Scalar {
    using Sample = float;
    using F = float;
    using I = int;
    using U = unsigned;
    using M = bool;
    static constexpr int kWidth = 1;
};

/// V<S, T> is T, one of float, int, unsigned and bool, as a value type of S.
template <class S, class T>
struct ValueOf;
template <class S>
struct ValueOf<S, float> {
    using Type = typename S::F;
};
template <class S>
struct ValueOf<S, int> {
    using Type = typename S::I;
};
template <class S>
struct ValueOf<S, unsigned> {
    using Type = typename S::U;
};
template <class S>
struct ValueOf<S, bool> {
    using Type = typename S::M;
};
template <class S, class T>
using V = typename ValueOf<S, T>::Type;

}  // namespace weft
