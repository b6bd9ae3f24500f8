// Where the elements of a group's levels lie, whatever resolution they have.
//
// floor((a i + b) / d) moves by no constant from one element to the next, but between two elements
// k apart by floor(a k / d) or by ceil(a k / d), whatever i is. So what is known of a level's tile
// before its place is a bound, which some place attains: how many elements it has at most, and how
// far around it its parent's halo reads.
#pragma once

#include "plan/gpu_kernel.h"

namespace weft {

/// Elements along memory, u and v.
struct TileExtent {
    int u = 1, v = 1;

    friend bool operator==(const TileExtent&, const TileExtent&) = default;
};

/// The most elements that a tile of the level has where the results' tile has `results`.
TileExtent level_extent(const GpuGroup& group, Layout layout, Id<GroupLevel> level,
                        TileExtent results);

/// Elements that a loop fills of the level's tile, its halo among them.
TileExtent loop_extent(const GpuGroup& group, Layout layout, const GroupLoop& loop,
                       TileExtent results);

/// Columns that a loop goes over to fill `width` of a tile: a realigned copy's are whole lines.
int columns_gone_over(const GroupLoop& loop, int width);

/// Elements of a level for each of the results, along u and v: on the whole.
struct LevelRatio {
    double u = 1, v = 1;

    double both() const { return u * v; }
};
LevelRatio level_ratio(const GpuGroup& group, Layout layout, Id<GroupLevel> level);

/// The elements of a level that tiles of all of `results` have, halos apart: a hull of them.
Rect level_region(const Table<GroupLevel>& levels, Id<GroupLevel> level, const Rect& results);
inline Rect level_region(const GpuGroup& group, Id<GroupLevel> level, const Rect& results) {
    return level_region(group.levels, level, results);
}

/// The window around a level's tile that holds the elements around which its parent reads, for the
/// parent's elements in `window` around its tile.
Window scaled_window(const Scale& x, const Scale& y, const Window& window);

/// The other way round: a window around the parent's tile that holds all elements which read around
/// elements in `window`.
Window parents_window(const GroupLevel& level, const Window& window);

/// The reach of all levels around the results' tile.
Window whole_reach(const GpuGroup& group);

/// The warps of a team that compute loops which go row by row together, each a row at a time, its
/// lanes along the row. 0 where those go one after another like all others: where tiles are in
/// registers, and where a team is not of whole warps.
int row_warps(const GpuGroup& group);

/// Whether the loop is one of those.
bool goes_with_others(const GpuGroup& group, const GroupLoop& loop);

/// Whether it is one of those, and the one before it too: its barrier is then of its warp alone.
bool goes_with_the_last(const GpuGroup& group, Id<GroupLoop> loop);

/// Whether the tile holds a row for each of row_warps() alone, those in flight.
bool holds_rows_in_flight(const GpuGroup& group, Id<GroupTile> tile);

/// Rows that a tile holds where `results` are the results' elements.
int rows_held(const GpuGroup& group, Layout layout, Id<GroupTile> tile, TileExtent results);

/// Whether threads go over a loop row by row: where its rows are no wider than the results' tile.
/// Over wider rows they go by one index of all elements, since in each row's last iteration most
/// would idle.
bool goes_by_rows(Layout layout, const GroupLoop& loop);

/// How far tiles of `region` reach beyond the domain on each side. Nothing on the results' level;
/// on others a tile is placed around an element that the scale gives, which need not be in the
/// domain.
Window beyond_domain(const Rect& region, const Rect& domain);

/// Whether some element of the loop may lie outside its domain.
bool leaves_domain(const GpuKernel& kernel, const GroupLoop& loop);

/// The hull of taps; the element alone where there are none.
Window window_of(const std::vector<Offset>& taps);

}  // namespace weft
