// Integers and conversions with every case defined: the bodies, for any value type.
#pragma once

#include "core/math/basic.h"

namespace weft::portable {

/// The absolute value; that of the lowest int wraps to itself.
template <class I>
WEFT_DEVICE WEFT_INLINE I abs_int(I x) {
    return select(x < 0, as_int(0u - as_uint(x)), x);
}

template <class I>
WEFT_DEVICE WEFT_INLINE I divide_int(I a, I b) {
    const auto zero = b == 0, minus_one = b == -1;
    const I q = quotient(a, select(zero || minus_one, I(1), b));
    return select(zero, I(0), select(minus_one, as_int(0u - as_uint(a)), q));
}
template <class U>
WEFT_DEVICE WEFT_INLINE U divide_uint(U a, U b) {
    const auto zero = b == 0u;
    return select(zero, U(0u), quotient(a, select(zero, U(1u), b)));
}

template <class I>
WEFT_DEVICE WEFT_INLINE I modulo_int(I a, I b) {
    const auto trivial = b == 0 || b == -1;
    const I safe = select(trivial, I(1), b);
    return select(trivial, I(0), a - quotient(a, safe) * safe);
}
template <class U>
WEFT_DEVICE WEFT_INLINE U modulo_uint(U a, U b) {
    const auto zero = b == 0u;
    const U safe = select(zero, U(1u), b);
    return select(zero, U(0u), a - quotient(a, safe) * safe);
}

template <class F>
WEFT_DEVICE WEFT_INLINE auto to_int(F x) {
    using I = typename ValueTypes<F>::I;
    const auto inside = abs(x) < 0x1p31f;
    const I limit = select(x >= 0x1p31f, I(0x7fffffff), select(x < 0.0f, I(-0x7fffffff - 1), I(0)));
    return select(inside, convert(select(inside, x, F(0.0f))), limit);
}

}  // namespace weft::portable

namespace weft {

// Arithmetic of int that wraps under every compiler: wrapping(a) + b is an int, and so is what
// wrapping_ref(n) += b leaves in n. Kernel texts write it where they cannot show that the result
// fits, since CUDA's compiler otherwise takes x + 1 > x for true.

/// The left operand of an operation that wraps.
struct Wrapping {
    unsigned bits;
};

WEFT_DEVICE WEFT_INLINE constexpr Wrapping wrapping(int value) {
    return {static_cast<unsigned>(value)};
}

WEFT_DEVICE WEFT_INLINE constexpr int operator+(Wrapping a, int b) {
    return static_cast<int>(a.bits + static_cast<unsigned>(b));
}
WEFT_DEVICE WEFT_INLINE constexpr int operator-(Wrapping a, int b) {
    return static_cast<int>(a.bits - static_cast<unsigned>(b));
}
WEFT_DEVICE WEFT_INLINE constexpr int operator*(Wrapping a, int b) {
    return static_cast<int>(a.bits * static_cast<unsigned>(b));
}
WEFT_DEVICE WEFT_INLINE constexpr int operator-(Wrapping a) {
    return static_cast<int>(0u - a.bits);
}

/// The target of an assignment that wraps. T: int, or bool, which counts as one and keeps != 0.
template <class T>
struct WrappingRef {
    T& target;

    WEFT_DEVICE WEFT_INLINE constexpr void operator+=(int b) { target = wrapping(target) + b; }
    WEFT_DEVICE WEFT_INLINE constexpr void operator-=(int b) { target = wrapping(target) - b; }
    WEFT_DEVICE WEFT_INLINE constexpr void operator*=(int b) { target = wrapping(target) * b; }
    WEFT_DEVICE WEFT_INLINE constexpr void operator++() { *this += 1; }
    WEFT_DEVICE WEFT_INLINE constexpr void operator++(int) { *this += 1; }
    WEFT_DEVICE WEFT_INLINE constexpr void operator--() { *this -= 1; }
    WEFT_DEVICE WEFT_INLINE constexpr void operator--(int) { *this -= 1; }
};

template <class T>
WEFT_DEVICE WEFT_INLINE constexpr WrappingRef<T> wrapping_ref(T& target) {
    return {target};
}

}  // namespace weft
