#include "passes/gpu/fusion/group_shape.h"

#include <algorithm>
#include <bit>

#include "models/warp_tiling.h"
#include "passes/gpu/block_choice.h"
#include "passes/gpu/fusion/group_copies.h"
#include "passes/gpu/geometry.h"
#include "passes/gpu/kernel_resources.h"

namespace weft {

namespace {

constexpr std::size_t kTileAlignment = 16;

int divide_up(int n, int by) { return n / by + (n % by != 0); }

GpuGroup with_tiles_laid_out(GpuGroup group, Layout layout) {
    std::size_t at = 0;
    for (GroupTile& tile : group.tiles) {
        tile.pitch = group.tile_u + reach_u(tile.halo, layout);
        tile.offset = at;
        tile.bytes = sizeof(float) * static_cast<std::size_t>(tile.pitch) *
                     static_cast<std::size_t>(group.tile_v + reach_v(tile.halo, layout)) *
                     static_cast<std::size_t>(tile.planes);
        at = round_up(at + tile.bytes, kTileAlignment);
    }
    group.team_bytes = at;
    return group;
}

GpuShape launch_of(const Plan& plan, const GpuKernel& kernel, const GroupShape& s) {
    const GpuGroup& group = kernel.group;
    GpuShape shape;
    shape.block_u = s.block_u;
    shape.block_v = s.block_v;
    const auto cut = [&](int blocks, int limit) {
        shape.strided = shape.strided || blocks > limit;
        return std::clamp(blocks, 1, limit);
    };
    const GpuTarget& t = *plan.gpu;
    const int per_block_u = group.tile_u * (s.block_u / group.team_u);
    const int per_block_v = group.tile_v * (s.block_v / group.team_v);
    shape.grid_u = cut(divide_up(extent_u(kernel), per_block_u), t.max_grid_x);
    shape.grid_v = cut(divide_up(extent_v(kernel), per_block_v), t.max_grid_y);
    shape.grid_planes = cut(kernel.planes, t.max_grid_z);
    return shape;
}

/// Shapes worth trying. Rows of threads are whole warps, or what a narrow region fills.
std::vector<GroupShape> candidates(const Plan& plan, const GpuKernel& kernel, TileTeam team) {
    const int warp = plan.gpu->warp_size;
    const auto narrow = static_cast<int>(
        std::bit_ceil(static_cast<unsigned>(std::clamp(extent_u(kernel), 1, warp))));
    std::vector<GroupShape> result;
    for (int threads : {256, 128, 512, 64, 32}) {
        if (threads > plan.gpu->max_threads_per_block) continue;
        const std::vector<int> widths = team == TileTeam::kWarp && narrow == warp
                                            ? std::vector<int>{warp, 16, 8}
                                            : std::vector<int>{narrow, 2 * narrow};
        for (int u : widths) {
            const int v = threads / u;
            if (v < 1) continue;
            const int team_u = team == TileTeam::kWarp ? std::min(u, warp) : u;
            const int team_v = team == TileTeam::kWarp ? warp / team_u : v;
            if (v % team_v != 0) continue;
            for (int times_u : {1, 2, 4})
                for (int times_v : {1, 2, 4, 8}) {
                    if (times_u * times_v > 16) continue;
                    result.push_back({team, u, v, team_u * times_u, team_v * times_v});
                }
        }
    }
    return result;
}

std::vector<GroupShape> usual_candidates(const Plan& plan, const GpuKernel& kernel, TileTeam team) {
    std::vector<GroupShape> result;
    for (const GroupShape& shape : candidates(plan, kernel, team)) {
        const int threads = shape.block_u * shape.block_v;
        const bool rows = shape.block_u <= plan.gpu->warp_size && shape.tile_u == shape.block_u;
        if (rows && (threads == 256 || threads == 64)) result.push_back(shape);
    }
    return result;
}

/// Whether some loop reads several elements of the input for each of its own.
bool is_neighbourhood(const Plan& plan, const GpuKernel& kernel, int input) {
    for (const GroupLoop& loop : kernel.group.loops)
        for (const GroupEvaluation& e : loop.evaluations)
            for (std::size_t i = 0; i < e.reads.size(); ++i)
                if (e.reads[i] == GroupRead{GroupRead::From::kMemory, input} &&
                    plan.stages[static_cast<std::size_t>(e.stage)].inputs[i].taps.size() > 1)
                    return true;
    return false;
}

std::optional<ShapedGroup> best_of(const Plan& plan, const GpuKernel& kernel,
                                   const std::vector<GroupShape>& shapes) {
    std::optional<ShapedGroup> best;
    for (const GroupShape& shape : shapes) {
        GpuKernel tried = with_shape(plan, kernel, shape);
        if (tried.occupancy <= 0) continue;
        const GpuWork work = group_work(plan, tried);
        const double blocks =
            static_cast<double>(tried.shape.grid_u) * tried.shape.grid_v * tried.shape.grid_planes;
        const double time = seconds(*plan.gpu, work) * waiting(tried.occupancy) *
                            std::max(1.0, plan.gpu->multiprocessors / blocks);
        if (best && time >= best->seconds) continue;
        best = ShapedGroup{std::move(tried), time, bound_by(*plan.gpu, work)};
    }
    return best;
}

}  // namespace

GpuKernel with_shape(const Plan& plan, GpuKernel kernel, const GroupShape& shape) {
    const int warp = plan.gpu->warp_size;
    GpuGroup& group = kernel.group;
    group.team = shape.team;
    group.team_u = shape.team == TileTeam::kWarp ? std::min(shape.block_u, warp) : shape.block_u;
    group.team_v = shape.team == TileTeam::kWarp ? warp / group.team_u : shape.block_v;
    group.tile_u = shape.tile_u;
    group.tile_v = shape.tile_v;
    group = with_tiles_laid_out(std::move(group), kernel.layout);
    const int teams = shape.block_u * shape.block_v / (group.team_u * group.team_v);
    kernel.shared_bytes = group.team_bytes * static_cast<std::size_t>(teams);
    kernel.shape = launch_of(plan, kernel, shape);
    return with_occupancy(plan, std::move(kernel));
}

GpuKernel with_plain_shape(const Plan& plan, const GpuKernel& kernel,
                           std::optional<TileTeam> team) {
    GpuKernel shaped;
    for (const TileTeam kind : {TileTeam::kBlock, TileTeam::kWarp}) {
        if (team && kind != *team) continue;
        for (int rows : {8, 4, 2, 1}) {
            const int width = plan.gpu->warp_size;
            const int tile_v = kind == TileTeam::kBlock ? rows : 1;
            shaped = with_shape(plan, kernel, {kind, width, rows, width, tile_v});
            if (shaped.occupancy > 0) return shaped;
        }
    }
    return shaped;
}

std::optional<ShapedGroup> best_shape(const Plan& plan, const std::map<std::string, int>& compiled,
                                      GpuKernel kernel, std::optional<TileTeam> team,
                                      ShapeSearch search) {
    if (!team) {
        auto blocks = best_shape(plan, compiled, kernel, TileTeam::kBlock, search);
        auto warps = best_shape(plan, compiled, kernel, TileTeam::kWarp, search);
        return !blocks || (warps && warps->seconds < blocks->seconds) ? warps : blocks;
    }
    kernel.group.team = *team;
    const std::vector<GroupShape> shapes = search == ShapeSearch::kAll
                                               ? candidates(plan, kernel, *team)
                                               : usual_candidates(plan, kernel, *team);
    const auto best_as = [&](GpuKernel form) {
        return best_of(plan, with_registers(plan, compiled, std::move(form)), shapes);
    };
    std::optional<ShapedGroup> best = best_as(kernel);
    for (int i = 0; i < static_cast<int>(kernel.inputs.size()); ++i) {
        if (!is_neighbourhood(plan, kernel, i)) continue;
        auto copied = best_as(with_copied_input(plan, best ? best->kernel : kernel, i));
        if (copied && (!best || copied->seconds < best->seconds)) best = std::move(copied);
    }
    return best;
}

}  // namespace weft
