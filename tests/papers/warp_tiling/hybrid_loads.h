// Where a lane finds what it reads of a hybrid tile: the four types of load of paper: warp-tiling,
// section 5, figures 4 and 7. What emitted kernels do (preamble/gpu/registers.h) is compared with
// it.
//
// Along the split axis a warp's tile is `tiles` parallelograms of one warp width each, the left
// ones in shared memory and the right ones in registers. All stages' parallelograms are sheared
// along the right hyperplane: of parallelogram k lane l computes the element k·W + l + R of its
// stage, where R is how far right of the output the stage is needed. A read at offset t by a stage
// of reach R_h of a stage of reach R_p is therefore d = t + R_h - R_p <= 0 away from the lane's own
// element.
#pragma once

#include "models/warp_tiling.h"

namespace weft {

/// Numbered as the paper does.
enum class LoadType {
    kOwnRegister = 1,   ///< from this lane
    kShared = 2,        ///< from the shared part of the tile
    kCurrentTile = 3,   ///< from another lane, of the same parallelogram
    kPreviousTile = 4,  ///< from another lane, of an earlier parallelogram
};

/// d = t + R_h - R_p, the paper's phi - phi_r. 0 or less wherever R_p covers its consumers' reads.
constexpr int load_distance(int offset, int consumer_reach, int producer_reach) {
    return offset + consumer_reach - producer_reach;
}

/// One lane's read.
struct LoadSource {
    LoadType type = LoadType::kOwnRegister;
    int tile = 0;  ///< the parallelogram that it lies in; < 0: in the overlap on the left
    int lane = 0;  ///< (l + d) mod W, of registers and shared memory alike

    friend bool operator==(const LoadSource&, const LoadSource&) = default;
};

/// What lane `lane` (0 ... W - 1, along the split axis) reads, computing parallelogram `tile`, at
/// distance d, which may be any number of warp widths. Those before split.shared_tiles read shared
/// memory only.
LoadSource load_source(HybridSplit split, int warp, int tile, int lane, int distance);

/// The code of one load in one parallelogram, for all lanes: figure 7 as corrected. Lanes from
/// `first_late` on take the later parallelogram's value, the others the earlier's. Either is a
/// register, which all lanes shuffle from lane (l + shift) mod W outside of any branch, or shared
/// memory. In figure 7 a shuffle stands inside the branch, where its sources are not, and with one
/// lane for all.
struct HybridLoad {
    int shift = 0;       ///< d mod W, 0 <= shift < W; 0: no shuffle
    int early = 0;       ///< parallelogram that lanes below first_late read
    int late = 0;        ///< parallelogram that the others read
    int first_late = 0;  ///< 0 where all lanes take `late`
    bool early_shared = false, late_shared = false;

    /// Shuffles that the load takes: none of shared memory or where no lane is changed.
    int shuffles() const;
    friend bool operator==(const HybridLoad&, const HybridLoad&) = default;
};
HybridLoad hybrid_load(HybridSplit split, int warp, int tile, int distance);

/// load_source() for warps of `warp` lanes along two axes, split along `split_axis` (0: x, 1: y),
/// and a read at a distance along both. Across the split axis registers and rows of shared memory
/// hold the overlap too.
struct LoadSource2 {
    LoadType type = LoadType::kOwnRegister;
    int tile_x = 0, tile_y = 0;  ///< along the split axis the parallelogram
    int lane = 0;                ///< in the warp: lane_x + W_x lane_y

    friend bool operator==(const LoadSource2&, const LoadSource2&) = default;
};
LoadSource2 load_source(HybridSplit split, int split_axis, Extent3 warp, Extent3 tile, Extent3 lane,
                        int distance_x, int distance_y);

}  // namespace weft
