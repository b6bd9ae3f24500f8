#include "hybrid_loads.h"

#include "support/integers.h"

namespace weft {

namespace {

/// Where `position` lanes right of a parallelogram's first lies.
struct Place {
    int parallelogram, lane;
};
constexpr Place place_of(int position, int warp) {
    const int parallelograms = divide_down(position, warp);
    return {parallelograms, position - parallelograms * warp};
}

LoadType type_of(HybridSplit split, bool same_lane, bool same_tile, int parallelogram,
                 int source_parallelogram) {
    if (parallelogram < split.shared_tiles || source_parallelogram < split.shared_tiles)
        return LoadType::kShared;
    if (same_lane) return LoadType::kOwnRegister;
    return same_tile ? LoadType::kCurrentTile : LoadType::kPreviousTile;
}

}  // namespace

LoadSource load_source(HybridSplit split, int warp, int tile, int lane, int distance) {
    const Place place = place_of(lane + distance, warp);
    const int source = tile + place.parallelogram;
    return {type_of(split, place.lane == lane, place.parallelogram == 0, tile, source), source,
            place.lane};
}

int HybridLoad::shuffles() const {
    if (shift == 0) return 0;
    return (late_shared ? 0 : 1) + (early_shared || first_late == 0 ? 0 : 1);
}

HybridLoad hybrid_load(HybridSplit split, int warp, int tile, int distance) {
    const Place first = place_of(distance, warp);
    HybridLoad load;
    load.shift = first.lane;
    load.early = tile + first.parallelogram;
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
    source.tile_x = tile.x + x.parallelogram;
    source.tile_y = tile.y + y.parallelogram;
    source.lane = x.lane + warp.x * y.lane;
    const int parallelogram = split_axis == 0 ? tile.x : tile.y;
    const int source_parallelogram = split_axis == 0 ? source.tile_x : source.tile_y;
    source.type =
        type_of(split, x.lane == lane.x && y.lane == lane.y,
                x.parallelogram == 0 && y.parallelogram == 0, parallelogram, source_parallelogram);
    return source;
}

}  // namespace weft
