// Pixels of 3 or 4 neighbouring samples, to and from a vector for each plane.
#pragma once

#include "rows.h"

namespace weft {
namespace lanes {

using Every = __make_integer_seq<IndicesOf, int, WEFT_WIDTH>;

/// Lanes of two vectors in turn, of their first or of their second halves.
template <int Half, int... I>
WEFT_INLINE Float in_turn(Float a, Float b, Indices<I...>) {
    return __builtin_shufflevector(a, b,
                                   (Half * (WEFT_WIDTH / 2) + I / 2 + (I % 2) * WEFT_WIDTH)...);
}

/// Of three vectors the lanes 3 i + Plane.
template <int Plane, int... I>
WEFT_INLINE Float third_of(Float a, Float b, Float c, Indices<I...>) {
    const Float most =
        __builtin_shufflevector(a, b, (3 * I + Plane < 2 * WEFT_WIDTH ? 3 * I + Plane : -1)...);
    return __builtin_shufflevector(
        most, c, (3 * I + Plane < 2 * WEFT_WIDTH ? I : 3 * I + Plane - WEFT_WIDTH)...);
}
/// The part of a, b and c in turn that is vector `Part` of three.
template <int Part, int... I>
WEFT_INLINE Float all_in_turn(Float a, Float b, Float c, Indices<I...>) {
    constexpr int kFirst = Part * WEFT_WIDTH;
    const Float two = __builtin_shufflevector(
        a, b, ((kFirst + I) % 3 == 2 ? -1 : (kFirst + I) / 3 + (kFirst + I) % 3 * WEFT_WIDTH)...);
    return __builtin_shufflevector(two, c,
                                   ((kFirst + I) % 3 == 2 ? WEFT_WIDTH + (kFirst + I) / 3 : I)...);
}

}  // namespace lanes

/// WEFT_WIDTH pixels from any address.
WEFT_INLINE void load_pixels(const float* from, F32 (&planes)[4]) {
    constexpr lanes::Every every{};
    const lanes::Float a = load(from).v, b = load(from + WEFT_WIDTH).v;
    const lanes::Float c = load(from + 2 * WEFT_WIDTH).v, d = load(from + 3 * WEFT_WIDTH).v;
    const lanes::Float even0 = lanes::half_of<0>(a, b, every),
                       odd0 = lanes::half_of<1>(a, b, every);
    const lanes::Float even1 = lanes::half_of<0>(c, d, every),
                       odd1 = lanes::half_of<1>(c, d, every);
    planes[0] = F32(lanes::half_of<0>(even0, even1, every));
    planes[1] = F32(lanes::half_of<0>(odd0, odd1, every));
    planes[2] = F32(lanes::half_of<1>(even0, even1, every));
    planes[3] = F32(lanes::half_of<1>(odd0, odd1, every));
}
WEFT_INLINE void load_pixels(const float* from, F32 (&planes)[3]) {
    constexpr lanes::Every every{};
    const lanes::Float a = load(from).v, b = load(from + WEFT_WIDTH).v;
    const lanes::Float c = load(from + 2 * WEFT_WIDTH).v;
    planes[0] = F32(lanes::third_of<0>(a, b, c, every));
    planes[1] = F32(lanes::third_of<1>(a, b, c, every));
    planes[2] = F32(lanes::third_of<2>(a, b, c, every));
}

/// The vectors that the pixels are.
WEFT_INLINE void interleave(const F32 (&planes)[4], F32 (&parts)[4]) {
    constexpr lanes::Every every{};
    const lanes::Float even0 = lanes::in_turn<0>(planes[0].v, planes[2].v, every);
    const lanes::Float even1 = lanes::in_turn<1>(planes[0].v, planes[2].v, every);
    const lanes::Float odd0 = lanes::in_turn<0>(planes[1].v, planes[3].v, every);
    const lanes::Float odd1 = lanes::in_turn<1>(planes[1].v, planes[3].v, every);
    parts[0] = F32(lanes::in_turn<0>(even0, odd0, every));
    parts[1] = F32(lanes::in_turn<1>(even0, odd0, every));
    parts[2] = F32(lanes::in_turn<0>(even1, odd1, every));
    parts[3] = F32(lanes::in_turn<1>(even1, odd1, every));
}
WEFT_INLINE void interleave(const F32 (&planes)[3], F32 (&parts)[3]) {
    constexpr lanes::Every every{};
    const lanes::Float a = planes[0].v, b = planes[1].v, c = planes[2].v;
    parts[0] = F32(lanes::all_in_turn<0>(a, b, c, every));
    parts[1] = F32(lanes::all_in_turn<1>(a, b, c, every));
    parts[2] = F32(lanes::all_in_turn<2>(a, b, c, every));
}

/// WEFT_WIDTH pixels to any address, or around the caches to a multiple of a vector's size.
template <int kPlanes>
WEFT_INLINE void store_pixels(float* to, const F32 (&planes)[kPlanes], bool streams) {
    F32 parts[kPlanes];
    interleave(planes, parts);
#pragma clang loop unroll(full)
    for (int p = 0; p < kPlanes; ++p)
        if (streams)
            stream(to + p * WEFT_WIDTH, parts[p]);
        else
            store(to + p * WEFT_WIDTH, parts[p]);
}

/// Fewer pixels at the end of a row, and the last of them again for each that a vector has room
/// for.
template <int kPlanes>
WEFT_INLINE const float* last_pixels(const float* from, long count,
                                     float (&room)[kPlanes * WEFT_WIDTH]) {
    for (long i = 0; i < WEFT_WIDTH; ++i)
        for (int p = 0; p < kPlanes; ++p)
            room[kPlanes * i + p] = from[kPlanes * (i < count ? i : count - 1) + p];
    return room;
}

/// Prefetches the pixels that lie `distance` floats farther than a vector's.
template <int kPlanes>
WEFT_INLINE void prefetch_pixels(const float* from, long distance) {
#pragma clang loop unroll(full)
    for (int i = 0; i < kPlanes * WEFT_WIDTH; i += 16)
        __builtin_prefetch(from + distance + i, 0, 2);
}

}  // namespace weft
