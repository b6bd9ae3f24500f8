// The loops of a group by way of shared memory: the tiles, and a function for an element of each.
#pragma once

#include "emit/cuda/group_text.h"

namespace weft {

/// Whose tiles the text is of: those of a piece, or the shared parts of hybrid tiles.
enum class SharedForm { kPieces, kParts };

/// The structs that say where the tiles hold what: Tile0, or Part0.
void print_shared_tiles(const GroupText& text, SharedForm form, Writer& out);

/// Where the team's tile begins.
std::string shared_pointer(const GroupText& text, SharedForm form, Id<GroupTile> tile);
/// Its struct.
std::string shared_tile(SharedForm form, Id<GroupTile> tile);
/// Where it holds element (u, v), of plane p where it has several.
std::string shared_place(const GroupText& text, SharedForm form, Id<GroupTile> tile,
                         const std::string& u, const std::string& v);

/// The function for one element of the loop: element0(), which checks borders on its sides, or
/// part0(), which checks nothing.
void print_shared_loop(const GroupText& text, SharedForm form, Id<GroupLoop> loop, Writer& out);

}  // namespace weft
