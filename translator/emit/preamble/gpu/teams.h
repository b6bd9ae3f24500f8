// Groups: stages computed together by a team of threads (a block, or a warp), tile by tile, with
// what goes between them in shared memory (plan/gpu_group.h).
//
// u and v count from the tile's first element. Metadata of a tile of shared memory:
//   kPitch, kTilePlane   floats from one v to the next, and from one plane to the next
//   kFirstU, kFirstV     the halo's first offset
//   kThreadsAlongY       u is y
#pragma once

#include "gpu_accessors.h"
#include "sides.h"

namespace weft {

/// All threads of a block as a team of kU by kV.
template <int kU, int kV>
struct BlockTeam {
    static WEFT_INLINE int u() { return static_cast<int>(threadIdx.x); }
    static WEFT_INLINE int v() { return static_cast<int>(threadIdx.y); }
    static WEFT_INLINE int index() { return v() * kU + u(); }
    static WEFT_INLINE void sync(WEFT_PLACE_ONLY) { __syncthreads(WEFT_AT_ONLY); }
};

/// The threads of a warp as a team of kU by kV (paper: warp-tiling, section 4): rows of the block
/// are whole multiples of kU.
template <int kU, int kV>
struct WarpTeam {
    static WEFT_INLINE int u() { return static_cast<int>(threadIdx.x) % kU; }
    static WEFT_INLINE int v() { return static_cast<int>(threadIdx.y) % kV; }
    static WEFT_INLINE int index() { return v() * kU + u(); }
    static WEFT_INLINE void sync(WEFT_PLACE_ONLY) { __syncwarp(0xffffffffu WEFT_AT); }
};

/// Whether element (u, v), and all that is read so far around it, lies in `inner`. kWarp: asked for
/// all elements of the warp at once, whose threads lie along u (paper: border-partitioning,
/// listing 5: by the warp's own column), so that none of them goes another way.
template <bool kAlongY, bool kWarp>
WEFT_INLINE bool is_inner(const GpuBounds& inner, Element first, int u, int v, int x_first,
                          int y_first, int x_last, int y_last) {
    const int u0 = kWarp ? u - static_cast<int>(threadIdx.x) % 32 : u, u1 = kWarp ? u0 + 32 : u + 1;
    const int x0 = first.x + (kAlongY ? v : u0), x1 = first.x + (kAlongY ? v + 1 : u1);
    const int y0 = first.y + (kAlongY ? u0 : v), y1 = first.y + (kAlongY ? u1 : v + 1);
    return x0 + x_first >= inner.left && x1 + x_last <= inner.right && y0 + y_first >= inner.top &&
           y1 + y_last <= inner.bottom;
}

/// An element of a tile and its halo: which element of the picture is evaluated for it.
struct Spot {
    Element e;
    int u, v;      ///< where tiles hold what is beside it
    bool outside;  ///< beyond a constant border: nothing is evaluated
};

/// Index exchange (paper: kernel-fusion, IV-B). Where kMode repeats, tiles do too, and hold beside
/// the near element what lies beside the far one.
template <bool kAlongY, BorderMode kMode, int kSides>
WEFT_INLINE Spot spot(const GpuBounds& domain, Element first, int u, int v) {
    const int x = first.x + (kAlongY ? v : u), y = first.y + (kAlongY ? u : v);
    constexpr bool kAtLeft = (kSides & kLeft) != 0, kAtRight = (kSides & kRight) != 0;
    constexpr bool kAtTop = (kSides & kTop) != 0, kAtBottom = (kSides & kBottom) != 0;
    Element e = {remap_at<kMode, kAtLeft, kAtRight>(x, domain.left, domain.right),
                 remap_at<kMode, kAtTop, kAtBottom>(y, domain.top, domain.bottom), first.plane};
    Spot s = {e, u, v, false};
    if constexpr (kMode == eConstant && kSides != 0)
        s.outside = s.e.x == kOutside || s.e.y == kOutside;
    if constexpr (kMode != eConstant && !reads_far_side(kMode) && kSides != 0) {
        s.u += kAlongY ? s.e.y - y : s.e.x - x;
        s.v += kAlongY ? s.e.x - x : s.e.y - y;
    }
    return s;
}

/// Where a tile holds element (u, v) of its first plane.
template <class Tile>
WEFT_INLINE int tile_index(int u, int v) {
    return (v - Tile::kFirstV) * Tile::kPitch + (u - Tile::kFirstU);
}

/// In a tile that the team has filled.
template <class Meta, class Tile>
struct Tiled : Meta {
    const float* at;  // the element's own sample
    template <class... Own>
    WEFT_INLINE Tiled(const float* tile, const Spot& s, int plane, Own... own)
        : Meta{own...}, at(tile + plane * Tile::kTilePlane + tile_index<Tile>(s.u, s.v)) {}

    WEFT_INLINE float sample(int dx, int dy, int plane WEFT_PLACE) const {
        const int du = Tile::kThreadsAlongY ? dy : dx, dv = Tile::kThreadsAlongY ? dx : dy;
        return shared_load(at + plane * Tile::kTilePlane + dv * Tile::kPitch + du WEFT_AT);
    }
};

/// A value of the thread, computed just before: one per plane that it holds.
template <class Meta>
struct Held : Meta {
    const float* values;
    template <class... Own>
    WEFT_INLINE explicit Held(const float* v, Own... own) : Meta{own...}, values(v) {}
    WEFT_INLINE float sample(int, int, int plane WEFT_PLACE) const { return values[plane]; }
};

}  // namespace weft
