#include "passes/gpu/fusion/group_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "passes/gpu/geometry.h"
#include "passes/gpu/kernel_resources.h"
#include "plan/hybrid_tile.h"
#include "support/integers.h"

namespace weft {

namespace {

constexpr std::size_t kTileAlignment = 16;
/// Values around an element that a thread may hold at once, and rows of a line buffer.
constexpr int kMaxTaps = 64, kMaxRows = 32;
/// Elements of a step that a lane may compute one after another: their text is written out.
constexpr int kMaxOfStep = 64;

int whole(int n, int of) { return divide_up(n, of) * of; }

std::size_t floats_bytes(int width, int height, int planes) {
    return sizeof(float) * static_cast<std::size_t>(width) * static_cast<std::size_t>(height) *
           static_cast<std::size_t>(planes);
}

/// What loops read of a tile: `window` around an element of `loop`.
struct TileRead {
    const GroupLoop* loop;
    Window window;  ///< along memory
};

std::vector<TileRead> reads_of_tile(const GpuPlan& plan, const GpuGroup& group, Id<GroupTile> tile,
                                    Layout layout) {
    std::vector<TileRead> result;
    for (const GroupLoop& loop : group.loops)
        for (const GroupEvaluation& e : loop.evaluations)
            for (const Id<StageInput> i : e.reads.ids())
                if (e.reads[i] == GroupRead(FromTile{tile}))
                    result.push_back(
                        {&loop, in_uv(window_of(plan.stages[e.stage].inputs[i].taps), layout)});
    for (const GroupStore& store : group.stores)
        if (store.tile == tile) result.push_back({&group.loops.back(), {}});
    return result;
}

GpuGroup with_pieces_laid_out(GpuGroup group, Layout layout) {
    std::size_t at = 0;
    const TileExtent piece{group.piece_u, group.piece_v};
    for (const Id<GroupTile> t : group.tiles.ids()) {
        GroupTile& tile = group.tiles[t];
        tile.pitch = level_extent(group, layout, tile.level, piece).u + reach_u(tile.halo, layout);
        tile.offset = at;
        tile.bytes = floats_bytes(tile.pitch, rows_held(group, layout, t, piece), tile.planes);
        at = round_up(at + tile.bytes, kTileAlignment);
    }
    group.team_bytes = group.piece_u > 0 ? at : 0;
    return group;
}

/// The shared part of a tile: the parallelograms on the left with all that they overlap.
GpuGroup with_split_laid_out(const GpuKernel& kernel, GpuGroup group) {
    const GroupScaling scaling = scaling_of(kernel);
    if (!is_whole_steps(group, scaling)) group.tile_u = 0;
    std::size_t at = 0;
    for (const GroupTile& tile : group.tiles) {
        const HybridPart laid = hybrid_part(kernel, scaling, tile.level, tile.halo);
        GroupPart part;
        part.offset = at;
        part.bytes = floats_bytes(laid.shared_u, laid.shared_v, tile.planes);
        part.pitch = laid.shared_u;
        at = round_up(at + part.bytes, kTileAlignment);
        group.parts.add(part);
    }
    group.team_bytes = std::max(group.team_bytes, at);
    return group;
}

int line_buffer_floats(const GroupTile& tile, const GroupPart& part, int columns, int rows) {
    return rows * (part.before + columns + part.after) * tile.planes;
}

/// The rows of a line buffer where so many are written out: whole rotations of it.
int rows_within(int period, int needed) {
    while (period % needed != 0) ++needed;
    return needed;
}

/// The period whose line buffers take the fewest registers; of equals, the shortest text.
int best_period(const GpuGroup& group) {
    int most = 1;
    for (const GroupPart& part : group.parts) most = std::max(most, part.rows);
    int best = most, least = std::numeric_limits<int>::max();
    for (int period = most; period <= 2 * most; ++period) {
        int floats = 0;
        for (const Id<GroupTile> t : group.tiles.ids())
            floats += line_buffer_floats(group.tiles[t], group.parts[t], group.strip.columns,
                                         rows_within(period, group.parts[t].rows));
        if (floats >= least) continue;
        best = period;
        least = floats;
    }
    return best;
}

/// Of a row of the strip a lane computes `columns`, those of the margins for their neighbours.
GpuGroup with_strip_laid_out(const GpuPlan& plan, GpuGroup group, Layout layout) {
    GroupStrip& strip = group.strip;
    int before = 0, after = 0;
    for (const GroupLoop& loop : group.loops) {
        const Window halo = in_uv(loop.halo, layout);
        before = std::max(before, -halo.x_first);
        after = std::max(after, halo.x_last);
    }
    strip.margin = whole(before, strip.columns);
    const int columns = strip.columns * group.team_u;
    group.tile_u = std::max(0, columns - strip.margin - whole(after, strip.columns));
    group.parts.assign(group.tiles.size(), {});
    for (const Id<GroupTile> t : group.tiles.ids()) {
        const Window halo = in_uv(group.tiles[t].halo, layout);
        GroupPart& part = group.parts[t];
        for (const TileRead& read : reads_of_tile(plan, group, t, layout)) {
            const Window reader = in_uv(read.loop->halo, layout);
            const int back = halo.y_last - reader.y_last - read.window.y_first;
            part.rows = std::max(part.rows, back + 1);
            part.before = std::max(part.before, -read.window.x_first);
            part.after = std::max(part.after, read.window.x_last);
        }
    }
    strip.period = best_period(group);
    for (GroupPart& part : group.parts) part.rows = rows_within(strip.period, part.rows);
    return group;
}

/// The values around its element that an evaluation reads of tiles: a rectangle of each plane.
int taps_held(const GpuPlan& plan, const GpuGroup& group, const GroupEvaluation& e) {
    const Stage& stage = plan.stages[e.stage];
    int taps = 0;
    for (const Id<StageInput> i : e.reads.ids()) {
        const auto* from = std::get_if<FromTile>(&e.reads[i]);
        if (from == nullptr) continue;
        const Window w = window_of(stage.inputs[i].taps);
        taps += (w.x_last - w.x_first + 1) * (w.y_last - w.y_first + 1) *
                group.tiles[from->tile].planes;
    }
    return taps;
}

int split_floats(const GpuPlan& plan, const GpuKernel& kernel) {
    const GpuGroup& group = kernel.group;
    if (group.split.shared_parallelograms == group.split.parallelograms) return 0;
    const GroupScaling scaling = scaling_of(kernel);
    int floats = 0, taps = 0;
    for (const GroupTile& tile : group.tiles)
        floats += hybrid_part(kernel, scaling, tile.level, tile.halo).registers() * tile.planes;
    for (const GroupLoop& loop : group.loops) {
        int all = 0;
        for (const GroupEvaluation& e : loop.evaluations) all += taps_held(plan, group, e);
        taps = std::max(taps, all);
    }
    return floats + taps;
}

/// A lane's elements of a step, of the level that has most.
int elements_of_step(const GpuKernel& kernel) {
    int most = 1;
    for (const LevelScaling& level : scaling_of(kernel))
        most = std::max(most, level.u.step * level.v.step);
    return most;
}

}  // namespace

GpuGroup with_layout(const GpuPlan& plan, const GpuKernel& kernel) {
    GpuGroup group = kernel.group;
    group.parts.clear();
    group = with_pieces_laid_out(std::move(group), kernel.layout);
    if (group.kind == TileKind::kHybrid) return with_split_laid_out(kernel, std::move(group));
    if (group.kind == TileKind::kStream)
        return with_strip_laid_out(plan, std::move(group), kernel.layout);
    return group;
}

std::string why_not_in_registers(const GpuPlan& plan, const GpuKernel& kernel, TileKind kind) {
    if (plan.target.capability.major < 3) return "the device has no shuffles";
    if (kind == TileKind::kHybrid && elements_of_step(kernel) > kMaxOfStep)
        return fmt::format(
            "its resolutions repeat every {} elements of the finest, a lane computes up to {}",
            elements_of_step(kernel), kMaxOfStep);
    for (const GroupLoop& loop : kernel.group.loops)
        for (const GroupEvaluation& e : loop.evaluations) {
            const Stage& stage = plan.stages[e.stage];
            const int taps = taps_held(plan, kernel.group, e);
            if (kind == TileKind::kHybrid && taps > kMaxTaps)
                return fmt::format("{} reads {} values around an element, a thread holds up to {}",
                                   stage.name, taps, kMaxTaps);
            for (const Id<StageInput> i : e.reads.ids()) {
                if (kind == TileKind::kStream && stage.inputs[i].is_scaled())
                    return fmt::format("{} reads at another resolution", stage.name);
                if (stage.inputs[i].freedom == eRandom)
                    return fmt::format("{} reads elsewhere than around an element", stage.name);
                if (stage.inputs[i].own)
                    return fmt::format("how far {} reads is an argument", stage.name);
                const int rows = reach_v(window_of(stage.inputs[i].taps), kernel.layout) + 1;
                if (kind == TileKind::kStream && rows > kMaxRows)
                    return fmt::format("{} reads {} rows, a line buffer of registers has up to {}",
                                       stage.name, rows, kMaxRows);
            }
        }
    return {};
}

int floats_in_registers(const GpuPlan& plan, const GpuKernel& kernel) {
    const GpuGroup& group = kernel.group;
    if (group.parts.size() != group.tiles.size()) return 0;  // not laid out yet
    if (group.kind == TileKind::kHybrid) return split_floats(plan, kernel);
    int floats = 0;
    if (group.kind == TileKind::kStream)
        for (const Id<GroupTile> t : group.tiles.ids())
            floats += line_buffer_floats(group.tiles[t], group.parts[t], group.strip.columns,
                                         group.parts[t].rows);
    return floats;
}

}  // namespace weft
