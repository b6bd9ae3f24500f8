// Elements and the samples of device pictures at them.
//
// Text for the device compilers, printed before each kernel and after runtime/gpu/kernel_args.h.
// `kColumns` says the layout of a picture: false for rows (x contiguous), true for columns (y
// contiguous).
#pragma once

#include "core/border.h"
#include "core/scale.h"

namespace weft {

/// The value types of a kernel in which a thread computes one element at a time.
struct Scalar {
    using F = float;
    using I = int;
    using U = unsigned;
    using M = bool;
    static constexpr int kWidth = 1;
};

/// What a thread computes: an element of the picture, and the plane where planes are separate.
struct Element {
    int x, y, plane;
};

/// The element that `e` reads around.
template <class Meta>
WEFT_INLINE Element around(Element e) {
    return {scaled(Meta::kScaleX, e.x), scaled(Meta::kScaleY, e.y), Meta::kPixel ? 0 : e.plane};
}

constexpr int bounded(int v, int low, int high) { return v < low ? low : v > high ? high : v; }

/// Floats from the first stored sample of a plane to (x, y). In 64 bits: pictures may be large.
template <bool kColumns>
WEFT_INLINE long long sample_offset(const GpuPicture& picture, int x, int y) {
    const int u = kColumns ? y - picture.y0 : x - picture.x0;
    const int v = kColumns ? x - picture.x0 : y - picture.y0;
    return static_cast<long long>(v) * picture.pitch + u;
}

template <bool kColumns>
WEFT_INLINE float* sample_address(const GpuPicture& picture, Element e) {
    return picture.data + e.plane * picture.plane + sample_offset<kColumns>(picture, e.x, e.y);
}

/// A picture that is loaded past the first-level cache, and what stands for the address of a
/// sample.
struct SecondLevelPicture : GpuPicture {};
struct SecondLevelSample {
    const float* address;
    WEFT_INLINE SecondLevelSample operator+(long long floats) const { return {address + floats}; }
};
template <bool kColumns>
WEFT_INLINE SecondLevelSample sample_address(const SecondLevelPicture& picture, Element e) {
    return {sample_address<kColumns>(static_cast<const GpuPicture&>(picture), e)};
}
WEFT_INLINE float device_load(SecondLevelSample sample WEFT_PLACE) {
    return device_load_past_first(sample.address WEFT_AT);
}

/// What a picture of its own type is loaded from.
template <class Picture>
struct SampleOf {
    using Type = const float*;
};
template <>
struct SampleOf<SecondLevelPicture> {
    using Type = SecondLevelSample;
};

/// remap() where the coordinate may leave [lo, hi) on the given ends alone.
template <BorderMode kMode, bool kBefore, bool kAfter>
WEFT_INLINE int remap_at(int i, int lo, int hi) {
    if constexpr (kBefore && kAfter)
        return remap(i, lo, hi, kMode);
    else if constexpr (kBefore)
        return i < lo ? remap(i, lo, hi, kMode) : i;
    else if constexpr (kAfter)
        return i >= hi ? remap(i, lo, hi, kMode) : i;
    else
        return i;
}

/// The sample, or what the border says where (x, y) lies outside the domain. kSides: the sides on
/// which it may (sides.h).
template <bool kColumns, BorderMode kBorder, int kSides = 15, class Picture>
WEFT_INLINE float bordered_load(const Picture& picture, Element e WEFT_PLACE) {
    constexpr bool kAtLeft = (kSides & 1) != 0, kAtRight = (kSides & 2) != 0;
    constexpr bool kAtTop = (kSides & 4) != 0, kAtBottom = (kSides & 8) != 0;
    const int x = remap_at<kBorder, kAtLeft, kAtRight>(e.x, picture.left, picture.right);
    const int y = remap_at<kBorder, kAtTop, kAtBottom>(e.y, picture.top, picture.bottom);
    if (kBorder == eConstant && (x == kOutside || y == kOutside)) return picture.outside;
    return device_load(sample_address<kColumns>(picture, {x, y, e.plane}) WEFT_AT);
}

}  // namespace weft
