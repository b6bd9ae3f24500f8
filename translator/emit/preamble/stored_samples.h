// Samples of pictures that are read anywhere, on the host, as floats whatever they are stored as.
//
// Those that are no floats are converted where they are loaded, with the bits that conversion of
// whole rows gives (runtime/convert.h). In kernels it follows runtime/cpu/row_args.h,
// runtime/samples.h and runtime/half.h.
#pragma once

#include "accessors.h"

namespace weft {

/// Whether the samples of a row are floats side by side.
WEFT_INLINE bool has_rows_of_floats(const PictureArgs& picture) {
    return picture.pixel_samples == 1 && picture.stored == kStoredFloat;
}

/// The same picture, where has_rows_of_floats() holds or nobody says so: in the text of a kernel,
/// so that nothing asks again how samples are stored.
template <bool kFloats>
WEFT_INLINE PictureArgs as_rows_of_floats(PictureArgs picture) {
    if constexpr (kFloats) {
        picture.pixel_samples = 1;
        picture.stored = kStoredFloat;
    }
    return picture;
}

/// The sample `index` samples from a picture's first.
WEFT_INLINE float stored_sample(const PictureArgs& picture, long index) {
    const void* const first = picture.first;
    switch (picture.stored) {
        case kStoredU8: return to_unit<255>(static_cast<const unsigned char*>(first)[index]);
        case kStoredU16: return to_unit<65535>(static_cast<const unsigned short*>(first)[index]);
        case kStoredHalf: return half_to_float(static_cast<const unsigned short*>(first)[index]);
        case kStoredFloat: break;
    }
    return picture.first[index];
}

/// Brings near the sample `index` samples from a picture's first, if there is one.
WEFT_INLINE void prefetch_stored(const PictureArgs& picture, long index) {
    const int size = picture.stored == kStoredFloat ? 4 : picture.stored == kStoredU8 ? 1 : 2;
    __builtin_prefetch(reinterpret_cast<const char*>(picture.first) + index * size);
}

/// So far from where gather_stored() begins samples may lie, counted from the word before it.
inline constexpr long kFarthestStored = 0x7ffffff0;

/// half_to_float() of the low 16 bits of each lane; the others must be 0.
WEFT_INLINE F32 half_to_float(U32 half) {
    const U32 magnitude = half & 0x7fffu;
    const U32 normal = (magnitude << 13) + U32(112u << 23) +
                       select(magnitude >= 0x7c00u, U32(112u << 23), U32(0u)) +
                       select(magnitude > 0x7c00u && magnitude < 0x7e00u, U32(0x400000u), U32(0u));
    const U32 subnormal = as_uint(F32(I32(magnitude)) * 0x1p-24f);
    const U32 value = select(magnitude < 0x400u, subnormal, normal) | ((half & 0x8000u) << 16);
    return F32(__builtin_bit_cast(lanes::Float, value.v));
}

// Samples of less than a word, as whole numbers: the words around them are loaded, which lie in the
// same page of memory as they do.

WEFT_INLINE U32 gather_bytes(const unsigned char* base, I32 index) {
    const int before = static_cast<int>(reinterpret_cast<unsigned long>(base) & 3u);
    const I32 at = index + I32(before);
    const U32 words = as_uint(gather(reinterpret_cast<const float*>(base - before), at >> 2));
    return words >> ((at & 3) << 3) & 0xffu;
}
WEFT_INLINE U32 gather_shorts(const unsigned short* base, I32 index) {
    const int before = static_cast<int>(reinterpret_cast<unsigned long>(base) >> 1 & 1u);
    const I32 at = index + I32(before);
    const U32 words = as_uint(gather(reinterpret_cast<const float*>(base - before), at >> 1));
    return words >> ((at & 1) << 4) & 0xffffu;
}

/// The samples `from + index` samples from a picture's first, no more than kFarthestStored from
/// `from`.
WEFT_INLINE F32 gather_stored(const PictureArgs& picture, long from, I32 index) {
    const void* const first = picture.first;
    if (picture.stored == kStoredFloat) [[likely]]
        return gather(picture.first + from, index);
    if (picture.stored == kStoredU8)
        return unit_of<255>(
            F32(I32(gather_bytes(static_cast<const unsigned char*>(first) + from, index))));
    const U32 samples = gather_shorts(static_cast<const unsigned short*>(first) + from, index);
    if (picture.stored == kStoredU16) return unit_of<65535>(F32(I32(samples)));
    return half_to_float(samples);
}

}  // namespace weft
