// Row conversion: picks the loop for a view's format and spacing of samples, once per row.
#include "runtime/convert.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "runtime/convert_rows.h"
#include "runtime/half.h"
#include "runtime/samples.h"

namespace weft {

namespace {

// A format: one sample, and a run of neighbours. Samples may lie at any address; runs are aligned.
struct U8 {
    using Sample = std::uint8_t;
    static float load(Sample s) { return to_unit<255>(s); }
    static Sample store(float v) { return static_cast<Sample>(from_unit<255>(v)); }
    static void load(const Sample* from, int count, float* to) { load_u8(from, count, to); }
    static void store(const float* from, int count, Sample* to) { store_u8(from, count, to); }
};
struct U16 {
    using Sample = std::uint16_t;
    static float load(Sample s) { return to_unit<65535>(s); }
    static Sample store(float v) { return static_cast<Sample>(from_unit<65535>(v)); }
    static void load(const Sample* from, int count, float* to) { load_u16(from, count, to); }
    static void store(const float* from, int count, Sample* to) { store_u16(from, count, to); }
};
struct Half {
    using Sample = std::uint16_t;
    static float load(Sample s) { return half_to_float(s); }
    static Sample store(float v) { return float_to_half(v); }
    static void load(const Sample* from, int count, float* to) { load_half(from, count, to); }
    static void store(const float* from, int count, Sample* to) { store_half(from, count, to); }
};
struct Float {
    using Sample = float;
    static float load(Sample s) { return s; }
    static Sample store(float v) { return v; }
    static void load(const float* from, int count, float* to) { copy_floats(from, count, to); }
    static void store(const float* from, int count, float* to) { copy_floats(from, count, to); }
};

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

/// What stays in the first cache on its way.
constexpr int kBlockSamples = 2048;

/// Whether a run of neighbouring samples at `at`, `stride` bytes apart, can be taken as an array.
template <class F>
bool is_array(const std::byte* at, std::ptrdiff_t stride) {
    return stride == sizeof(typename F::Sample) &&
           reinterpret_cast<std::uintptr_t>(at) % alignof(typename F::Sample) == 0;
}

template <class F>
void load_run(const std::byte* from, std::ptrdiff_t stride, int count, float* to) {
    using Sample = typename F::Sample;
    if (is_array<F>(from, stride)) return F::load(reinterpret_cast<const Sample*>(from), count, to);
    for (int i = 0; i < count; ++i) {
        Sample s;
        std::memcpy(&s, from + i * stride, sizeof s);
        to[i] = F::load(s);
    }
}

/// Neighbouring samples around the caches: converted in the first one, and copied from there.
template <class F>
void stream_run(std::byte* to, int count, const float* from) {
    using Sample = typename F::Sample;
    if constexpr (std::is_same_v<F, Float>) {
        stream_bytes(reinterpret_cast<const std::byte*>(from),
                     static_cast<std::size_t>(count) * sizeof(Sample), to);
    } else {
        std::array<Sample, kBlockSamples> block;
        for (int start = 0; start < count; start += kBlockSamples) {
            const int n = std::min(kBlockSamples, count - start);
            F::store(from + start, n, block.data());
            stream_bytes(reinterpret_cast<const std::byte*>(block.data()),
                         static_cast<std::size_t>(n) * sizeof(Sample),
                         to + static_cast<std::ptrdiff_t>(sizeof(Sample)) * start);
        }
    }
}

template <class F>
void store_run(std::byte* to, std::ptrdiff_t stride, int count, const float* from, Stores stores) {
    using Sample = typename F::Sample;
    if (stores == Stores::kNonTemporal && stride == sizeof(Sample))
        return stream_run<F>(to, count, from);
    if (is_array<F>(to, stride)) return F::store(from, count, reinterpret_cast<Sample*>(to));
    for (int i = 0; i < count; ++i) {
        const Sample s = F::store(from[i]);
        std::memcpy(to + i * stride, &s, sizeof s);
    }
}

/// Pixels of 3 or 4 neighbouring samples go through such a block: conversion sees a run, and only
/// the shuffle between planes sees the interleaving.
constexpr int kBlockPixels = kBlockSamples / 4;
using Block = std::array<float, kBlockSamples>;

/// The same around the caches, at a multiple of 16 bytes.
void join_streaming(const float* const* from, int planes, int count, float* to) {
    if (planes == 3)
        stream3(from[0], from[1], from[2], count, to);
    else
        stream4(from[0], from[1], from[2], from[3], count, to);
}

/// Whether interleaved samples at `at` are floats already, which need no block.
template <class F>
bool is_float_array(const std::byte* at) {
    return std::is_same_v<F, Float> && is_array<Float>(at, sizeof(float));
}

template <class F>
void load_pixels(const std::byte* from, int planes, int count, float* const* to) {
    if (is_float_array<F>(from))
        return split(reinterpret_cast<const float*>(from), planes, count, to, 0);
    constexpr std::ptrdiff_t kSize = sizeof(typename F::Sample);
    Block block;
    for (int start = 0; start < count; start += kBlockPixels) {
        const int n = std::min(kBlockPixels, count - start);
        load_run<F>(from + kSize * start * planes, kSize, n * planes, block.data());
        split(block.data(), planes, n, to, start);
    }
}

template <class F>
void store_pixels(std::byte* to, int planes, int count, const float* const* from, Stores stores) {
    if (is_float_array<F>(to)) {
        auto* const floats = reinterpret_cast<float*>(to);
        if (stores == Stores::kOrdinary) return join(from, 0, planes, count, floats);
        if (reinterpret_cast<std::uintptr_t>(to) % 16 == 0)
            return join_streaming(from, planes, count, floats);
    }
    constexpr std::ptrdiff_t kSize = sizeof(typename F::Sample);
    Block block;
    for (int start = 0; start < count; start += kBlockPixels) {
        const int n = std::min(kBlockPixels, count - start);
        join(from, start, planes, n, block.data());
        store_run<F>(to + kSize * start * planes, kSize, n * planes, block.data(), stores);
    }
}

}  // namespace

bool is_interleaved(const PictureView& v) {
    const std::ptrdiff_t size = sample_size(v.format);
    return v.plane_stride == size && v.x_stride == v.planes * size &&
           (v.planes == 3 || v.planes == 4);
}

void load_row(const PictureView& view, int y, int plane, int x0, int x1, float* to) {
    with_format(view.format, [&]<class F>(F) {
        load_run<F>(view.at(x0, y, plane), view.x_stride, x1 - x0, to);
    });
}

void store_row(const PictureView& view, int y, int plane, int x0, int x1, const float* from,
               Stores stores) {
    with_format(view.format, [&]<class F>(F) {
        store_run<F>(view.at(x0, y, plane), view.x_stride, x1 - x0, from, stores);
    });
}

void load_rows(const PictureView& view, int y, int x0, int x1, float* const* to) {
    if (!is_interleaved(view)) {
        for (int p = 0; p < view.planes; ++p) load_row(view, y, p, x0, x1, to[p]);
        return;
    }
    with_format(view.format,
                [&]<class F>(F) { load_pixels<F>(view.at(x0, y, 0), view.planes, x1 - x0, to); });
}

void store_rows(const PictureView& view, int y, int x0, int x1, const float* const* from,
                Stores stores) {
    if (!is_interleaved(view)) {
        for (int p = 0; p < view.planes; ++p) store_row(view, y, p, x0, x1, from[p], stores);
        return;
    }
    with_format(view.format, [&]<class F>(F) {
        store_pixels<F>(view.at(x0, y, 0), view.planes, x1 - x0, from, stores);
    });
}

void stream_fence() {
#if defined(__SSE2__)
    _mm_sfence();
#endif
}

void prefetch_rows(const PictureView& view, int y, int x0, int x1, int first_plane, int planes) {
    constexpr std::ptrdiff_t kLine = 64;
    constexpr int kSecondLevel = 2;  // how near: the temporal locality of __builtin_prefetch
    if (x0 >= x1) return;
    const bool interleaved = std::abs(view.plane_stride) < std::abs(view.x_stride);
    const std::ptrdiff_t step = std::max(kLine, std::abs(view.x_stride));
    for (int p = first_plane; p < first_plane + (interleaved ? 1 : planes); ++p) {
        const std::byte* const ends[] = {view.at(x0, y, p), view.at(x1 - 1, y, p)};
        const std::byte* const first = std::min(ends[0], ends[1]);
        const std::ptrdiff_t bytes = std::abs(ends[1] - ends[0]) + sample_size(view.format);
        for (std::ptrdiff_t at = 0; at < bytes; at += step)
            __builtin_prefetch(first + at, 0, kSecondLevel);
    }
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
            rows[static_cast<std::size_t>(p)] = from.row(y, p) + (region.x0 - from.domain().x0);
        store_rows(view, y, region.x0, region.x1, rows.data());
    }
}

}  // namespace weft
