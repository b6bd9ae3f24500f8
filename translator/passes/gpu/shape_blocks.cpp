// The size, shape and count of blocks: equations 1 and 2, and undercutting them.
#include <fmt/format.h>

#include <algorithm>

#include "models/occupancy.h"
#include "passes/gpu/block_choice.h"
#include "passes/gpu/fusion/auto_shape.h"
#include "passes/gpu/fusion/group_copies.h"
#include "passes/gpu/fusion/group_loops.h"
#include "passes/gpu/fusion/group_shape.h"
#include "passes/gpu/fusion/warp_groups.h"
#include "passes/gpu/geometry.h"
#include "passes/gpu/gpu_passes.h"
#include "passes/gpu/kernel_regions.h"
#include "passes/gpu/kernel_resources.h"

namespace weft {

namespace {

std::string shape_text(const GpuPlan& plan, const GpuKernel& kernel) {
    const GpuTarget& target = plan.target;
    const ResidentBlocks resident =
        resident_blocks(target, {kernel.shape.threads(), kernel.registers, kernel.shared_bytes});
    std::string text = fmt::format(
        "{}x{} threads, {:.0f} % occupancy: {} resident blocks by {}; {} registers ({}) allow {} "
        "threads a block",
        kernel.shape.block_u, kernel.shape.block_v, kernel.occupancy * 100, resident.count(),
        resident.limit(), kernel.registers, kernel.compiled ? "compiled" : "estimated",
        max_threads_by_registers(target, kernel.registers));
    if (kernel.shared_bytes > 0)
        text += fmt::format(", {} of {} bytes of shared memory", kernel.shared_bytes,
                            target.max_shared_per_block);
    if (kernel.shape.strided) text += "; the grid is cut to what it may hold";
    return text;
}

GpuKernel shaped_as_found(const GpuPlan& plan, const GpuContext& context, GpuKernel kernel,
                          const FoundGroup& found) {
    kernel.group.kind = found.shape.kind;
    if (found.planes_inside) kernel = with_all_planes(plan, std::move(kernel));
    for (const Id<GpuInput> input : found.copied)
        if (kernel.inputs.has(input)) kernel = with_copied_input(plan, kernel, input);
    if (in_registers(found.shape.kind))
        return with_shape_and_registers(plan, context.compiled, std::move(kernel), found.shape);
    return with_shape(plan, with_registers(plan, context, std::move(kernel)), found.shape);
}

/// What algorithm 2 of paper: warp-tiling asks for, where it can be had.
std::optional<ShapedGroup> shaped_by_warp_costs(const GpuPlan& plan, const GpuContext& context,
                                                GpuKernel kernel) {
    const WarpTilingChoice choice =
        cheapest_warp_shape(plan, context, kernel, context.choices.tile);
    if (!choice.cost.refused.empty()) return {};
    const GroupShape shape = shape_of(kernel, choice.config, plan.target.warp_size);
    if (choice.config.tile.z > 1) kernel = with_all_planes(plan, std::move(kernel));
    kernel.group.kind = TileKind::kWarp;  // a form of its own, whose registers may be known
    GpuKernel shaped =
        in_registers(shape.kind)
            ? with_body_shape(plan, context.compiled, kernel, shape)
            : with_shape(plan, with_registers(plan, context, std::move(kernel)), shape);
    if (shaped.occupancy <= 0) return {};
    const double seconds = group_seconds(plan, shaped);
    return ShapedGroup{std::move(shaped), seconds, "", {}};
}

/// Of dp: algorithm 2's tile where a kind is asked for that it chooses among.
bool takes_algorithm_2(const GpuChoices& choices) {
    const std::optional<TileKind> kind = choices.tile.kind;
    return choices.fusion == FusionStrategy::kDp &&
           (kind == TileKind::kWarp || kind == TileKind::kHybrid);
}

/// What listing 1 of paper: gpu-autoscheduler has for the group, which fuse has shaped so.
std::optional<ShapedGroup> shaped_by_listing_1(const GpuPlan& plan, const GpuKernel& kernel) {
    if (kernel.shape.threads() == 1) return {};
    GpuKernel shaped = with_shape(plan, kernel, shape_of(kernel));
    if (shaped.occupancy <= 0) return {};
    const double seconds = group_seconds(plan, shaped);
    return ShapedGroup{std::move(shaped), seconds, "", {}};
}

/// The best shape, or of dp algorithm 2's, and of auto listing 1's, where that takes less by the
/// model of time.
std::optional<ShapedGroup> best_of_both(const GpuPlan& plan, const GpuContext& context,
                                        const GpuKernel& kernel) {
    const TileChoice& asked = context.choices.tile;
    auto best = best_shape(plan, context.compiled, kernel, asked);
    if (asked.kind) return best;
    std::optional<ShapedGroup> other;
    if (context.choices.fusion == FusionStrategy::kDp)
        other = shaped_by_warp_costs(plan, context, kernel);
    if (context.choices.fusion == FusionStrategy::kAuto) other = shaped_by_listing_1(plan, kernel);
    return other && (!best || other->seconds < best->seconds) ? other : best;
}

/// The best shape; the plain one where none fits, for check_kernels() to name what is wrong.
GpuKernel shaped_group(const GpuPlan& plan, const GpuContext& context, GpuKernel kernel,
                       Decisions& decisions) {
    if (context.choices.borders) {
        kernel.borders = *context.choices.borders;
        kernel = with_registers(plan, context, std::move(kernel));
    }
    if (context.found)
        for (const FoundGroup& group : context.found->groups)
            if (group.stages == kernel.stages)
                return shaped_as_found(plan, context, std::move(kernel), group);
    const TileChoice& asked = context.choices.tile;
    if (takes_algorithm_2(context.choices))
        if (auto shaped = shaped_by_warp_costs(plan, context, kernel))
            return std::move(shaped->kernel);
    if (context.choices.fusion == FusionStrategy::kGreedy)
        if (auto shaped = shaped_by_listing_1(plan, kernel)) return std::move(shaped->kernel);
    auto best = best_of_both(plan, context, kernel);
    if (!best) return with_plain_shape(plan, context.compiled, kernel, asked);
    if (!best->why_other.empty())
        decisions.add(kernel.name,
                      fmt::format("no {} tiles: {}", name_of(*asked.kind), best->why_other));
    return std::move(best->kernel);
}

std::string group_text(const GpuKernel& kernel) {
    const GpuGroup& group = kernel.group;
    double most = 1;
    for (const GroupLoop& loop : group.loops) most = std::max(most, redundancy(kernel, loop));
    std::string text =
        fmt::format("tiles of {}x{} elements by a {}, {:.2f} times computed at most; ",
                    group.tile_u, group.tile_v, team_of(group.kind), most);
    if (group.kind == TileKind::kHybrid)
        text += fmt::format("{} of {} parallelograms {} in registers; ",
                            group.split.parallelograms - group.split.shared_parallelograms,
                            group.split.parallelograms,
                            group.split.along_u ? "along rows" : "across rows");
    if (group.kind == TileKind::kStream)
        text += fmt::format("{} columns a lane, down the rows in registers; ", group.strip.columns);
    return text;
}

/// Of greedy: listing 1's block for a kernel that computes an element a thread.
std::optional<BlockShape> block_by_listing_1(const GpuPlan& plan, const GpuContext& context,
                                             const GpuKernel& kernel) {
    const bool asked = context.choices.fusion == FusionStrategy::kGreedy;
    return asked && kernel.kind == GpuKernelKind::kParallel && !kernel.minimised
               ? auto_block(plan, kernel)
               : std::nullopt;
}

/// The best block for a kernel of one stage.
GpuKernel shaped_alone(const GpuPlan& plan, const GpuContext& context, GpuKernel kernel) {
    if (kernel.kind == GpuKernelKind::kAccumulate) return with_occupancy(plan, std::move(kernel));
    if (const auto block = block_by_listing_1(plan, context, kernel)) {
        kernel.shape = launch_shape(plan, kernel, block->u, block->v, 1);
        return with_occupancy(plan, with_tiles(plan, std::move(kernel)));
    }
    BlockChoice choice = best_block(plan, kernel);
    if (choice.occupancy <= 0) {  // tiles that no longer fit, now that registers are known
        for (GpuInput& input : kernel.inputs) input = in_place(plan, kernel, input);
        choice = best_block(plan, kernel);
    }
    kernel.shape = launch_shape(plan, kernel, choice.block.u, choice.block.v,
                                kernel.minimised ? fixed_blocks(plan, kernel, choice.block) : 1);
    return with_occupancy(plan, with_tiles(plan, std::move(kernel)));
}

/// Tells borders apart as asked, or as the model has it, where the kernel's block can have it.
GpuKernel with_borders(const GpuPlan& plan, const GpuContext& context, const GpuKernel& kernel,
                       Decisions& decisions) {
    if (!somebody_checks(plan, kernel) && kernel.kind != GpuKernelKind::kGroup) return kernel;
    const BorderChoice choice = borders_of(plan, context.compiled, kernel, context.choices);
    decisions.add(kernel.name,
                  fmt::format("borders {}: {}", name_of(choice.scheme), choice.reason));
    if (choice.scheme == kernel.borders) return kernel;
    GpuKernel apart = kernel;
    apart.borders = choice.scheme;
    apart = with_occupancy(plan, with_registers(plan, context, std::move(apart)));
    if (apart.occupancy > 0 || kernel.occupancy <= 0) return apart;
    decisions.add(kernel.name,
                  fmt::format("borders {}, after all: {} registers are too many for "
                              "blocks of {} threads",
                              name_of(kernel.borders), apart.registers, kernel.shape.threads()));
    return kernel;
}

/// Why a kernel of one stage has a plane a thread though all are asked for: what all would save.
std::string planes_text(const GpuPlan& plan, const GpuKernel& kernel) {
    constexpr double kMicroseconds = 1e6;
    const BlockShape block{kernel.shape.block_u, kernel.shape.block_v};
    const KernelWork kernel_work(plan, kernel);
    GpuWork work = kernel_work.work(block);
    const double longer = waiting(kernel.occupancy);
    const double one = seconds(plan.target, work, longer);
    work.instructions -= kernel_work.of_any_plane(block) * (1 - 1.0 / kernel.planes);
    return fmt::format(
        "planes one: a kernel of one stage has no loop over planes; finding an element's place and "
        "borders once for all {} would take it {:.2f} us by the model instead of {:.2f} (bound by "
        "{})",
        kernel.planes, seconds(plan.target, work, longer) * kMicroseconds, one * kMicroseconds,
        bound_by(plan.target, work));
}

bool keeps_one_plane(const GpuContext& context, const GpuKernel& kernel) {
    return context.choices.tile.planes == PlanesOfThread::kAll &&
           kernel.kind == GpuKernelKind::kParallel && !kernel.minimised && kernel.planes > 1 &&
           kernel.occupancy > 0;
}

}  // namespace

GpuPlan shape_blocks(GpuPlan plan, const GpuContext& context, Decisions& decisions) {
    for (GpuKernel& kernel : plan.kernels) {
        kernel = with_registers(plan, context, std::move(kernel));
        const bool grouped = kernel.kind == GpuKernelKind::kGroup;
        kernel = grouped ? shaped_group(plan, context, std::move(kernel), decisions)
                         : shaped_alone(plan, context, std::move(kernel));
        kernel = with_borders(plan, context, kernel, decisions);
        decisions.add(kernel.name, (grouped ? group_text(kernel) : "") + shape_text(plan, kernel));
        if (keeps_one_plane(context, kernel)) decisions.add(kernel.name, planes_text(plan, kernel));
    }
    return plan;
}

}  // namespace weft
