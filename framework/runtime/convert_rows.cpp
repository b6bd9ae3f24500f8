#include "runtime/convert_rows.h"

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
    for (int i = 0; i < count; ++i) to[i] = static_cast<std::uint8_t>(from_unit<255>(from[i]));
}

WEFT_CLONES void store_u16(const float* __restrict from, int count, std::uint16_t* __restrict to) {
    for (int i = 0; i < count; ++i) to[i] = static_cast<std::uint16_t>(from_unit<65535>(from[i]));
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

void stream_floats(const float* __restrict from, int count, float* __restrict to) {
    int i = 0;
#if defined(__SSE2__)
    for (; i + 4 <= count; i += 4) _mm_stream_ps(to + i, _mm_loadu_ps(from + i));
    _mm_sfence();
#endif
    for (; i < count; ++i) to[i] = from[i];
}

WEFT_CLONES void split3(const float* __restrict from, int pixels, float* __restrict a,
                        float* __restrict b, float* __restrict c) {
    for (std::ptrdiff_t i = 0; i < pixels; ++i) {
        a[i] = from[3 * i];
        b[i] = from[3 * i + 1];
        c[i] = from[3 * i + 2];
    }
}

WEFT_CLONES void split4(const float* __restrict from, int pixels, float* __restrict a,
                        float* __restrict b, float* __restrict c, float* __restrict d) {
    for (std::ptrdiff_t i = 0; i < pixels; ++i) {
        a[i] = from[4 * i];
        b[i] = from[4 * i + 1];
        c[i] = from[4 * i + 2];
        d[i] = from[4 * i + 3];
    }
}

WEFT_CLONES void join3(const float* __restrict a, const float* __restrict b,
                       const float* __restrict c, int pixels, float* __restrict to) {
    for (std::ptrdiff_t i = 0; i < pixels; ++i) {
        to[3 * i] = a[i];
        to[3 * i + 1] = b[i];
        to[3 * i + 2] = c[i];
    }
}

WEFT_CLONES void join4(const float* __restrict a, const float* __restrict b,
                       const float* __restrict c, const float* __restrict d, int pixels,
                       float* __restrict to) {
    for (std::ptrdiff_t i = 0; i < pixels; ++i) {
        to[4 * i] = a[i];
        to[4 * i + 1] = b[i];
        to[4 * i + 2] = c[i];
        to[4 * i + 3] = d[i];
    }
}

}  // namespace weft
