#include "passes/gpu/fusion/auto_shape.h"

#include <fmt/format.h>

#include <functional>

#include "passes/gpu/fusion/auto_stages.h"
#include "passes/gpu/fusion/group_shape.h"
#include "passes/gpu/kernel_resources.h"

namespace weft {

namespace {

/// A block that has a thread for each element along an axis of the stage that has most.
GroupShape shape_of(AutoTile tile, const AutoCost& cost, Layout layout) {
    const bool rows = layout == Layout::kRows;
    GroupShape shape;
    shape.block_u = rows ? cost.block_x : cost.block_y;
    shape.block_v = rows ? cost.block_y : cost.block_x;
    shape.tile_u = rows ? tile.x : tile.y;
    shape.tile_v = rows ? tile.y : tile.x;
    return shape;
}

/// The shape that a group has under a tile; nothing where the device cannot run it.
using ShapeUnder = std::function<std::optional<GroupShape>(AutoTile)>;

ShapeUnder shapes_of(const GpuPlan& plan, const GpuKernel& kernel) {
    return [&plan, kernel,
            seen = auto_members(plan, kernel)](AutoTile tile) -> std::optional<GroupShape> {
        const AutoCost cost = group_cost(plan.target, seen.pipeline, seen.group, tile,
                                         AutoPhase::kFinalTiling, unnested(seen.group));
        if (!cost.invalid.empty()) return std::nullopt;
        const GroupShape shape = shape_of(tile, cost, kernel.layout);
        return with_shape(plan, kernel, shape).occupancy > 0 ? std::optional(shape) : std::nullopt;
    };
}

/// The paper's choice for a group, of tiles under which the kernel has a shape.
AutoChoice cheapest_under(const GpuPlan& plan, const GpuKernel& kernel, const ShapeUnder& shape) {
    const AutoMembers seen = auto_members(plan, kernel);
    return cheapest_tile(plan.target, seen.pipeline, seen.group, AutoPhase::kFinalTiling, {},
                         [&](AutoTile tile) { return shape(tile).has_value(); });
}

}  // namespace

AutoChoice auto_choice(const GpuPlan& plan, const GpuContext& context, const GpuKernel& kernel) {
    return cheapest_under(plan, kernel, shapes_of(plan, with_registers(plan, context, kernel)));
}

AutoShape auto_shape(const GpuPlan& plan, const GpuContext& context,
                     const std::vector<Id<GpuKernel>>& kernels, GroupForm form) {
    const std::optional<PlanesOfThread> planes = context.choices.tile.planes;
    const GroupResult built = group_kernels(plan, kernels, form, planes);
    if (!built.kernel) return {{}, built.why_not};
    const ShapeUnder shape = shapes_of(plan, with_registers(plan, context, *built.kernel));
    if (form != GroupForm::kOverlapping)
        if (const auto apart =
                group_kernels(plan, kernels, GroupForm::kOverlapping, planes).kernel) {
            const AutoChoice choice = cheapest_under(plan, *apart, shape);
            if (choice.cost.invalid.empty()) return {shape(choice.tile), {}};
        }
    const AutoChoice choice = cheapest_under(plan, *built.kernel, shape);
    if (!choice.cost.invalid.empty())
        return {{},
                fmt::format("none of its tiles is valid, as of {}x{}, {}", choice.tile.x,
                            choice.tile.y, choice.cost.invalid)};
    return {shape(choice.tile), {}};
}

std::optional<BlockShape> auto_block(const GpuPlan& plan, const GpuKernel& kernel) {
    const auto block_of = [&](AutoTile tile) {
        return kernel.layout == Layout::kRows ? BlockShape{tile.x, tile.y}
                                              : BlockShape{tile.y, tile.x};
    };
    const auto can_run = [&](AutoTile tile) {
        GpuKernel tried = kernel;
        tried.shape.block_u = block_of(tile).u;
        tried.shape.block_v = block_of(tile).v;
        return with_occupancy(plan, with_tiles(plan, std::move(tried))).occupancy > 0;
    };
    const AutoChoice choice =
        cheapest_tile(plan.target, auto_pipeline(plan), {{kernel.stages.front().number()}},
                      AutoPhase::kFinalTiling, {}, can_run);
    return choice.cost.invalid.empty() ? std::optional(block_of(choice.tile)) : std::nullopt;
}

}  // namespace weft
