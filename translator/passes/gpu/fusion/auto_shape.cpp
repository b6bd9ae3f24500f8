#include "passes/gpu/fusion/auto_shape.h"

#include <fmt/format.h>

#include <optional>

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

/// A group as the paper sees it, and the shapes that the device can run it in.
class Shaping {
  public:
    Shaping(const GpuPlan& plan, const GpuContext& context, const GpuKernel& kernel)
        : plan_(plan),
          kernel_(with_registers(plan, context, kernel)),
          seen_(auto_members(plan, kernel_)) {}

    /// The shape under a tile; nothing where the device cannot run it.
    std::optional<GroupShape> under(AutoTile tile) const {
        const AutoCost cost = group_cost(plan_.target, seen_.pipeline, seen_.group, tile,
                                         AutoPhase::kFinalTiling, unnested(seen_.group));
        if (!cost.invalid.empty()) return std::nullopt;
        const GroupShape shape = shape_of(tile, cost, kernel_.layout);
        return with_shape(plan_, kernel_, shape).occupancy > 0 ? std::optional(shape)
                                                               : std::nullopt;
    }

    /// The paper's choice for the group, or for another form of it, of tiles under which this one
    /// has a shape.
    AutoChoice cheapest() const { return cheapest_of(seen_); }
    AutoChoice cheapest_of(const AutoMembers& form) const {
        return cheapest_tile(plan_.target, form.pipeline, form.group, AutoPhase::kFinalTiling, {},
                             [&](AutoTile tile) { return under(tile).has_value(); });
    }

  private:
    const GpuPlan& plan_;
    const GpuKernel kernel_;
    const AutoMembers seen_;
};

}  // namespace

AutoChoice auto_choice(const GpuPlan& plan, const GpuContext& context, const GpuKernel& kernel) {
    return Shaping(plan, context, kernel).cheapest();
}

AutoShape auto_shape(const GpuPlan& plan, const GpuContext& context,
                     const std::vector<Id<GpuKernel>>& kernels, GroupForm form) {
    const std::optional<PlanesOfThread> planes = context.choices.tile.planes;
    const GroupResult built = group_kernels(plan, kernels, form, planes);
    if (!built.kernel) return {{}, built.why_not};
    const Shaping shaping(plan, context, *built.kernel);
    if (form != GroupForm::kOverlapping)
        if (const auto apart =
                group_kernels(plan, kernels, GroupForm::kOverlapping, planes).kernel) {
            const AutoChoice choice = shaping.cheapest_of(auto_members(plan, *apart));
            if (choice.cost.invalid.empty()) return {shaping.under(choice.tile), {}};
        }
    const AutoChoice choice = shaping.cheapest();
    if (!choice.cost.invalid.empty())
        return {{},
                fmt::format("none of its tiles is valid, as of {}x{}, {}", choice.tile.x,
                            choice.tile.y, choice.cost.invalid)};
    return {shaping.under(choice.tile), {}};
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
