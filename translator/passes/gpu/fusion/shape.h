// The team, tile and block of a group as a value: what searches choose among.
#pragma once

#include "plan/gpu_plan.h"

namespace weft {

/// A choice for a group.
struct GroupShape {
    TileKind kind = TileKind::kBlock;
    int block_u = 32, block_v = 8;  ///< threads
    int tile_u = 32, tile_v = 8;    ///< elements of a team: of a warp whole multiples of its
                                    ///< threads, of a block any number. The width of a strip
                                    ///< follows from its columns
    GroupSplit split = {};          ///< kHybrid
    int columns = 1;                ///< kStream: of a lane
    int piece_u = 0, piece_v = 0;   ///< of kinds in registers; the others' piece is the tile
    int transaction_bytes = 0;      ///< GpuGroup::transaction_bytes

    friend bool operator==(const GroupShape&, const GroupShape&) = default;
};

}  // namespace weft
