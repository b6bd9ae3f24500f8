// Row conversion: one loop per format and spacing of samples, chosen once per row.
#include "runtime/convert.h"

#include <array>
#include <cstring>

#include "runtime/half.h"

namespace weft {

namespace {

/// v * Maximum rounded to nearest even, v clamped to 0..1, NaN to 0.
template <int Maximum>
std::uint32_t quantise(float v) {
    const float positive = v > 0.0f ? v : 0.0f;  // false for NaN
    const float clamped = positive < 1.0f ? positive : 1.0f;
    // From 2^23 on floats are whole numbers: the sum is rounded, its low bits are the result.
    const float rounded = clamped * static_cast<float>(Maximum) + 0x1p23f;
    return std::bit_cast<std::uint32_t>(rounded) & static_cast<std::uint32_t>(Maximum);
}

struct U8 {
    using Sample = std::uint8_t;
    static float load(Sample s) { return static_cast<float>(s) / 255.0f; }
    static Sample store(float v) { return static_cast<Sample>(quantise<255>(v)); }
};
struct U16 {
    using Sample = std::uint16_t;
    static float load(Sample s) { return static_cast<float>(s) / 65535.0f; }
    static Sample store(float v) { return static_cast<Sample>(quantise<65535>(v)); }
};
struct Half {
    using Sample = std::uint16_t;
    static float load(Sample s) { return half_to_float(s); }
    static Sample store(float v) { return float_to_half(v); }
};
struct Float {
    using Sample = float;
    static float load(Sample s) { return s; }
    static Sample store(float v) { return v; }
};

template <class F>
typename F::Sample read(const std::byte* at) {
    typename F::Sample s;
    std::memcpy(&s, at, sizeof s);
    return s;
}
template <class F>
void write(std::byte* at, float v) {
    const typename F::Sample s = F::store(v);
    std::memcpy(at, &s, sizeof s);
}

/// Samples `stride` bytes apart. Inlined with a constant stride where that pays.
template <class F>
inline void load_strided(const std::byte* from, std::ptrdiff_t stride, int count, float* to) {
    for (int i = 0; i < count; ++i) to[i] = F::load(read<F>(from + i * stride));
}
template <class F>
inline void store_strided(std::byte* to, std::ptrdiff_t stride, int count, const float* from) {
    for (int i = 0; i < count; ++i) write<F>(to + i * stride, from[i]);
}

template <class F>
void load_one(const std::byte* from, std::ptrdiff_t stride, int count, float* to) {
    constexpr std::ptrdiff_t kSize = sizeof(typename F::Sample);
    if (stride == kSize) {
        load_strided<F>(from, kSize, count, to);
    } else if (stride == 3 * kSize) {
        load_strided<F>(from, 3 * kSize, count, to);
    } else if (stride == 4 * kSize) {
        load_strided<F>(from, 4 * kSize, count, to);
    } else {
        load_strided<F>(from, stride, count, to);
    }
}
template <class F>
void store_one(std::byte* to, std::ptrdiff_t stride, int count, const float* from) {
    constexpr std::ptrdiff_t kSize = sizeof(typename F::Sample);
    if (stride == kSize) {
        store_strided<F>(to, kSize, count, from);
    } else {
        store_strided<F>(to, stride, count, from);
    }
}

/// Whole pixels of N neighbouring samples, a block at a time: conversion runs over neighbours,
/// and only the shuffle between planes sees the interleaving.
constexpr int kBlock = 256;

template <class F, int N>
void load_pixels(const std::byte* from, int count, float* const* to) {
    constexpr std::ptrdiff_t kSize = sizeof(typename F::Sample);
    std::array<float, kBlock * N> block;
    for (int start = 0; start < count; start += kBlock) {
        const int n = count - start < kBlock ? count - start : kBlock;
        load_strided<F>(from + start * N * kSize, kSize, n * N, block.data());
        for (int p = 0; p < N; ++p) {
            float* const row = to[p] + start;
            for (int i = 0; i < n; ++i) row[i] = block[static_cast<std::size_t>(i * N + p)];
        }
    }
}
template <class F, int N>
void store_pixels(std::byte* to, int count, const float* const* from) {
    constexpr std::ptrdiff_t kSize = sizeof(typename F::Sample);
    std::array<float, kBlock * N> block;
    for (int start = 0; start < count; start += kBlock) {
        const int n = count - start < kBlock ? count - start : kBlock;
        for (int p = 0; p < N; ++p) {
            const float* const row = from[p] + start;
            for (int i = 0; i < n; ++i) block[static_cast<std::size_t>(i * N + p)] = row[i];
        }
        store_strided<F>(to + start * N * kSize, kSize, n * N, block.data());
    }
}

/// Calls `f` with the format's type.
template <class Function>
void with_format(SampleFormat format, Function f) {
    switch (format) {
        case SampleFormat::kU8: return f(U8());
        case SampleFormat::kU16: return f(U16());
        case SampleFormat::kHalf: return f(Half());
        case SampleFormat::kFloat: return f(Float());
    }
}

bool interleaved(const PictureView& v) {
    const std::ptrdiff_t size = sample_size(v.format);
    return v.plane_stride == size && v.x_stride == v.planes * size &&
           (v.planes == 3 || v.planes == 4);
}

}  // namespace

void load_row(const PictureView& view, int y, int plane, int x0, int x1, float* to) {
    with_format(view.format, [&]<class F>(F) {
        load_one<F>(view.at(x0, y, plane), view.x_stride, x1 - x0, to);
    });
}

void store_row(const PictureView& view, int y, int plane, int x0, int x1, const float* from) {
    with_format(view.format, [&]<class F>(F) {
        store_one<F>(view.at(x0, y, plane), view.x_stride, x1 - x0, from);
    });
}

void load_rows(const PictureView& view, int y, int x0, int x1, float* const* to) {
    if (!interleaved(view)) {
        for (int p = 0; p < view.planes; ++p) load_row(view, y, p, x0, x1, to[p]);
        return;
    }
    with_format(view.format, [&]<class F>(F) {
        const std::byte* from = view.at(x0, y, 0);
        if (view.planes == 3) return load_pixels<F, 3>(from, x1 - x0, to);
        load_pixels<F, 4>(from, x1 - x0, to);
    });
}

void store_rows(const PictureView& view, int y, int x0, int x1, const float* const* from) {
    if (!interleaved(view)) {
        for (int p = 0; p < view.planes; ++p) store_row(view, y, p, x0, x1, from[p]);
        return;
    }
    with_format(view.format, [&]<class F>(F) {
        std::byte* to = view.at(x0, y, 0);
        if (view.planes == 3) return store_pixels<F, 3>(to, x1 - x0, from);
        store_pixels<F, 4>(to, x1 - x0, from);
    });
}

void load_region(const PictureView& view, const Rect& region, Picture& to) {
    std::vector<float*> rows(static_cast<std::size_t>(view.planes));
    for (int y = region.y0; y < region.y1; ++y) {
        for (int p = 0; p < view.planes; ++p)
            rows[static_cast<std::size_t>(p)] = &to.at(region.x0, y, p);
        load_rows(view, y, region.x0, region.x1, rows.data());
    }
}

void store_region(const PictureView& view, const Rect& region, const Picture& from) {
    std::vector<const float*> rows(static_cast<std::size_t>(view.planes));
    for (int y = region.y0; y < region.y1; ++y) {
        for (int p = 0; p < view.planes; ++p)
            rows[static_cast<std::size_t>(p)] =
                from.row(y, p) + (region.x0 - from.domain().x0);
        store_rows(view, y, region.x0, region.x1, rows.data());
    }
}

}  // namespace weft
