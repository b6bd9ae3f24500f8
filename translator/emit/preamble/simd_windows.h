// Windows of elements around places that differ from lane to lane: what core/sampling.h reads.
#pragma once

#include "core/sampling.h"
#include "rows.h"

namespace weft {

namespace lanes {
/// Whether a gather takes longer than to load as many pairs and put them together: where there is
/// none, or it is a program of some eighty operations.
#if !defined(__AVX2__) || defined(__znver1__) || defined(__znver2__) || defined(__znver3__) || \
    defined(__znver4__)
inline constexpr bool kSlowGathers = true;
#else
inline constexpr bool kSlowGathers = false;
#endif

using Pair = float __attribute__((ext_vector_type(2)));
using Quad = float __attribute__((ext_vector_type(4)));
// Typedefs: in an alias declaration Clang drops the alignment.
typedef float LoosePair __attribute__((ext_vector_type(2), aligned(4)));
typedef float LooseQuad __attribute__((ext_vector_type(4), aligned(4)));

template <class V, int... I>
WEFT_INLINE auto beside(V a, V b, Indices<I...>) {
    return __builtin_shufflevector(a, b, I...);
}

/// Four floats each from base + offset[0], base + offset[4], base + offset[8] and so on.
template <int kQuads>
WEFT_INLINE auto every_fourth(const float* base, const int* offset) {
    if constexpr (kQuads == 1)
        return Quad(*reinterpret_cast<const LooseQuad*>(base + *offset));
    else
        return beside(every_fourth<kQuads / 2>(base, offset),
                      every_fourth<kQuads / 2>(base, offset + 2 * kQuads),
                      __make_integer_seq<IndicesOf, int, 4 * kQuads>{});
}

/// Two floats each from base + offset[0], offset[1], offset[4], offset[5], offset[8] and so on.
template <int kQuads>
WEFT_INLINE auto two_of_four(const float* base, const int* offset) {
    if constexpr (kQuads == 1)
        return beside(Pair(*reinterpret_cast<const LoosePair*>(base + offset[0])),
                      Pair(*reinterpret_cast<const LoosePair*>(base + offset[1])),
                      __make_integer_seq<IndicesOf, int, 4>{});
    else
        return beside(two_of_four<kQuads / 2>(base, offset),
                      two_of_four<kQuads / 2>(base, offset + 2 * kQuads),
                      __make_integer_seq<IndicesOf, int, 4 * kQuads>{});
}

/// In each four lanes: every second one of a, then of b, from the kFirst on.
template <int kFirst, int... I>
WEFT_INLINE Float every_second(Float a, Float b, Indices<I...>) {
    return __builtin_shufflevector(
        a, b, (((I & 2) >> 1) * WEFT_WIDTH + (I & ~3) + kFirst + (I & 1) * 2)...);
}
/// In each four lanes: one of a, one of b, the next of a, the next of b, from the kFirst of four.
template <int kFirst, int... I>
WEFT_INLINE Float alternately(Float a, Float b, Indices<I...>) {
    return __builtin_shufflevector(a, b,
                                   ((I & 1) * WEFT_WIDTH + (I & ~3) + kFirst + ((I & 2) >> 1))...);
}
/// In each four lanes: two of a, two of b, from the kFirst of four.
template <int kFirst, int... I>
WEFT_INLINE Float in_pairs(Float a, Float b, Indices<I...>) {
    return __builtin_shufflevector(a, b,
                                   (((I & 2) >> 1) * WEFT_WIDTH + (I & ~3) + kFirst + (I & 1))...);
}
}  // namespace lanes

/// Elements from base + first on, that far from lane to lane, rows row_floats apart: all of them
/// in memory, those of a row next to each other.
struct LaneWindows {
    WEFT_INLINE LaneWindows(const float* base, I32 first, long row_floats)
        : base_(base), first_(first), row_floats_(row_floats) {
        for (int i = 0; i < WEFT_WIDTH; ++i) each_[i] = first.v[i];
        // Otherwise the compiler takes each offset out of the vector, which takes longer.
        asm("" : "+m"(each_));
    }
    WEFT_INLINE F32 one(int row) const { return gather(base_ + row * row_floats_, first_); }
    WEFT_INLINE portable::Two<F32> two(int row) const {
        const float* const from = base_ + row * row_floats_;
        if constexpr (!lanes::kSlowGathers) return {gather(from, first_), gather(from + 1, first_)};
        constexpr auto kAll = __make_integer_seq<lanes::IndicesOf, int, WEFT_WIDTH>{};
        // Of each four lanes, vector 0 has the pairs of the first two, vector 1 those of the
        // others.
        const lanes::Float v0 = lanes::two_of_four<WEFT_WIDTH / 4>(from, each_);
        const lanes::Float v1 = lanes::two_of_four<WEFT_WIDTH / 4>(from, each_ + 2);
        return {F32(lanes::every_second<0>(v0, v1, kAll)),
                F32(lanes::every_second<1>(v0, v1, kAll))};
    }
    WEFT_INLINE portable::Four<F32> four(int row) const {
        constexpr int kQuads = WEFT_WIDTH / 4;
        constexpr auto kAll = __make_integer_seq<lanes::IndicesOf, int, WEFT_WIDTH>{};
        const float* const from = base_ + row * row_floats_;
        // Vector l: the four elements of lanes l, l + 4, ...; four by four they are transposed.
        const lanes::Float v0 = lanes::every_fourth<kQuads>(from, each_);
        const lanes::Float v1 = lanes::every_fourth<kQuads>(from, each_ + 1);
        const lanes::Float v2 = lanes::every_fourth<kQuads>(from, each_ + 2);
        const lanes::Float v3 = lanes::every_fourth<kQuads>(from, each_ + 3);
        const lanes::Float low01 = lanes::alternately<0>(v0, v1, kAll);
        const lanes::Float low23 = lanes::alternately<0>(v2, v3, kAll);
        const lanes::Float high01 = lanes::alternately<2>(v0, v1, kAll);
        const lanes::Float high23 = lanes::alternately<2>(v2, v3, kAll);
        return {F32(lanes::in_pairs<0>(low01, low23, kAll)),
                F32(lanes::in_pairs<2>(low01, low23, kAll)),
                F32(lanes::in_pairs<0>(high01, high23, kAll)),
                F32(lanes::in_pairs<2>(high01, high23, kAll))};
    }

  private:
    const float* base_;
    I32 first_;
    long row_floats_;
    alignas(4 * WEFT_WIDTH) int each_[WEFT_WIDTH];  // first_, lane by lane
};

/// The same value wherever one looks.
struct EvenWindows {
    F32 value;
    WEFT_INLINE F32 one(int) const { return value; }
    WEFT_INLINE portable::Two<F32> two(int) const { return {value, value}; }
    WEFT_INLINE portable::Four<F32> four(int) const { return {value, value, value, value}; }
};

}  // namespace weft
