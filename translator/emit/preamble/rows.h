// Rows in memory: loads and stores of whole vectors, lanes one by one, transposition, kept state.
// S is Lanes, Scalar or CodeLanes.
#pragma once

#include "simd_codes.h"

namespace weft {

/// kWidth samples from any address.
template <class S>
WEFT_INLINE typename S::F load(const typename S::Sample* from) {
    if constexpr (S::kWidth == 1)
        return *from;
    else
        return load(from);
}

/// kWidth samples to any address.
template <class S>
WEFT_INLINE void store(typename S::Sample* to, typename S::F value) {
    if constexpr (S::kWidth == 1)
        *to = value;
    else
        store(to, value);
}

/// kWidth floats to an aligned address, around the caches.
template <class S>
WEFT_INLINE void stream(float* to, typename S::F value) {
    if constexpr (S::kWidth == 1)
        *to = value;
    else
        stream(to, value);
}

/// The only lane of a plain value.
WEFT_INLINE float lane(float x, int) { return x; }
WEFT_INLINE int lane(int x, int) { return x; }

// State of a scan, kept between rows as floats: the bits of ints, 0 or 1 for bools. T is the type
// that the functor declares.
template <class S, class T>
WEFT_INLINE auto state_from(typename S::F x) {
    if constexpr (__is_same(T, int))
        return as_int(x);
    else if constexpr (__is_same(T, unsigned))
        return as_uint(x);
    else if constexpr (__is_same(T, bool))
        return x != typename S::F(0.0f);
    else
        return x;
}
template <class S, class T, class V>
WEFT_INLINE typename S::F state_to(V x) {
    if constexpr (__is_same(T, int) || __is_same(T, unsigned))
        return as_float(x);
    else if constexpr (__is_same(T, bool))
        return select(x, typename S::F(1.0f), typename S::F(0.0f));
    else
        return x;
}

namespace lanes {

template <int... I>
struct Indices {};
template <class T, T... I>
using IndicesOf = Indices<I...>;

/// Lane l of the result: from a where bit `Step` of l is clear, else from b, `Step` lanes before;
/// and its counterpart. Together they exchange two Step x Step blocks of a matrix.
template <int Step, int... I>
WEFT_INLINE void exchange(Float& a, Float& b, Indices<I...>) {
    const Float upper =
        __builtin_shufflevector(a, b, ((I & Step) ? WEFT_WIDTH + (I ^ Step) : I)...);
    const Float lower =
        __builtin_shufflevector(a, b, ((I & Step) ? WEFT_WIDTH + I : (I ^ Step))...);
    a = upper;
    b = lower;
}

template <int Step>
WEFT_INLINE void exchange_blocks(F32* v) {
    if constexpr (Step > 0) {
#pragma clang loop unroll(full)
        for (int i = 0; i < WEFT_WIDTH; ++i)
            if ((i & Step) == 0)
                exchange<Step>(v[i].v, v[i | Step].v,
                               __make_integer_seq<IndicesOf, int, WEFT_WIDTH>{});
        exchange_blocks<Step / 2>(v);
    }
}

/// Every second lane of two vectors, from the first or from the second on.
template <int First, int... I>
WEFT_INLINE Float half_of(Float a, Float b, Indices<I...>) {
    return __builtin_shufflevector(a, b, (2 * I + First)...);
}
template <int... I>
WEFT_INLINE Float each_twice(Float v, bool late, Indices<I...>) {
    const Float even = __builtin_shufflevector(v, v, (I / 2)...);
    const Float odd = __builtin_shufflevector(v, v, ((I + 1) / 2)...);
    return late ? odd : even;
}

}  // namespace lanes

/// Elements 0, 2, 4, ... from any address.
WEFT_INLINE F32 every_other(const float* from) {
    return F32(lanes::half_of<0>(load(from).v, load(from + WEFT_WIDTH).v,
                                 __make_integer_seq<lanes::IndicesOf, int, WEFT_WIDTH>{}));
}

/// Elements 0, 0, 1, 1, ... from any address, or 0, 1, 1, 2, ... where they come late.
WEFT_INLINE F32 each_twice(const float* from, bool late) {
    return F32(lanes::each_twice(load(from).v, late,
                                 __make_integer_seq<lanes::IndicesOf, int, WEFT_WIDTH>{}));
}

/// load(from + offset), at three offsets of four by way of the whole vectors around it:
/// neighbouring taps share those, and a vector that crosses a cache line takes twice as long to
/// load; but shifts and sums wait for the same units, loads do not. Memory must be accessible from
/// the multiple of a vector at or below the offset, and for two vectors from there.
WEFT_INLINE F32 load_beside(const float* from, int offset) {
#if defined(__AVX512F__) && WEFT_WIDTH == 16
    if (__builtin_constant_p(offset) && (offset & 3) != 1) {
        const float* const whole = from + (offset & ~15);
        if ((offset & 15) == 0) return load(whole);
        // In words of the assembler: Clang would make a permutation of it, which takes longer, and
        // its indices a register.
        lanes::Float r;
        asm("valignd %3, %1, %2, %0"
            : "=v"(r)
            : "v"(load(whole).v), "v"(load(whole + 16).v), "i"(offset & 15));
        return F32(r);
    }
#endif
    return load(from + offset);
}

/// Lane l of vector i becomes lane i of vector l.
WEFT_INLINE void transpose_lanes(F32* v) { lanes::exchange_blocks<WEFT_WIDTH / 2>(v); }

}  // namespace weft
