// The inner loops of conversion: contiguous samples, compiled for several instruction sets, of
// which the processor's best is taken. All give the same bits. No two arrays may overlap.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/picture.h"

namespace weft {

// Neighbouring samples to and from floats; the rules are in runtime/convert.h.
void load_u8(const std::uint8_t* from, int count, float* to);
void load_u16(const std::uint16_t* from, int count, float* to);
void load_half(const std::uint16_t* from, int count, float* to);
void store_u8(const float* from, int count, std::uint8_t* to);
void store_u16(const float* from, int count, std::uint16_t* to);
void store_half(const float* from, int count, std::uint16_t* to);

void copy_floats(const float* from, int count, float* to);

// Pixels of 3 or 4 neighbouring floats to and from a row per plane.
void split3(const float* from, int pixels, float* a, float* b, float* c);
void split4(const float* from, int pixels, float* a, float* b, float* c, float* d);
void join3(const float* a, const float* b, const float* c, int pixels, float* to);
void join4(const float* a, const float* b, const float* c, const float* d, int pixels, float* to);

// The same of codes, which stay as they are.
void split3(const std::uint8_t* from, int pixels, std::uint8_t* a, std::uint8_t* b,
            std::uint8_t* c);
void split3(const std::uint16_t* from, int pixels, std::uint16_t* a, std::uint16_t* b,
            std::uint16_t* c);
void split4(const std::uint8_t* from, int pixels, std::uint8_t* a, std::uint8_t* b, std::uint8_t* c,
            std::uint8_t* d);
void split4(const std::uint16_t* from, int pixels, std::uint16_t* a, std::uint16_t* b,
            std::uint16_t* c, std::uint16_t* d);
void join3(const std::uint8_t* a, const std::uint8_t* b, const std::uint8_t* c, int pixels,
           std::uint8_t* to);
void join3(const std::uint16_t* a, const std::uint16_t* b, const std::uint16_t* c, int pixels,
           std::uint16_t* to);
void join4(const std::uint8_t* a, const std::uint8_t* b, const std::uint8_t* c,
           const std::uint8_t* d, int pixels, std::uint8_t* to);
void join4(const std::uint16_t* a, const std::uint16_t* b, const std::uint16_t* c,
           const std::uint16_t* d, int pixels, std::uint16_t* to);

/// Whether the view's pixels are 3 or 4 neighbouring samples, one of each plane.
bool is_interleaved(const PictureView& v);

/// `count` pixels of 3 or 4 planes, and their rows from element `start` on.
template <class Sample>
void split(const Sample* from, int planes, int count, Sample* const* to, int start) {
    if (planes == 3)
        split3(from, count, to[0] + start, to[1] + start, to[2] + start);
    else
        split4(from, count, to[0] + start, to[1] + start, to[2] + start, to[3] + start);
}
template <class Sample>
void join(const Sample* const* from, int start, int planes, int count, Sample* to) {
    if (planes == 3)
        join3(from[0] + start, from[1] + start, from[2] + start, count, to);
    else
        join4(from[0] + start, from[1] + start, from[2] + start, from[3] + start, count, to);
}

// Non-temporal stores, for pictures larger than the caches; stream_fence() orders them.

/// Copies; both at any address.
void stream_bytes(const std::byte* from, std::size_t count, std::byte* to);
/// join3() and join4(). Require `to` on a 16-byte boundary.
void stream3(const float* a, const float* b, const float* c, int pixels, float* to);
void stream4(const float* a, const float* b, const float* c, const float* d, int pixels, float* to);

}  // namespace weft
