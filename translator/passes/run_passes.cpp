#include "passes/run_passes.h"

#include "passes/dynamic_stencil.h"

namespace weft {

Result<Plan> run_passes(const std::vector<Pass>& list, const PlanContext& context,
                        const std::function<bool(const Pass&)>& is_off) {
    Result<RangePlan> bound = bind_range(context);
    if (!bound) return bound.error();
    Plan plan = std::move(bound->plan);
    for (const Pass& pass : list) {
        std::vector<Decision> made;
        Decisions decisions(made, pass.name);
        plan = (is_off(pass) ? pass.off : pass.run)(std::move(plan), context, decisions);
        plan.decisions.insert(plan.decisions.end(), made.begin(), made.end());
        if (context.is_cancelled()) return Error{ErrorKind::kCancelled, "cancelled"};
    }
    if (bound->own) return with_own_values(std::move(plan), *bound->own);
    return plan;
}

}  // namespace weft
