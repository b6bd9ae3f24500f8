// Levels: what a team computes at other resolutions than that of its results (plan/group_levels.h).
// Before the text of groups that have any.
#pragma once

#include "core/scale.h"
#include "teams.h"

namespace weft {

/// A team's tile on a level: its first element, and how many it has, halos apart.
struct Piece {
    Element first;
    int extent_u, extent_v;
};

/// The tile of the elements that those of `p` read around: from the first's to the last's.
template <bool kAlongY>
WEFT_INLINE Piece read_around(const Scale& x, const Scale& y, const Piece& p) {
    const int width = kAlongY ? p.extent_v : p.extent_u, height = kAlongY ? p.extent_u : p.extent_v;
    const Element first = {scaled(x, p.first.x), scaled(y, p.first.y), p.first.plane};
    const int wide = scaled(x, p.first.x + width - 1) - first.x + 1;
    const int high = scaled(y, p.first.y + height - 1) - first.y + 1;
    return {first, kAlongY ? high : wide, kAlongY ? wide : high};
}

/// Where the level that is read has the element that `s` reads around. `first`: of the tile on the
/// reader's level.
template <class Meta>
WEFT_INLINE Spot spot_around(const Spot& s, Element first, bool along_y) {
    const int x = scaled(Meta::kScaleX, s.e.x) - scaled(Meta::kScaleX, first.x);
    const int y = scaled(Meta::kScaleY, s.e.y) - scaled(Meta::kScaleY, first.y);
    return {s.e, along_y ? y : x, along_y ? x : y, false};
}

/// In a tile of another level that the team has filled.
template <class Meta, class Tile>
struct TiledAround : Tiled<Meta, Tile> {
    template <class... Own>
    WEFT_INLINE TiledAround(const float* tile, const Spot& s, Element first, int plane, Own... own)
        : Tiled<Meta, Tile>(tile, spot_around<Meta>(s, first, Tile::kThreadsAlongY), plane,
                            own...) {}
};

}  // namespace weft
