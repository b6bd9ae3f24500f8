#include "runtime/convert_rows.h"

#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "runtime/half.h"
#include "runtime/samples.h"

// The thread sanitizer instruments what chooses among clones, which runs before its own start.
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)
#define WEFT_CLONES __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define WEFT_CLONES
#endif

// Keeps the compiler from seeing a memcpy in a loop.
#if defined(__clang__)
#define WEFT_PLAIN_LOOPS __attribute__((no_builtin("memcpy")))
#else
#define WEFT_PLAIN_LOOPS __attribute__((optimize("no-tree-loop-distribute-patterns")))
#endif

namespace weft {

namespace {

constexpr int kTogether = 16;
using Floats = float __attribute__((vector_size(kTogether * sizeof(float))));
using Bits = unsigned __attribute__((vector_size(kTogether * sizeof(float))));
using Bytes = std::uint8_t __attribute__((vector_size(kTogether)));
using Words = std::uint16_t __attribute__((vector_size(kTogether * sizeof(std::uint16_t))));

/// from_unit() of a row; Samples is a vector of kTogether of its samples.
///
/// Explicit vectors, because GCC follows each bound of a float to the number that it comes to, and
/// then joins these by masks, which takes longer than what they save.
template <int Maximum, class Samples, class Sample>
[[gnu::always_inline]] inline void store_whole(const float* __restrict from, int count,
                                               Sample* __restrict to) {
    int i = 0;
    for (; i + kTogether <= count; i += kTogether) {
        Floats v;
        std::memcpy(&v, from + i, sizeof v);
        const Floats positive = v > 0.0f ? v : Floats{};  // false for NaN
        const Floats clamped = positive < 1.0f ? positive : Floats{} + 1.0f;
        const Floats rounded = clamped * static_cast<float>(Maximum) + 0x1p23f;
        const Bits bits = reinterpret_cast<Bits>(rounded) & static_cast<unsigned>(Maximum);
        const Samples samples = __builtin_convertvector(bits, Samples);
        std::memcpy(to + i, &samples, sizeof samples);
    }
    for (; i < count; ++i) to[i] = static_cast<Sample>(from_unit<Maximum>(from[i]));
}

}  // namespace

WEFT_CLONES void load_u8(const std::uint8_t* __restrict from, int count, float* __restrict to) {
    for (int i = 0; i < count; ++i) to[i] = to_unit<255>(from[i]);
}

WEFT_CLONES void load_u16(const std::uint16_t* __restrict from, int count, float* __restrict to) {
    for (int i = 0; i < count; ++i) to[i] = to_unit<65535>(from[i]);
}

WEFT_CLONES void load_half(const std::uint16_t* __restrict from, int count, float* __restrict to) {
    for (int i = 0; i < count; ++i) to[i] = half_to_float(from[i]);
}

WEFT_CLONES void store_u8(const float* __restrict from, int count, std::uint8_t* __restrict to) {
    store_whole<255, Bytes>(from, count, to);
}

WEFT_CLONES void store_u16(const float* __restrict from, int count, std::uint16_t* __restrict to) {
    store_whole<65535, Words>(from, count, to);
}

WEFT_CLONES void store_half(const float* __restrict from, int count, std::uint16_t* __restrict to) {
    for (int i = 0; i < count; ++i) to[i] = float_to_half(from[i]);
}

// Not memcpy: for a row of a picture, which comes from memory and goes to the cache, the C
// library's string instructions took half as long again as plain vectors.
WEFT_CLONES WEFT_PLAIN_LOOPS void copy_floats(const float* __restrict from, int count,
                                              float* __restrict to) {
    for (int i = 0; i < count; ++i) to[i] = from[i];
}

#define WEFT_MOVE_PIXELS(Sample)                                                                \
    WEFT_CLONES void split3(const Sample* __restrict from, int pixels, Sample* __restrict a,    \
                            Sample* __restrict b, Sample* __restrict c) {                       \
        for (std::ptrdiff_t i = 0; i < pixels; ++i) {                                           \
            a[i] = from[3 * i];                                                                 \
            b[i] = from[3 * i + 1];                                                             \
            c[i] = from[3 * i + 2];                                                             \
        }                                                                                       \
    }                                                                                           \
    WEFT_CLONES void split4(const Sample* __restrict from, int pixels, Sample* __restrict a,    \
                            Sample* __restrict b, Sample* __restrict c, Sample* __restrict d) { \
        for (std::ptrdiff_t i = 0; i < pixels; ++i) {                                           \
            a[i] = from[4 * i];                                                                 \
            b[i] = from[4 * i + 1];                                                             \
            c[i] = from[4 * i + 2];                                                             \
            d[i] = from[4 * i + 3];                                                             \
        }                                                                                       \
    }                                                                                           \
    WEFT_CLONES void join3(const Sample* __restrict a, const Sample* __restrict b,              \
                           const Sample* __restrict c, int pixels, Sample* __restrict to) {     \
        for (std::ptrdiff_t i = 0; i < pixels; ++i) {                                           \
            to[3 * i] = a[i];                                                                   \
            to[3 * i + 1] = b[i];                                                               \
            to[3 * i + 2] = c[i];                                                               \
        }                                                                                       \
    }                                                                                           \
    WEFT_CLONES void join4(const Sample* __restrict a, const Sample* __restrict b,              \
                           const Sample* __restrict c, const Sample* __restrict d, int pixels,  \
                           Sample* __restrict to) {                                             \
        for (std::ptrdiff_t i = 0; i < pixels; ++i) {                                           \
            to[4 * i] = a[i];                                                                   \
            to[4 * i + 1] = b[i];                                                               \
            to[4 * i + 2] = c[i];                                                               \
            to[4 * i + 3] = d[i];                                                               \
        }                                                                                       \
    }
WEFT_MOVE_PIXELS(float)
WEFT_MOVE_PIXELS(std::uint8_t)
WEFT_MOVE_PIXELS(std::uint16_t)

void stream_bytes(const std::byte* __restrict from, std::size_t count, std::byte* __restrict to) {
    std::size_t done = 0;
#if defined(__SSE2__)
    constexpr std::size_t kVector = sizeof(__m128i);
    const std::size_t lead = -reinterpret_cast<std::uintptr_t>(to) % kVector;
    if (count >= lead + kVector) {
        std::memcpy(to, from, lead);
        for (done = lead; done + kVector <= count; done += kVector)
            _mm_stream_si128(reinterpret_cast<__m128i*>(to + done),
                             _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + done)));
    }
#endif
    std::memcpy(to + done, from + done, count - done);
}

// Four pixels at a time, which are whole vectors again.
void stream3(const float* __restrict a, const float* __restrict b, const float* __restrict c,
             int pixels, float* __restrict to) {
    std::ptrdiff_t i = 0;
#if defined(__SSE2__)
    for (; i + 4 <= pixels; i += 4) {
        const __m128 x = _mm_loadu_ps(a + i), y = _mm_loadu_ps(b + i), z = _mm_loadu_ps(c + i);
        const __m128 z0x1 = _mm_shuffle_ps(z, x, _MM_SHUFFLE(1, 1, 0, 0));
        const __m128 y1z1 = _mm_shuffle_ps(y, z, _MM_SHUFFLE(1, 1, 1, 1));
        const __m128 z2x3 = _mm_shuffle_ps(z, x, _MM_SHUFFLE(3, 3, 2, 2));
        const __m128 y3z3 = _mm_shuffle_ps(y, z, _MM_SHUFFLE(3, 3, 3, 3));
        float* const out = to + 3 * i;
        _mm_stream_ps(out, _mm_shuffle_ps(_mm_unpacklo_ps(x, y), z0x1, _MM_SHUFFLE(2, 0, 1, 0)));
        _mm_stream_ps(out + 4,
                      _mm_shuffle_ps(y1z1, _mm_unpackhi_ps(x, y), _MM_SHUFFLE(1, 0, 2, 0)));
        _mm_stream_ps(out + 8, _mm_shuffle_ps(z2x3, y3z3, _MM_SHUFFLE(2, 0, 2, 0)));
    }
#endif
    join3(a + i, b + i, c + i, pixels - static_cast<int>(i), to + 3 * i);
}

void stream4(const float* __restrict a, const float* __restrict b, const float* __restrict c,
             const float* __restrict d, int pixels, float* __restrict to) {
    std::ptrdiff_t i = 0;
#if defined(__SSE2__)
    for (; i + 4 <= pixels; i += 4) {
        __m128 x = _mm_loadu_ps(a + i), y = _mm_loadu_ps(b + i);
        __m128 z = _mm_loadu_ps(c + i), w = _mm_loadu_ps(d + i);
        _MM_TRANSPOSE4_PS(x, y, z, w);
        float* const out = to + 4 * i;
        _mm_stream_ps(out, x);
        _mm_stream_ps(out + 4, y);
        _mm_stream_ps(out + 8, z);
        _mm_stream_ps(out + 12, w);
    }
#endif
    join4(a + i, b + i, c + i, d + i, pixels - static_cast<int>(i), to + 4 * i);
}

}  // namespace weft
