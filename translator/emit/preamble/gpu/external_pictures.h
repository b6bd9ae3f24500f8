// External pictures, where they lie: any format and strides, converted as samples are
// loaded and stored.
//
// Text for the device compilers, printed before kernels that have such pictures, and after the
// preamble, runtime/samples.h and runtime/half.h.
#pragma once

namespace weft {

/// How samples are stored: a SampleFormat's numbers.
constexpr int kU8 = 0, kU16 = 1, kHalf = 2, kFloat = 3;

/// kStep: samples from one pixel of a row to the next. kAligned: each lies at a multiple of its
/// size.
template <int kFormat, int kStep, bool kAligned = true>
struct ExternalPicture : GpuPicture {
    static constexpr int kStored = kFormat;
};

template <int kFormat>
struct Stored;
template <>
struct Stored<kU8> {
    using Bits = unsigned char;
    static WEFT_INLINE float load(Bits bits) { return to_unit<255>(bits); }
    static WEFT_INLINE Bits store(float v) { return static_cast<Bits>(from_unit<255>(v)); }
};
template <>
struct Stored<kU16> {
    using Bits = unsigned short;
    static WEFT_INLINE float load(Bits bits) { return to_unit<65535>(bits); }
    static WEFT_INLINE Bits store(float v) { return static_cast<Bits>(from_unit<65535>(v)); }
};
template <>
struct Stored<kHalf> {
    using Bits = unsigned short;
    static WEFT_INLINE float load(Bits bits) { return half_to_float(bits); }
    static WEFT_INLINE Bits store(float v) { return float_to_half(v); }
};
template <>
struct Stored<kFloat> {
    using Bits = unsigned;
    static WEFT_INLINE float load(Bits bits) { return __builtin_bit_cast(float, bits); }
    static WEFT_INLINE Bits store(float v) { return __builtin_bit_cast(unsigned, v); }
};

/// A GPU refuses to load what does not lie at a multiple of its size: that goes byte by byte.
template <class Bits, bool kAligned>
WEFT_INLINE Bits load_bits(const unsigned char* from WEFT_PLACE) {
    if constexpr (kAligned) {
        return device_load(reinterpret_cast<const Bits*>(from) WEFT_AT);
    } else {
        unsigned bits = 0;
        for (unsigned i = 0; i < sizeof(Bits); ++i)
            bits |= static_cast<unsigned>(device_load(from + i WEFT_AT)) << 8u * i;
        return static_cast<Bits>(bits);
    }
}
template <bool kAligned, class Bits>
WEFT_INLINE void store_bits(unsigned char* to, Bits bits WEFT_PLACE) {
    if constexpr (kAligned) {
        device_store(reinterpret_cast<Bits*>(to), bits WEFT_AT);
    } else {
        for (unsigned i = 0; i < sizeof(Bits); ++i)
            device_store(to + i,
                         static_cast<unsigned char>(static_cast<unsigned>(bits) >> 8u * i) WEFT_AT);
    }
}

/// What stands for the address of a sample.
template <class Picture, bool kAlongY>
struct ExternalSample {
    const Picture& picture;
    Element e;

    WEFT_INLINE ExternalSample beside(int n) const {
        return {picture, {e.x + (kAlongY ? 0 : n), e.y + (kAlongY ? n : 0), e.plane}};
    }
    WEFT_INLINE bool is_held() const {
        return e.x >= picture.x0 && e.x < picture.x1 && e.y >= picture.y0 && e.y < picture.y1;
    }
    WEFT_INLINE unsigned char* address(int pixel_bytes) const {
        return reinterpret_cast<unsigned char*>(picture.data) +
               static_cast<long long>(e.y - picture.y0) * picture.pitch +
               static_cast<long long>(e.x - picture.x0) * pixel_bytes + e.plane * picture.plane;
    }
};

template <bool kColumns, int kFormat, int kStep, bool kAligned>
WEFT_INLINE auto sample_address(const ExternalPicture<kFormat, kStep, kAligned>& picture,
                                Element e) {
    return ExternalSample<ExternalPicture<kFormat, kStep, kAligned>, kColumns>{picture, e};
}

template <int kFormat, int kStep, bool kAligned, bool kAlongY>
WEFT_INLINE float device_load(
    ExternalSample<ExternalPicture<kFormat, kStep, kAligned>, kAlongY> sample WEFT_PLACE) {
    using Bits = typename Stored<kFormat>::Bits;
    if (!sample.is_held()) return 0.0f;
    const unsigned char* const from = sample.address(kStep * static_cast<int>(sizeof(Bits)));
    return Stored<kFormat>::load(load_bits<Bits, kAligned>(from WEFT_AT));
}

template <int kFormat, int kStep, bool kAligned, bool kAlongY>
WEFT_INLINE void device_store(
    ExternalSample<ExternalPicture<kFormat, kStep, kAligned>, kAlongY> sample,
    float value WEFT_PLACE) {
    using Bits = typename Stored<kFormat>::Bits;
    if (!sample.is_held()) return;
    unsigned char* const to = sample.address(kStep * static_cast<int>(sizeof(Bits)));
    store_bits<kAligned>(to, Stored<kFormat>::store(value) WEFT_AT);
}

/// In place.
template <class Meta>
    requires requires { Meta::Picture::kStored; }
struct Global<Meta> : Meta {
    const typename Meta::Picture& picture;
    Element element;
    template <class... Own>
    WEFT_INLINE Global(const typename Meta::Picture& p, Element e, Own... own)
        : Meta{own...}, picture(p), element(around<Meta>(e)) {}

    WEFT_INLINE float sample(int dx, int dy, int plane WEFT_PLACE) const {
        const Element e = {element.x + dx, element.y + dy, element.plane + plane};
        return device_load(sample_address<Meta::kColumns>(picture, e) WEFT_AT);
    }
};

// Columns of a strip (registers.h), one by one.
template <int kColumns, class Picture, bool kAlongY>
WEFT_INLINE void load_columns(float* to, ExternalSample<Picture, kAlongY> from, int u, int first,
                              int last WEFT_PLACE) {
    WEFT_UNROLL
    for (int c = 0; c < kColumns; ++c)
        to[c] = u + c >= first && u + c < last ? device_load(from.beside(c) WEFT_AT) : 0.0f;
}
template <int kColumns, class Picture, bool kAlongY>
WEFT_INLINE void store_columns(ExternalSample<Picture, kAlongY> to, const float* from WEFT_PLACE) {
    WEFT_UNROLL
    for (int c = 0; c < kColumns; ++c) device_store(to.beside(c), from[c] WEFT_AT);
}

}  // namespace weft
