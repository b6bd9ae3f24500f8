#include "passes/gpu/fusion/group_nesting.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "models/gpu_autoscheduler.h"
#include "passes/gpu/fusion/auto_stages.h"
#include "passes/gpu/fusion/group_shape.h"
#include "passes/gpu/kernel_resources.h"

namespace weft {

namespace {

/// Whether the stage is computed within its readers' threads: it has no tile, and is no output.
bool is_value(const GpuPlan& plan, const GpuKernel& kernel, Id<Stage> stage) {
    for (const Id<PlanImage> image : plan.stages[stage].outputs) {
        const auto is_tile = [&](const GroupTile& tile) { return tile.image == image; };
        if (std::any_of(kernel.group.tiles.begin(), kernel.group.tiles.end(), is_tile) ||
            std::find(kernel.outputs.begin(), kernel.outputs.end(), image) != kernel.outputs.end())
            return false;
    }
    return true;
}

/// The paper's cost of the group under its own cheapest tile, overlapping: stages that stay in the
/// thread even so are inlined first.
AutoCost overlapping_cost(const GpuPlan& plan, const GpuKernel& kernel) {
    AutoPipeline pipeline = auto_pipeline(plan);
    AutoGroup group;
    for (const Id<Stage> s : kernel.stages) group.members.push_back(s.number());
    for (std::size_t m = kernel.stages.size(); m-- > 0;) {
        if (!is_value(plan, kernel, kernel.stages[m])) continue;
        const int stage = kernel.stages[m].number();
        pipeline = inline_stage(std::move(pipeline), stage);
        std::erase(group.members, stage);
        for (int& member : group.members) member -= member > stage;
    }
    return cheapest_tile(plan.target, pipeline, group, AutoPhase::kFinalTiling).cost;
}

bool fits(const GpuPlan& plan, const GpuContext& context, const GpuKernel& kernel) {
    return with_plain_shape(plan, context.compiled, with_registers(plan, context, kernel),
                            context.choices.tile)
               .occupancy > 0;
}

FormChoice by_trigger(const GpuPlan& plan, const GpuContext& context,
                      const std::vector<Id<GpuKernel>>& kernels) {
    const GroupResult built = group_kernels(plan, kernels, GroupForm::kOverlapping);
    if (!built.kernel) return {GroupForm::kNested, "nested, for else " + built.why_not};
    if (!fits(plan, context, *built.kernel))
        return {GroupForm::kNested, "nested, for else its tiles do not fit the device"};
    const AutoCost cost = overlapping_cost(plan, *built.kernel);
    if (!cost.invalid.empty())
        return {GroupForm::kOverlapping, "not nested: by the paper " + cost.invalid};
    const bool nests = wants_nesting(cost);
    return {nests ? GroupForm::kNested : GroupForm::kOverlapping,
            fmt::format("{}: without nesting the paper's tile takes {} bytes of shared memory and "
                        "{} threads a block at {:.0f} % occupancy, {} 32768, 900 or 30 %",
                        nests ? "nested" : "not nested", cost.shared_bytes, cost.threads(),
                        cost.occupancy * 100, nests ? "beyond" : "none of them beyond")};
}

}  // namespace

FormChoice form_of_group(const GpuPlan& plan, const GpuContext& context,
                         const std::vector<Id<GpuKernel>>& kernels) {
    switch (nesting_of(context.choices)) {
        case NestedFusion::kNever: return {GroupForm::kOverlapping, "not nested, as asked"};
        case NestedFusion::kAuto: return by_trigger(plan, context, kernels);
        case NestedFusion::kAlways: break;
    }
    return {GroupForm::kNested, context.choices.nesting ? "nested, as asked" : "nested"};
}

GroupResult group_as_asked(const GpuPlan& plan, const GpuContext& context,
                           const std::vector<Id<GpuKernel>>& kernels) {
    GroupResult result = group_kernels(plan, kernels, form_of_group(plan, context, kernels).form);
    if (result.kernel && context.choices.borders) result.kernel->borders = *context.choices.borders;
    return result;
}

}  // namespace weft
