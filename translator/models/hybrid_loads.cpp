#include "models/hybrid_loads.h"

#include "support/integers.h"

namespace weft {

namespace {

/// Where `position` lanes right of a turn's first lies.
struct Place {
    int turns, lane;
};
constexpr Place place_of(int position, int warp) {
    const int turns = divide_down(position, warp);
    return {turns, position - turns * warp};
}

LoadType type_of(HybridSplit split, bool same_lane, bool same_tile, int turn, int source_turn) {
    if (turn < split.shared_tiles || source_turn < split.shared_tiles) return LoadType::kShared;
    if (same_lane) return LoadType::kOwnRegister;
    return same_tile ? LoadType::kCurrentTile : LoadType::kPreviousTile;
}

}  // namespace

LoadSource load_source(HybridSplit split, int warp, int tile, int lane, int distance) {
    const Place place = place_of(lane + distance, warp);
    const int source = tile + place.turns;
    return {type_of(split, place.lane == lane, place.turns == 0, tile, source), source, place.lane};
}

int HybridLoad::shuffles() const {
    if (shift == 0) return 0;
    return (late_shared ? 0 : 1) + (early_shared || first_late == 0 ? 0 : 1);
}

HybridLoad hybrid_load(HybridSplit split, int warp, int tile, int distance) {
    const Place first = place_of(distance, warp);
    HybridLoad load;
    load.shift = first.lane;
    load.early = tile + first.turns;
    load.late = first.lane == 0 ? load.early : load.early + 1;
    load.first_late = first.lane == 0 ? 0 : warp - first.lane;
    load.early_shared = tile < split.shared_tiles || load.early < split.shared_tiles;
    load.late_shared = tile < split.shared_tiles || load.late < split.shared_tiles;
    return load;
}

LoadSource2 load_source(HybridSplit split, int split_axis, Extent3 warp, Extent3 tile, Extent3 lane,
                        int distance_x, int distance_y) {
    const Place x = place_of(lane.x + distance_x, warp.x);
    const Place y = place_of(lane.y + distance_y, warp.y);
    LoadSource2 source;
    source.tile_x = tile.x + x.turns;
    source.tile_y = tile.y + y.turns;
    source.lane = x.lane + warp.x * y.lane;
    const int turn = split_axis == 0 ? tile.x : tile.y;
    const int source_turn = split_axis == 0 ? source.tile_x : source.tile_y;
    source.type = type_of(split, x.lane == lane.x && y.lane == lane.y, x.turns == 0 && y.turns == 0,
                          turn, source_turn);
    return source;
}

}  // namespace weft
