#include "passes/gpu/fusion/warp_groups.h"

#include <algorithm>

#include "models/gpu_time.h"
#include "passes/gpu/fusion/group_dependences.h"
#include "passes/gpu/fusion/group_layout.h"
#include "passes/gpu/geometry.h"
#include "passes/gpu/kernel_resources.h"
#include "passes/stage_operations.h"
#include "plan/group_scaling.h"

namespace weft {

namespace {

/// The stage by itself, as it is compiled before groups are looked for (section 6).
GpuKernel alone(const GpuPlan& plan, const GpuContext& context, Id<Stage> s) {
    const Stage& stage = plan.stages[s];
    GpuKernel kernel;
    kernel.name = own_kernel_name(plan, s);
    kernel.stages = {s};
    kernel.outputs = stage.outputs;
    kernel.inputs.resize(stage.inputs.size());
    return with_registers(plan, context, std::move(kernel));
}

/// Of one thread: the stage's arithmetic, and a clock for each tap that it reads of shared memory;
/// times what its compiled kernel has over what its text lets expect.
double seconds_per_element(const GpuPlan& plan, const Stage& stage, const GpuKernel& kernel) {
    const StageOperations& o = stage.operations;
    return (o.fp + o.integer + o.special + taps_of(plan, stage)) * kernel.instruction_surplus /
           plan.target.clock_hz;
}

WarpTilingStage stage_of(const GpuPlan& plan, const GpuContext& context, const GpuKernel& kernel,
                         const GroupLoop& loop, Id<Stage> s) {
    const GpuKernel own = alone(plan, context, s);
    WarpTilingStage result;
    result.registers = own.registers;
    result.seconds_per_element = seconds_per_element(plan, plan.stages[s], own);
    result.buffered = std::any_of(loop.tiles.begin(), loop.tiles.end(), [&](Id<GroupTile> t) {
        const Id<PlanImage> image = kernel.group.tiles[t].image;
        return plan.images[image].producer() == s;
    });
    return result;
}

/// That the stages evaluate of an element; of stages that differ in them an element is one.
int planes_of_stages(const GpuPlan& plan, const GpuKernel& kernel) {
    const int planes = plan.stages[kernel.stages.front()].planes;
    const bool same = std::all_of(kernel.stages.begin(), kernel.stages.end(),
                                  [&](Id<Stage> s) { return plan.stages[s].planes == planes; });
    return same ? planes : 1;
}

Extent3 step_of(const GpuKernel& kernel) {
    const LevelScaling steps = scaling_of(kernel)[kResultsLevel];
    return {steps.u.step, steps.v.step, 1};
}

}  // namespace

WarpTilingGroup warp_tiling_group(const GpuPlan& plan, const GpuContext& context,
                                  const GpuKernel& kernel) {
    WarpTilingGroup group;
    group.size = {extent_u(kernel), extent_v(kernel), planes_of_stages(plan, kernel)};
    group.step = step_of(kernel);
    const bool rows = kernel.layout == Layout::kRows;
    for (const GroupLoop& loop : kernel.group.loops)
        for (const GroupEvaluation& e : loop.evaluations) {
            group.stages.push_back(stage_of(plan, context, kernel, loop, e.stage));
            for (const Id<StageInput> i : e.reads.ids())
                if (std::holds_alternative<FromMemory>(e.reads[i]))
                    for (const Offset& tap : plan.stages[e.stage].inputs[i].taps)
                        group.loads.push_back({rows ? tap.x : tap.y});
        }
    const Result<AxisExtent> u = extent_along(plan, kernel, true);
    const Result<AxisExtent> v = extent_along(plan, kernel, false);
    if (!u || !v) {
        group.why_not_constant = u ? v.error().message : u.error().message;
        return group;
    }
    for (std::size_t n = 0; n < group.stages.size(); ++n) {
        WarpTilingStage& stage = group.stages[n];
        stage.ratio_x = u->ratio[n];
        stage.ratio_y = v->ratio[n];
        stage.overlap = {u->overlap[n], v->overlap[n], 0};
    }
    return group;
}

WarpTilingChoice cheapest_warp_shape(const GpuPlan& plan, const GpuContext& context,
                                     const GpuKernel& kernel, const TileChoice& asked,
                                     ShapeSearch search) {
    WarpTilingSpace space;
    if (search == ShapeSearch::kUsual) {
        space.tiles = {1, 2, 4, 8, 12, 16, 32};
        space.blocks = {{32, 1, 1}, {32, 2, 1}, {32, 4, 1}, {32, 8, 1},  {64, 1, 1},
                        {64, 2, 1}, {64, 4, 1}, {16, 8, 1}, {16, 16, 1}, {128, 1, 1}};
        space.tenths = {0, 5, 10};
    }
    if (asked.tenths)
        space.tenths = {*asked.tenths};
    else if (asked.kind == TileKind::kHybrid)
        std::erase(space.tenths, 0);
    if (asked.split)
        space.axes = {(*asked.split == eHorizontal) == (kernel.layout == Layout::kRows) ? 0 : 1};
    const bool by_warps = asked.kind == TileKind::kWarp;
    if (by_warps || !why_not_in_registers(plan, kernel, TileKind::kHybrid).empty())
        space.tenths = {0};
    const WarpTilingGroup group = warp_tiling_group(plan, context, kernel);
    if (kernel.group.planes_inside)
        space.planes = {group.size.z};
    else if (asked.planes)
        space.planes = {1};
    return cheapest_warp_tile(plan.target, group, warp_tiling_weights(plan.target), space);
}

GroupShape shape_of(const GpuKernel& kernel, const WarpTilingConfig& config, int warp_size) {
    const int warp_u = std::min(config.block.x, warp_size);
    const int warp_v = std::min(config.block.y, warp_size / warp_u);
    GroupShape shape{TileKind::kWarp, config.block.x, config.block.y, config.tile.x * warp_u,
                     config.tile.y * warp_v};
    shape.transaction_bytes = config.transaction_bytes;
    const Extent3 step = step_of(kernel);
    const int parallelograms =
        config.split_axis == 0 ? config.tile.x / step.x : config.tile.y / step.y;
    const HybridSplit split = split_tile(parallelograms, config.tenths_in_registers);
    if (split.register_tiles() == 0) return shape;
    shape.kind = TileKind::kHybrid;
    shape.split = {config.split_axis == 0, parallelograms, split.shared_tiles};
    return shape;
}

}  // namespace weft
