// Windows of elements around places that differ from lane to lane: what core/sampling.h reads.
#pragma once

#include "core/sampling.h"
#include "stored_samples.h"

namespace weft {

namespace lanes {
/// Whether a gather takes longer than to load as many pairs and put them together: where there is
/// none, or it is a program of some eighty operations.
#if !defined(__AVX2__) || defined(__znver1__) || defined(__znver2__) || defined(__znver3__) || \
    defined(__znver4__) || defined(__znver5__)
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

/// Each lane's number where it is loaded by itself: taken out of the vector it takes longer, which
/// is what the compiler would do if it could see where these come from.
struct EachLane {
    WEFT_INLINE explicit EachLane(I32 lanes) {
        for (int i = 0; i < WEFT_WIDTH; ++i) of[i] = lanes.v[i];
        asm("" : "+m"(of));
    }
    alignas(4 * WEFT_WIDTH) int of[WEFT_WIDTH];
};

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
/// Of four vectors, l of which has four elements each of lanes l, l + 4, ...: one of each element.
WEFT_INLINE portable::Four<F32> quads_by_lane(Float v0, Float v1, Float v2, Float v3) {
    constexpr auto kAll = __make_integer_seq<IndicesOf, int, WEFT_WIDTH>{};
    const Float low01 = alternately<0>(v0, v1, kAll), low23 = alternately<0>(v2, v3, kAll);
    const Float high01 = alternately<2>(v0, v1, kAll), high23 = alternately<2>(v2, v3, kAll);
    return {F32(in_pairs<0>(low01, low23, kAll)), F32(in_pairs<2>(low01, low23, kAll)),
            F32(in_pairs<0>(high01, high23, kAll)), F32(in_pairs<2>(high01, high23, kAll))};
}
}  // namespace lanes

/// Elements from base + first on, that far from lane to lane, rows row_floats apart: all of them
/// in memory, those of a row next to each other.
struct LaneWindows {
    WEFT_INLINE LaneWindows(const float* base, I32 first, long row_floats)
        : base_(base), first_(first), row_floats_(row_floats), each_(first) {}
    WEFT_INLINE F32 one(int row) const { return gather(base_ + row * row_floats_, first_); }
    WEFT_INLINE portable::Two<F32> two(int row) const {
        const float* const from = base_ + row * row_floats_;
        if constexpr (!lanes::kSlowGathers) return {gather(from, first_), gather(from + 1, first_)};
        constexpr auto kAll = __make_integer_seq<lanes::IndicesOf, int, WEFT_WIDTH>{};
        // Of each four lanes, vector 0 has the pairs of the first two, vector 1 those of the
        // others.
        const lanes::Float v0 = lanes::two_of_four<WEFT_WIDTH / 4>(from, each_.of);
        const lanes::Float v1 = lanes::two_of_four<WEFT_WIDTH / 4>(from, each_.of + 2);
        return {F32(lanes::every_second<0>(v0, v1, kAll)),
                F32(lanes::every_second<1>(v0, v1, kAll))};
    }
    WEFT_INLINE portable::Four<F32> four(int row) const {
        constexpr int kQuads = WEFT_WIDTH / 4;
        const float* const from = base_ + row * row_floats_;
        return lanes::quads_by_lane(lanes::every_fourth<kQuads>(from, each_.of),
                                    lanes::every_fourth<kQuads>(from, each_.of + 1),
                                    lanes::every_fourth<kQuads>(from, each_.of + 2),
                                    lanes::every_fourth<kQuads>(from, each_.of + 3));
    }

  private:
    const float* base_;
    I32 first_;
    long row_floats_;
    lanes::EachLane each_;
};

#if defined(__AVX512BW__) && defined(__AVX512VL__) && WEFT_WIDTH == 16
#define WEFT_SPREADS 1
namespace lanes {
// Samples as they are stored, those that `here` has a bit for, others 0: no memory is touched
// under them.
WEFT_INLINE U32 stored_bits(const float* from, unsigned short here) {
    using V = float __attribute__((vector_size(64)));
    return U32(__builtin_bit_cast(Unsigned, __builtin_ia32_loadups512_mask(from, V{}, here)));
}
WEFT_INLINE U32 stored_bits(const unsigned char* from, unsigned short here) {
    using V = char __attribute__((vector_size(16)));
    using Bytes = unsigned char __attribute__((ext_vector_type(16)));
    const V bytes = __builtin_ia32_loaddquqi128_mask(reinterpret_cast<const V*>(from), V{}, here);
    return U32(__builtin_convertvector(__builtin_bit_cast(Bytes, bytes), Unsigned));
}
WEFT_INLINE U32 stored_bits(const unsigned short* from, unsigned short here) {
    using V = short __attribute__((vector_size(32)));
    using Shorts = unsigned short __attribute__((ext_vector_type(16)));
    const V shorts = __builtin_ia32_loaddquhi256_mask(reinterpret_cast<const V*>(from), V{}, here);
    return U32(__builtin_convertvector(__builtin_bit_cast(Shorts, shorts), Unsigned));
}

/// Of each row of windows so many samples, 4 at most, `step` <= 5 apart, from each of `from` +
/// `first`, as they are stored: a vector of each.
template <class Sample, class Value>
WEFT_INLINE void spread(const Sample* from, I32 first, int step, long row_samples, int size,
                        portable::Four<F32>* rows, Value value) {
    using V = float __attribute__((vector_size(64)));
    using VI = int __attribute__((vector_size(64)));
    const auto here = static_cast<unsigned short>((1u << ((size - 1) * step + 1)) - 1);
    const I32 lane = lane_index();
    const VI index = __builtin_bit_cast(VI, ((lane & 3) * step + ((lane >> 2 & 1) << 4)).v);
    const EachLane each(first);
    for (int row = 0; row < size; ++row, from += row_samples) {
        const auto bits = [&](int l) __attribute__((always_inline)) {
            return __builtin_bit_cast(V, stored_bits(from + each.of[l], here).v);
        };
        const auto two_lanes = [&](int l) __attribute__((always_inline)) {
            return __builtin_bit_cast(Float,
                                      __builtin_ia32_vpermi2varps512(bits(l), index, bits(l + 4)));
        };
        const auto four_lanes = [&](int l) __attribute__((always_inline)) {
            return __builtin_shufflevector(two_lanes(l), two_lanes(l + 8), 0, 1, 2, 3, 4, 5, 6, 7,
                                           16, 17, 18, 19, 20, 21, 22, 23);
        };
        const portable::Four<F32> found =
            quads_by_lane(four_lanes(0), four_lanes(1), four_lanes(2), four_lanes(3));
        rows[row] = {value(found.first), value(found.second), value(found.third),
                     value(found.fourth)};
    }
}
}  // namespace lanes
#else
#define WEFT_SPREADS 0
#endif

/// The rows of windows of size x size samples, 4 at most, that lie in a picture stored in any way:
/// from each of `from` + `first` on, which counts from the picture's first. Out of line: a kernel
/// would have it for each window in its source.
[[gnu::noinline]] inline void load_windows(const PictureArgs& picture, long from, I32 first,
                                           int size, portable::Four<F32>* rows) {
    const long step = picture.pixel_samples, row_samples = picture.row_samples;
#if WEFT_SPREADS
    if (step > 0 && step <= 5) {
        const auto load = [&](const auto* samples, auto value) __attribute__((always_inline)) {
            lanes::spread(samples + from, first, static_cast<int>(step), row_samples, size, rows,
                          value);
        };
        const void* const samples = picture.first;
        switch (picture.stored) {
            case kStoredFloat: return load(picture.first, [](F32 x) { return x; });
            case kStoredU8:
                return load(static_cast<const unsigned char*>(samples),
                            [](F32 x) { return unit_of<255>(F32(as_int(x))); });
            case kStoredU16:
                return load(static_cast<const unsigned short*>(samples),
                            [](F32 x) { return unit_of<65535>(F32(as_int(x))); });
            case kStoredHalf:
                return load(static_cast<const unsigned short*>(samples),
                            [](F32 x) { return half_to_float(as_uint(x)); });
        }
    }
#endif
    for (int row = 0; row < size; ++row, from += row_samples) {
        const auto at = [&](int column) {
            return column < size ? gather_stored(picture, from + column * step, first) : F32(0.0f);
        };
        rows[row] = {at(0), at(1), at(2), at(3)};
    }
}

/// Windows of kSize x kSize samples in a picture stored in any way, from each of `from` + `first`
/// on, which counts from the picture's first.
template <int kSize>
struct StoredWindows {
    WEFT_INLINE StoredWindows(const PictureArgs& picture, long from, I32 first)
        : near_(picture.first + from, first, picture.row_samples),
          is_near_(has_rows_of_floats(picture)) {
        if (!is_near_) [[unlikely]]
            load_windows(picture, from, first, kSize, rows_);
    }
    WEFT_INLINE F32 one(int row) const { return is_near_ ? near_.one(row) : rows_[row].first; }
    WEFT_INLINE portable::Two<F32> two(int row) const {
        if (is_near_) [[likely]]
            return near_.two(row);
        return {rows_[row].first, rows_[row].second};
    }
    WEFT_INLINE portable::Four<F32> four(int row) const {
        if (is_near_) [[likely]]
            return near_.four(row);
        return rows_[row];
    }

  private:
    LaneWindows near_;
    bool is_near_;
    portable::Four<F32> rows_[kSize];
};

/// The same value wherever one looks.
struct EvenWindows {
    F32 value;
    WEFT_INLINE F32 one(int) const { return value; }
    WEFT_INLINE portable::Two<F32> two(int) const { return {value, value}; }
    WEFT_INLINE portable::Four<F32> four(int) const { return {value, value, value, value}; }
};

}  // namespace weft
