#include "passes/gpu/fusion/group_candidates.h"

#include <algorithm>
#include <bit>

#include "models/warp_tiling.h"
#include "passes/gpu/geometry.h"
#include "plan/group_scaling.h"
#include "support/integers.h"

namespace weft {

namespace {

constexpr int kMaxElements = 16;  // of a thread in shared tiles
constexpr int kHalf = 5;          // tenths

/// Rows of threads are whole warps, or what a narrow region fills.
std::vector<GroupShape> shared_shapes(const GpuPlan& plan, const GpuKernel& kernel, TileKind kind) {
    const int warp = plan.target.warp_size;
    const auto narrow = static_cast<int>(
        std::bit_ceil(static_cast<unsigned>(std::clamp(extent_u(kernel), 1, warp))));
    std::vector<GroupShape> result;
    for (int threads : {256, 128, 512, 64, 32}) {
        if (threads > plan.target.max_threads_per_block) continue;
        const std::vector<int> widths = kind == TileKind::kWarp && narrow == warp
                                            ? std::vector<int>{warp, 16, 8}
                                            : std::vector<int>{narrow, 2 * narrow};
        for (int u : widths) {
            const int v = threads / u;
            if (v < 1) continue;
            const int team_u = kind == TileKind::kWarp ? std::min(u, warp) : u;
            const int team_v = kind == TileKind::kWarp ? warp / team_u : v;
            if (v % team_v != 0) continue;
            for (int times_u : {1, 2, 4})
                for (int times_v : {1, 2, 4, 8})
                    if (times_u * times_v <= kMaxElements)
                        result.push_back({kind, u, v, team_u * times_u, team_v * times_v});
        }
    }
    return result;
}

/// So many steps of each lane (plan/group_scaling.h).
GroupShape hybrid(const LevelScaling& steps, int warp_u, int warp_v, int warps, int times_u,
                  int times_v, bool along_u, int tenths) {
    GroupShape shape{TileKind::kHybrid, warp_u, warp_v * warps, warp_u * times_u * steps.u.step,
                     warp_v * times_v * steps.v.step};
    const int parallelograms = along_u ? times_u : times_v;
    shape.split = {along_u, parallelograms, split_tile(parallelograms, tenths).shared_tiles};
    return shape;
}

LevelScaling steps_of(const GpuKernel& kernel) { return scaling_of(kernel)[kResultsLevel]; }

/// The axes that may be split, and the fractions that are asked for.
struct SplitsAsked {
    std::vector<bool> along_u;
    std::vector<int> tenths;
};
SplitsAsked splits_asked(const GpuKernel& kernel, const TileChoice& asked,
                         std::vector<int> tenths) {
    SplitsAsked result{{true, false}, std::move(tenths)};
    if (asked.split)
        result.along_u = {(*asked.split == eHorizontal) == (kernel.layout == Layout::kRows)};
    if (asked.tenths) result.tenths = {*asked.tenths};
    return result;
}

std::vector<GroupShape> hybrid_shapes(const GpuPlan& plan, const GpuKernel& kernel,
                                      const TileChoice& asked) {
    const int warp = plan.target.warp_size;
    const SplitsAsked asks = splits_asked(kernel, asked, {10, kHalf});
    const LevelScaling steps = steps_of(kernel);
    std::vector<int> widths = {warp, warp / 2};
    // Where lanes have several elements each, as wide as a warp of one element a lane.
    const auto narrow =
        static_cast<int>(std::bit_ceil(static_cast<unsigned>(divide_up(warp, steps.u.step))));
    if (narrow < warp / 2) widths.push_back(narrow);
    std::vector<GroupShape> result;
    for (const bool along_u : asks.along_u)
        for (const int tenths : asks.tenths)
            for (const int width : widths)
                for (const int warps : {4, 8, 2})
                    for (const auto& [u, v] :
                         {std::pair{2, 4}, {4, 4}, {2, 8}, {1, 8}, {1, 16}, {4, 1}, {4, 2}})
                        if ((along_u ? u : v) > 1)
                            result.push_back(
                                hybrid(steps, width, warp / width, warps, u, v, along_u, tenths));
    return result;
}

/// Warps of a block lie side by side, so that what their margins share is read once from memory.
GroupShape strip(int warp, int warps, int columns, int rows) {
    GroupShape shape{TileKind::kStream, warp * warps, 1, warp * columns, rows};
    shape.columns = columns;
    return shape;
}

std::vector<GroupShape> strips(const GpuPlan& plan) {
    const int warp = plan.target.warp_size;
    std::vector<GroupShape> result;
    for (const int columns : {4, 2, 1})
        for (const int rows : {64, 32, 128, 16})
            for (const int warps : {4, 2, 8}) result.push_back(strip(warp, warps, columns, rows));
    return result;
}

/// A few of them, for searches that ask often.
bool is_usual(const GpuPlan& plan, const GroupShape& shape) {
    const int threads = shape.block_u * shape.block_v;
    switch (shape.kind) {
        case TileKind::kHybrid:
            return threads == 128 && shape.block_u == plan.target.warp_size &&
                   shape.split.parallelograms == 2 && shape.split.along_u;
        case TileKind::kStream: return threads == 128 && shape.tile_v == 64;
        case TileKind::kBlock:
        case TileKind::kWarp: break;
    }
    const bool rows = shape.block_u <= plan.target.warp_size && shape.tile_u == shape.block_u;
    return rows && (threads == 256 || threads == 64);
}

}  // namespace

std::vector<GroupShape> shapes_to_try(const GpuPlan& plan, const GpuKernel& kernel, TileKind kind,
                                      const TileChoice& asked, ShapeSearch search) {
    std::vector<GroupShape> shapes;
    switch (kind) {
        case TileKind::kBlock:
        case TileKind::kWarp: shapes = shared_shapes(plan, kernel, kind); break;
        case TileKind::kHybrid: shapes = hybrid_shapes(plan, kernel, asked); break;
        case TileKind::kStream: shapes = strips(plan); break;
    }
    if (search == ShapeSearch::kUsual)
        std::erase_if(shapes, [&](const GroupShape& s) { return !is_usual(plan, s); });
    return shapes;
}

std::vector<GroupShape> plain_group_shapes(const GpuPlan& plan, const GpuKernel& kernel,
                                           TileKind kind, const TileChoice& asked) {
    const int warp = plan.target.warp_size;
    std::vector<GroupShape> shapes;
    switch (kind) {
        case TileKind::kBlock:
            for (int rows : {8, 4, 2, 1}) shapes.push_back({kind, warp, rows, warp, rows});
            break;
        case TileKind::kWarp:
            for (int rows : {8, 4, 2, 1}) shapes.push_back({kind, warp, rows, warp, 1});
            break;
        case TileKind::kHybrid: {
            const SplitsAsked asks = splits_asked(kernel, asked, {kHalf});
            for (int warps : {4, 2, 1})
                shapes.push_back(hybrid(steps_of(kernel), warp, 1, warps, 2, 4,
                                        asks.along_u.front(), asks.tenths.front()));
            break;
        }
        case TileKind::kStream:
            for (int columns : {4, 2, 1}) shapes.push_back(strip(warp, 2, columns, 16));
            break;
    }
    return shapes;
}

}  // namespace weft
