// Samples of any format to and from float: the one definition that every back end follows.
//
//   u8, u16 to float   v / 255, v / 65535, rounded as IEEE division rounds
//   float to u8, u16   v * 255, v * 65535 in float after clamping v to 0..1, then rounded to the
//                      nearest whole number, ties to even; NaN gives 0
//   half               runtime/half.h
//   float              unchanged
//
// Views may have any strides, negative and unaligned ones too. Columns [x0, x1), rows and planes
// must lie within the view. Contiguous samples, and pixels of 3 or 4 interleaved samples, take fast
// paths.
#pragma once

#include "runtime/picture.h"

namespace weft {

/// Loads columns [x0, x1) of row y of one plane into to[0 ...].
void load_row(const PictureView& view, int y, int plane, int x0, int x1, float* to);
/// kNonTemporal: around the caches where samples are contiguous, for pictures larger than the
/// caches. The thread that stored so must call stream_fence() before another may read it.
enum class Stores { kOrdinary, kNonTemporal };
/// Stores from[0 ...] to columns [x0, x1) of row y of one plane.
void store_row(const PictureView& view, int y, int plane, int x0, int x1, const float* from,
               Stores stores = Stores::kOrdinary);

/// All planes at once, to[p] and from[p] for plane p: for interleaved pictures the fastest way.
/// The rows must not overlap each other.
void load_rows(const PictureView& view, int y, int x0, int x1, float* const* to);
void store_rows(const PictureView& view, int y, int x0, int x1, const float* const* from,
                Stores stores = Stores::kOrdinary);

// The same with rows of codes, as they are: views that are loaded must be of the code's own format,
// kU8 or kU16; to other formats codes are converted as their values are.
void load_row(const PictureView& view, int y, int plane, int x0, int x1, std::uint8_t* to);
void load_row(const PictureView& view, int y, int plane, int x0, int x1, std::uint16_t* to);
void load_rows(const PictureView& view, int y, int x0, int x1, std::uint8_t* const* to);
void load_rows(const PictureView& view, int y, int x0, int x1, std::uint16_t* const* to);
void store_row(const PictureView& view, int y, int plane, int x0, int x1, const std::uint8_t* from,
               Stores stores = Stores::kOrdinary);
void store_row(const PictureView& view, int y, int plane, int x0, int x1, const std::uint16_t* from,
               Stores stores = Stores::kOrdinary);
void store_rows(const PictureView& view, int y, int x0, int x1, const std::uint8_t* const* from,
                Stores stores = Stores::kOrdinary);
void store_rows(const PictureView& view, int y, int x0, int x1, const std::uint16_t* const* from,
                Stores stores = Stores::kOrdinary);

/// Orders this thread's non-temporal stores before what it stores later.
void stream_fence();

/// Prefetches columns [x0, x1) of row y of these planes to the second-level cache, without waiting.
void prefetch_rows(const PictureView& view, int y, int x0, int x1, int first_plane, int planes);

/// Copies `region`, which must lie within the domains of both; plane counts must agree.
void load_region(const PictureView& view, const Rect& region, Picture& to);
void store_region(const PictureView& view, const Rect& region, const Picture& from);

}  // namespace weft
