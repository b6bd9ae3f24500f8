// The shapes of paper: warp-tiling, section 4: the threads of a warp as a box, the overlapped tile
// that a warp computes, and the scratch memory of a block.
#pragma once

#include "plan/gpu_target.h"
#include "support/result.h"

namespace weft {

/// Threads, elements or tiles along x, y and z.
struct Extent3 {
    int x = 1, y = 1, z = 1;

    long long volume() const { return static_cast<long long>(x) * y * z; }
    friend bool operator==(const Extent3&, const Extent3&) = default;
};

/// W_x = min(B_x, warp), W_y = min(B_y, warp / W_x), W_z = min(B_z, warp / (W_x W_y)): how many
/// threads of a warp differ along each axis. The paper adds that their product is the warp's size;
/// that, and that every warp is such a box, holds only where B_x divides the warp or is a multiple
/// of it (and likewise y, z with what is left). Other blocks are an error naming the axis: (24,8,1)
/// gives a product of 24, (48,2,1) lets warps wrap over rows.
Result<Extent3> warp_sizes(Extent3 block, int warp_size = 32);

/// A block of at least these threads along each axis that warp_sizes() accepts, padded axis by axis
/// from x and with no threads along axes that have one: "we add extra threads as padding if
/// needed". Extents above 0.
Extent3 pad_block(Extent3 block, int warp_size = 32);

/// The elements that a warp computes, overlap excluded: (T_x W_x, T_y W_y, T_z W_z).
Extent3 warp_tile(Extent3 tile, Extent3 warp);

/// Warps of a block along each axis: ceil(B_i / W_i).
Extent3 warps_of_block(Extent3 block, Extent3 warp);

/// Elements of a stage's scratchpad in a block: the product over the axes of
/// ceil(B_i / W_i) (T_i W_i + O_i), with O the overlap on both sides together.
long long scratch_elements(Extent3 tile, Extent3 block, Extent3 warp, Extent3 overlap);

/// Redundant elements of a stage over the elements of a warp's tile: 2 / 256 for a window of 3 taps
/// and T = 8, W = 32.
double redundancy(Extent3 tile, Extent3 warp, Extent3 overlap);

/// How a tile of `tiles` warp widths along the split axis is stored: the left ones in shared
/// memory, with what they overlap to the left; the right ones in registers (section 5).
struct HybridSplit {
    int tiles = 1;         ///< T along the split axis, > 0
    int shared_tiles = 1;  ///< 0 ... tiles

    int register_tiles() const { return tiles - shared_tiles; }
    friend bool operator==(const HybridSplit&, const HybridSplit&) = default;
};

/// R = floor(T fraction), with the fraction in tenths from 0 to 10 as the paper searches it.
HybridSplit split_tile(int tiles, int tenths_in_registers);

/// A stage's storage under a split along `split_axis` (0: x, 1: y).
struct HybridStorage {
    long long shared_elements = 0;  ///< of a block
    long long registers = 0;        ///< of a thread, one for each iteration of its warp

    friend bool operator==(const HybridStorage&, const HybridStorage&) = default;
};

/// Algorithm 2's lines 9 to 11, in order and in one unit: as printed, shared memory has shrunk
/// before registers are derived from it, and bytes become registers.
HybridStorage hybrid_storage(Extent3 tile, Extent3 block, Extent3 warp, Extent3 overlap,
                             int split_axis, HybridSplit split);

}  // namespace weft
