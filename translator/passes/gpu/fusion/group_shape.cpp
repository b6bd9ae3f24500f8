#include "passes/gpu/fusion/group_shape.h"

#include <algorithm>

#include "passes/gpu/block_choice.h"
#include "passes/gpu/fusion/group_candidates.h"
#include "passes/gpu/fusion/group_copies.h"
#include "passes/gpu/fusion/group_layout.h"
#include "passes/gpu/fusion/group_loops.h"
#include "passes/gpu/geometry.h"
#include "passes/gpu/kernel_resources.h"
#include "support/integers.h"

namespace weft {

namespace {

GpuShape launch_of(const GpuPlan& plan, const GpuKernel& kernel, const GroupShape& s) {
    const GpuGroup& group = kernel.group;
    GpuShape shape;
    shape.block_u = s.block_u;
    shape.block_v = s.block_v;
    const auto cut = [&](int blocks, int limit) {
        shape.strided = shape.strided || blocks > limit;
        return std::clamp(blocks, 1, limit);
    };
    const GpuTarget& t = plan.target;
    const int per_block_u = group.tile_u * (s.block_u / group.team_u);
    const int per_block_v = group.tile_v * (s.block_v / group.team_v);
    shape.grid_u = cut(divide_up(extent_u(kernel), per_block_u), static_cast<int>(t.max_grid_x));
    shape.grid_v = cut(divide_up(extent_v(kernel), per_block_v), t.max_grid_y);
    shape.grid_planes = cut(kernel.planes, t.max_grid_z);
    return shape;
}

/// Whether some loop reads several elements of the input for each of its own.
bool is_neighbourhood(const GpuPlan& plan, const GpuKernel& kernel, Id<GpuInput> input) {
    for (const GroupLoop& loop : kernel.group.loops)
        for (const GroupEvaluation& e : loop.evaluations)
            for (const Id<StageInput> i : e.reads.ids())
                if (e.reads[i] == GroupRead(FromMemory{input}) &&
                    plan.stages[e.stage].inputs[i].taps.size() > 1)
                    return true;
    return false;
}

/// Above this a compiler spills what a body holds: estimates are not exact.
constexpr double kMaxOfRegisters = 0.9;

/// Pieces from large to small: rows of a warp.
std::vector<GroupShape> with_each_piece(const GroupShape& shape, int warp) {
    std::vector<GroupShape> result;
    for (const int rows : {8, 4, 2, 1}) {
        GroupShape one = shape;
        one.piece_u = std::min(shape.block_u, warp);
        one.piece_v = std::min(rows, shape.tile_v);
        result.push_back(one);
    }
    return result;
}

double seconds_by_model(const GpuPlan& plan, const GpuKernel& shaped, const GpuWork& work) {
    const GpuShape& shape = shaped.shape;
    const double blocks = static_cast<double>(shape.grid_u) * shape.grid_v * shape.grid_planes;
    return seconds(plan.target, work, waiting(shaped.occupancy)) *
           std::max(1.0, plan.target.multiprocessors / blocks);
}

/// Of bodies in registers the best of those that have been compiled: estimates of what they take
/// are rough, and each shape has its own. Where none has been, the best by estimates.
std::optional<ShapedGroup> best_of(const GpuPlan& plan, const CompiledForms& compiled,
                                   const GpuKernel& kernel, const std::vector<GroupShape>& shapes) {
    std::optional<ShapedGroup> best;
    for (const GroupShape& shape : shapes) {
        GpuKernel tried = in_registers(shape.kind) ? with_body_shape(plan, compiled, kernel, shape)
                                                   : with_shape(plan, kernel, shape);
        if (tried.occupancy <= 0) continue;
        const GpuWork work = group_work(plan, tried);
        const double time = seconds_by_model(plan, tried, work);
        const bool body = in_registers(shape.kind);
        if (best && body && best->kernel.compiled && !tried.compiled) continue;
        const bool first_known = best && body && tried.compiled && !best->kernel.compiled;
        if (best && !first_known && time >= best->seconds) continue;
        best = ShapedGroup{std::move(tried), time, bound_by(plan.target, work), {}};
    }
    return best;
}

/// Whether the group has been compiled with tiles of that kind, in some shape.
bool any_compiled_so(const CompiledForms& compiled, const GpuKernel& kernel, TileKind kind) {
    const std::string form = form_begins(kernel, kind);
    const auto at = compiled.lower_bound(form);
    return at != compiled.end() && at->first.compare(0, form.size(), form) == 0;
}

/// Of tiles of that kind, with a plane or all planes in a thread as the kernel has them; in
/// registers, if nobody asked for that, only what has been compiled. Neighbourhoods are read from
/// tiles where that is faster; a strip has no other way to read its neighbours once.
std::optional<ShapedGroup> best_of_form(const GpuPlan& plan, const CompiledForms& compiled,
                                        GpuKernel kernel, TileKind kind, const TileChoice& asked,
                                        ShapeSearch search) {
    const bool only_compiled = in_registers(kind) && !asked.kind;
    if (only_compiled && !any_compiled_so(compiled, kernel, kind)) return {};
    kernel.group.kind = kind;
    if (kind == TileKind::kStream) kernel = with_copied_inputs(plan, std::move(kernel));
    if (in_registers(kind) && !why_not_in_registers(plan, kernel, kind).empty()) return {};
    const std::vector<GroupShape> shapes = shapes_to_try(plan, kernel, kind, asked, search);
    const auto best_as = [&](GpuKernel form) {
        return best_of(plan, compiled, with_registers(plan, compiled, std::move(form)), shapes);
    };
    std::optional<ShapedGroup> best = best_as(kernel);
    for (const Id<GpuInput> i : kernel.inputs.ids()) {
        if (!is_neighbourhood(plan, kernel, i)) continue;
        auto copied = best_as(with_copied_input(plan, best ? best->kernel : kernel, i));
        if (copied && (!best || copied->seconds < best->seconds)) best = std::move(copied);
    }
    if (only_compiled && best && !best->kernel.compiled) return {};
    return best;
}

/// The same with all planes in a thread too, where that is open and all shapes are looked at.
std::optional<ShapedGroup> best_of_kind(const GpuPlan& plan, const CompiledForms& compiled,
                                        const GpuKernel& kernel, TileKind kind,
                                        const TileChoice& asked, ShapeSearch search) {
    auto best = best_of_form(plan, compiled, kernel, kind, asked, search);
    if (asked.planes || kernel.planes == 1 || search == ShapeSearch::kUsual) return best;
    auto all = best_of_form(plan, compiled, with_all_planes(plan, kernel), kind, asked, search);
    return all && (!best || all->seconds < best->seconds) ? all : best;
}

std::string why_not(const GpuPlan& plan, const GpuKernel& kernel, TileKind kind) {
    const GpuKernel tried = kind == TileKind::kStream ? with_copied_inputs(plan, kernel) : kernel;
    const std::string why = why_not_in_registers(plan, tried, kind);
    return why.empty() ? "no such tile fits a thread's registers" : why;
}

}  // namespace

double group_seconds(const GpuPlan& plan, const GpuKernel& shaped) {
    return seconds_by_model(plan, shaped, group_work(plan, shaped));
}

GpuKernel with_shape(const GpuPlan& plan, GpuKernel kernel, const GroupShape& shape) {
    const int warp = plan.target.warp_size;
    const bool by_warps = shape.kind != TileKind::kBlock;
    GpuGroup& group = kernel.group;
    group.kind = shape.kind;
    group.team_u = by_warps ? std::min(shape.block_u, warp) : shape.block_u;
    group.team_v = by_warps ? warp / group.team_u : shape.block_v;
    group.tile_u = shape.tile_u;
    group.tile_v = shape.tile_v;
    group.piece_u = in_registers(shape.kind) ? shape.piece_u : shape.tile_u;
    group.piece_v = in_registers(shape.kind) ? shape.piece_v : shape.tile_v;
    group.split = shape.split;
    group.strip = {};
    group.strip.columns = shape.columns;
    group.transaction_bytes = shape.transaction_bytes;
    group = with_layout(plan, kernel);
    const int teams = shape.block_u * shape.block_v / (group.team_u * group.team_v);
    kernel.shared_bytes = group.team_bytes * static_cast<std::size_t>(teams);
    if (group.tile_u > 0) kernel.shape = launch_of(plan, kernel, shape);
    return with_occupancy(plan, std::move(kernel));
}

GroupShape shape_of(const GpuKernel& kernel) {
    const GpuGroup& group = kernel.group;
    GroupShape shape{group.kind, kernel.shape.block_u, kernel.shape.block_v, group.tile_u,
                     group.tile_v};
    shape.split = group.split;
    shape.columns = group.strip.columns;
    shape.transaction_bytes = group.transaction_bytes;
    if (in_registers(group.kind)) {
        shape.piece_u = group.piece_u;
        shape.piece_v = group.piece_v;
    }
    return shape;
}

GpuKernel with_shape_and_registers(const GpuPlan& plan, const CompiledForms& compiled,
                                   GpuKernel kernel, const GroupShape& shape) {
    kernel = with_shape(plan, std::move(kernel), shape);
    kernel = with_occupancy(plan, with_registers(plan, compiled, std::move(kernel)));
    const bool room = kernel.compiled ||
                      kernel.registers < kMaxOfRegisters * plan.target.max_registers_per_thread;
    if (!room || kernel.group.tile_u < 1) kernel.occupancy = 0;
    return kernel;
}

GpuKernel with_body_shape(const GpuPlan& plan, const CompiledForms& compiled,
                          const GpuKernel& kernel, GroupShape shape) {
    shape.piece_u = shape.piece_v = 0;
    const double possible = with_shape_and_registers(plan, compiled, kernel, shape).occupancy;
    GpuKernel best;
    for (const GroupShape& piece : with_each_piece(shape, plan.target.warp_size)) {
        GpuKernel tried = with_shape_and_registers(plan, compiled, kernel, piece);
        if (tried.occupancy > best.occupancy || best.stages.empty()) best = std::move(tried);
        if (best.occupancy == possible) break;
    }
    return best;
}

GpuKernel with_plain_shape(const GpuPlan& plan, const CompiledForms& compiled,
                           const GpuKernel& kernel, const TileChoice& asked) {
    std::vector<TileKind> kinds = {TileKind::kBlock, TileKind::kWarp};
    if (asked.kind == TileKind::kWarp) kinds = {TileKind::kWarp};
    if (asked.kind == TileKind::kBlock) kinds = {TileKind::kBlock};
    if (asked.kind && in_registers(*asked.kind)) kinds = {*asked.kind, TileKind::kWarp};
    GpuKernel plain;
    for (const TileKind kind : kinds) {
        GpuKernel form = kernel;
        if (kind == TileKind::kStream) form = with_copied_inputs(plan, std::move(form));
        if (in_registers(kind) && !why_not_in_registers(plan, form, kind).empty()) continue;
        for (const GroupShape& shape : plain_group_shapes(plan, form, kind, asked)) {
            plain = in_registers(kind) ? with_body_shape(plan, compiled, form, shape)
                                       : with_shape(plan, form, shape);
            if (plain.occupancy > 0) return plain;
        }
    }
    return plain;
}

std::optional<ShapedGroup> best_shape(const GpuPlan& plan, const CompiledForms& compiled,
                                      const GpuKernel& kernel, const TileChoice& asked,
                                      ShapeSearch search) {
    using enum TileKind;
    if (!asked.kind) {
        std::optional<ShapedGroup> best;
        for (const TileKind kind : {kBlock, kWarp, kHybrid, kStream}) {
            auto one = best_of_kind(plan, compiled, kernel, kind, asked, search);
            if (one && (!best || one->seconds < best->seconds)) best = std::move(one);
        }
        return best;
    }
    auto best = best_of_kind(plan, compiled, kernel, *asked.kind, asked, search);
    if (best || !in_registers(*asked.kind)) return best;
    best = best_of_kind(plan, compiled, kernel, kWarp, asked, search);
    if (best) best->why_other = why_not(plan, kernel, *asked.kind);
    return best;
}

}  // namespace weft
