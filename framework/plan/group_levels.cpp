#include "plan/group_levels.h"

#include <algorithm>

#include "core/scale.h"
#include "support/integers.h"

namespace weft {

namespace {

/// Numbers of elements beyond this are all the same: no tile has so many.
constexpr long long kMost = kFarthest;

int held(long long n) { return static_cast<int>(std::clamp(n, -kMost, kMost)); }

/// floor(n times / over) and ceil.
int down(const Scale& s, int n) {
    return held(floor_divide(static_cast<long long>(n) * s.times, s.over));
}
int up(const Scale& s, int n) {
    return held(-floor_divide(-static_cast<long long>(n) * s.times, s.over));
}

}  // namespace

TileExtent level_extent(const GpuGroup& group, Layout layout, Id<GroupLevel> level,
                        TileExtent results) {
    const GroupLevel& own = group.levels[level];
    if (!own.parent) return results;
    const TileExtent parent = level_extent(group, layout, *own.parent, results);
    const bool rows = layout == Layout::kRows;
    const auto along = [](const Scale& scale, int n) { return n < 1 ? 0 : up(scale, n - 1) + 1; };
    return {along(rows ? own.scale_x : own.scale_y, parent.u),
            along(rows ? own.scale_y : own.scale_x, parent.v)};
}

TileExtent loop_extent(const GpuGroup& group, Layout layout, const GroupLoop& loop,
                       TileExtent results) {
    const TileExtent tile = level_extent(group, layout, loop.level, results);
    const Window halo = in_uv(loop.halo, layout);
    return {tile.u + halo.x_last - halo.x_first, tile.v + halo.y_last - halo.y_first};
}

int columns_gone_over(const GroupLoop& loop, int width) {
    return loop.from_boundary ? round_up(*loop.from_boundary + width, kLineFloats) : width;
}

LevelRatio level_ratio(const GpuGroup& group, Layout layout, Id<GroupLevel> level) {
    double x = 1, y = 1;
    for (const GroupLevel* at = &group.levels[level]; at->parent; at = &group.levels[*at->parent]) {
        x *= static_cast<double>(at->scale_x.times) / at->scale_x.over;
        y *= static_cast<double>(at->scale_y.times) / at->scale_y.over;
    }
    return layout == Layout::kRows ? LevelRatio{x, y} : LevelRatio{y, x};
}

Rect level_region(const Table<GroupLevel>& levels, Id<GroupLevel> level, const Rect& results) {
    const GroupLevel& own = levels[level];
    if (!own.parent) return results;
    return scaled(own.scale_x, own.scale_y, level_region(levels, *own.parent, results));
}

Window scaled_window(const Scale& x, const Scale& y, const Window& w) {
    return {down(x, w.x_first), up(x, w.x_last), down(y, w.y_first), up(y, w.y_last)};
}

Window parents_window(const GroupLevel& level, const Window& window) {
    const auto inverse = [](const Scale& s) { return Scale{s.over, 0, s.times}; };
    return scaled_window(inverse(level.scale_x), inverse(level.scale_y), window);
}

Window whole_reach(const GpuGroup& group) {
    Window whole;
    for (const GroupLevel& level : group.levels) {
        Window reach = level.reach;
        for (const GroupLevel* at = &level; at->parent; at = &group.levels[*at->parent])
            reach = parents_window(*at, reach);
        whole = hull(whole, reach);
    }
    return whole;
}

int row_warps(const GpuGroup& group) {
    constexpr int kWarp = 32;
    const int threads = group.team_u * group.team_v;
    return in_registers(group.kind) || threads % kWarp != 0 ? 0 : threads / kWarp;
}

bool goes_with_others(const GpuGroup& group, const GroupLoop& loop) {
    return loop.rows != LoopRows::kAll && row_warps(group) > 0;
}

bool goes_with_the_last(const GpuGroup& group, Id<GroupLoop> loop) {
    return row_warps(group) > 0 && loop.index() > 0 &&
           group.loops[Id<GroupLoop>(loop.index() - 1)].rows == LoopRows::kWithNext;
}

bool holds_rows_in_flight(const GpuGroup& group, Id<GroupTile> tile) {
    return row_warps(group) > 0 &&
           std::any_of(group.loops.begin(), group.loops.end(), [&](const GroupLoop& loop) {
               return loop.rows == LoopRows::kWithNext &&
                      std::find(loop.tiles.begin(), loop.tiles.end(), tile) != loop.tiles.end();
           });
}

int rows_held(const GpuGroup& group, Layout layout, Id<GroupTile> t, TileExtent results) {
    const GroupTile& tile = group.tiles[t];
    const Window halo = in_uv(tile.halo, layout);
    const int rows =
        level_extent(group, layout, tile.level, results).v + halo.y_last - halo.y_first;
    return holds_rows_in_flight(group, t) ? std::min(rows, row_warps(group)) : rows;
}

bool goes_by_rows(Layout layout, const GroupLoop& loop) {
    const Window halo = in_uv(loop.halo, layout);
    return loop.level == kResultsLevel && halo.x_first == halo.x_last && !loop.from_boundary;
}

Window beyond_domain(const Rect& region, const Rect& domain) {
    if (region.empty()) return {};
    return {std::min(region.x0 - domain.x0, 0), std::max(region.x1 - domain.x1, 0),
            std::min(region.y0 - domain.y0, 0), std::max(region.y1 - domain.y1, 0)};
}

bool leaves_domain(const GpuKernel& kernel, const GroupLoop& loop) {
    if (!loop.halo.is_point()) return true;
    if (loop.level == kResultsLevel) return false;
    return !beyond_domain(level_region(kernel.group, loop.level, kernel.region), loop.domain)
                .is_point();
}

Window window_of(const std::vector<Offset>& taps) {
    if (taps.empty()) return {};
    Window w{taps[0].x, taps[0].x, taps[0].y, taps[0].y};
    for (const Offset& tap : taps) w = hull(w, {tap.x, tap.x, tap.y, tap.y});
    return w;
}

}  // namespace weft
