// Tiles: what the threads of a block copy to shared memory together (paper: active-library, 4.1,
// 4.4), and the transposition of a picture by way of one (4.2).
//
// A tile holds what the elements of a block read of an input: (u, v) of the block's first element
// plus the window of taps, border included. Metadata, besides that of gpu_accessors.h:
//   kThreadsAlongY        threads lie along y: the outputs' layout is columns
//   kBlockU, kBlockV      elements of the block
//   kFirstU, kFirstV      the window's first offset
//   kTileU, kTileV        extent of the tile
//   kPitch, kTilePlane    floats from one v to the next, and from one plane to the next
//   kTilePlanes           planes it holds: all of a pixel, or the element's own
//   kRealigned            threads are renumbered for the copy
#pragma once

#include "pictures.h"

namespace weft {

/// The column of the tile at which this thread begins. Renumbered, so that the first thread reads
/// from an aligned address (paper: active-library, listing 3): columns before it fall to the last
/// threads. `u`: of the tile's first sample, among those stored.
template <class Meta>
WEFT_INLINE int first_column(int u) {
    const int thread = static_cast<int>(threadIdx.x);
    if constexpr (!Meta::kRealigned) {
        return thread;
    } else {
        const int amount = (-u & 31) % Meta::kBlockU;
        return thread + amount < Meta::kBlockU ? thread + amount : thread + amount - Meta::kBlockU;
    }
}

/// Copies the tile of the block whose first element is `block`. Every thread of the block calls it,
/// and a barrier must follow. What only elements at or beyond (x1, y1) would read is left out.
/// kSides: the sides of the picture's domain that the rest may leave (sides.h).
template <class Meta, int kSides = 15, class Picture>
WEFT_INLINE void copy_tile(float* tile, const Picture& picture, Element block, int x1,
                           int y1 WEFT_PLACE) {
    constexpr bool kAlongY = Meta::kThreadsAlongY;
    const int first_u = (kAlongY ? block.y : block.x) + Meta::kFirstU;
    const int first_v = (kAlongY ? block.x : block.y) + Meta::kFirstV;
    const int columns = (kAlongY ? y1 - block.y : x1 - block.x) + Meta::kTileU - Meta::kBlockU;
    const int rows = (kAlongY ? x1 - block.x : y1 - block.y) + Meta::kTileV - Meta::kBlockV;
    const int first = first_column<Meta>(first_u - (kAlongY ? picture.y0 : picture.x0));
    for (int p = 0; p < Meta::kTilePlanes; ++p)
        for (int v = static_cast<int>(threadIdx.y); v < Meta::kTileV && v < rows;
             v += Meta::kBlockV)
            for (int u = first; u < Meta::kTileU && u < columns; u += Meta::kBlockU) {
                const int x = kAlongY ? first_v + v : first_u + u;
                const int y = kAlongY ? first_u + u : first_v + v;
                const int plane = Meta::kPixel ? p : block.plane;
                shared_store(tile + p * Meta::kTilePlane + v * Meta::kPitch + u,
                             bordered_load<Meta::kColumns, Meta::kBorder, kSides>(
                                 picture, {x, y, plane} WEFT_AT) WEFT_AT);
            }
}

/// Copies 32 by 32 elements into the other layout. `block`: the first of them; `to` is stored by
/// columns where kToColumns, `from` by rows then. Both sides are read and written along memory; the
/// tile's odd pitch keeps the threads that cross it in different banks. 32 threads along x.
template <bool kToColumns, class From, class To>
WEFT_INLINE void transpose_tile(float* tile, const From& from, const To& to, Element block, int x1,
                                int y1 WEFT_PLACE) {
    constexpr int kSide = 32, kPitch = 33;
    const int along = static_cast<int>(threadIdx.x);
    for (int i = static_cast<int>(threadIdx.y); i < kSide; i += static_cast<int>(blockDim.y)) {
        const Element e = {block.x + (kToColumns ? along : i), block.y + (kToColumns ? i : along),
                           block.plane};
        if (e.x < x1 && e.y < y1)
            shared_store(tile + i * kPitch + along,
                         device_load(sample_address<!kToColumns>(from, e) WEFT_AT) WEFT_AT);
    }
    __syncthreads(WEFT_AT_ONLY);
    for (int i = static_cast<int>(threadIdx.y); i < kSide; i += static_cast<int>(blockDim.y)) {
        const Element e = {block.x + (kToColumns ? i : along), block.y + (kToColumns ? along : i),
                           block.plane};
        if (e.x < x1 && e.y < y1)
            device_store(sample_address<kToColumns>(to, e),
                         shared_load(tile + along * kPitch + i WEFT_AT) WEFT_AT);
    }
}

}  // namespace weft
