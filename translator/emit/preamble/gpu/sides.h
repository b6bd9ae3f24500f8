// Which sides of a picture the reads of a tile, a block or a warp may leave (paper:
// border-partitioning, listings 3 and 5): in all other directions nothing is checked.
//
// Where the paper compares indices of blocks with bounds that the host has rounded, these compare
// elements with `inner`, those no read of which leaves a domain. The regions are the same.
#pragma once

#include "pictures.h"

namespace weft {

constexpr int kLeft = 1, kRight = 2, kTop = 4, kBottom = 8;

/// Elements beyond one end of a picture that repeats lie at its other end.
constexpr int both_ends(int sides) {
    return ((sides & (kLeft | kRight)) != 0 ? kLeft | kRight : 0) |
           ((sides & (kTop | kBottom)) != 0 ? kTop | kBottom : 0);
}

/// The sides that reads from the elements [x0, x1) x [y0, y1), so far in each direction, may leave.
WEFT_INLINE int sides_left(const GpuBounds& inner, int x0, int y0, int x1, int y1) {
    return (x0 < inner.left ? kLeft : 0) | (x1 > inner.right ? kRight : 0) |
           (y0 < inner.top ? kTop : 0) | (y1 > inner.bottom ? kBottom : 0);
}

/// The first element of the thread's block.
template <bool kAlongY>
WEFT_INLINE Element first_of_block(const GpuRange& range) {
    const int u = static_cast<int>(blockIdx.x * blockDim.x);
    const int v = static_cast<int>(blockIdx.y * blockDim.y);
    return {range.x0 + (kAlongY ? v : u), range.y0 + (kAlongY ? u : v),
            static_cast<int>(blockIdx.z)};
}

/// The sides that reads from those of u x v elements along memory, the first of which is `first`,
/// may leave that the launch computes.
template <bool kAlongY>
WEFT_INLINE int sides_from(const GpuBounds& inner, const GpuRange& range, Element first, int u,
                           int v) {
    const int x1 = first.x + (kAlongY ? v : u), y1 = first.y + (kAlongY ? u : v);
    return sides_left(inner, first.x, first.y, x1 < range.x1 ? x1 : range.x1,
                      y1 < range.y1 ? y1 : range.y1);
}

/// The first element of the thread's warp in a block whose rows are whole warps.
template <bool kAlongY>
WEFT_INLINE Element first_of_warp(Element block) {
    const int u = static_cast<int>(threadIdx.x) / 32 * 32;
    return {block.x + (kAlongY ? 0 : u), block.y + (kAlongY ? u : 0), block.plane};
}

}  // namespace weft
