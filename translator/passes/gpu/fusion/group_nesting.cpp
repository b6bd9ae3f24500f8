#include "passes/gpu/fusion/group_nesting.h"

#include <fmt/format.h>

#include <vector>

#include "passes/gpu/fusion/auto_shape.h"
#include "passes/gpu/fusion/group_shape.h"
#include "passes/gpu/kernel_resources.h"

namespace weft {

namespace {

bool fits(const GpuPlan& plan, const GpuContext& context, const GpuKernel& kernel) {
    return with_plain_shape(plan, context.compiled, with_registers(plan, context, kernel),
                            context.choices.tile)
               .occupancy > 0;
}

FormChoice by_trigger(const GpuPlan& plan, const GpuContext& context,
                      const std::vector<Id<GpuKernel>>& kernels) {
    const GroupResult built =
        group_kernels(plan, kernels, GroupForm::kOverlapping, context.choices.tile.planes);
    if (!built.kernel) return {GroupForm::kStageByStage, "nested, for else " + built.why_not};
    if (!fits(plan, context, *built.kernel))
        return {GroupForm::kStageByStage, "nested, for else its tiles do not fit the device"};
    const AutoCost cost = auto_choice(plan, context, *built.kernel).cost;
    if (!cost.invalid.empty())
        return {GroupForm::kOverlapping, "not nested: the paper has no tile for it"};
    const bool nests = wants_nesting(cost);
    return {nests ? GroupForm::kStageByStage : GroupForm::kOverlapping,
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
        case NestedFusion::kStages:
            return {GroupForm::kStageByStage, "nested stage by stage, as asked"};
        case NestedFusion::kAlways: break;
    }
    return {GroupForm::kNested, context.choices.nesting ? "nested, as asked" : "nested"};
}

GroupResult group_as_asked(const GpuPlan& plan, const GpuContext& context,
                           const std::vector<Id<GpuKernel>>& kernels) {
    GroupResult result = group_kernels(plan, kernels, form_of_group(plan, context, kernels).form,
                                       context.choices.tile.planes);
    if (result.kernel && context.choices.borders) result.kernel->borders = *context.choices.borders;
    return result;
}

}  // namespace weft
