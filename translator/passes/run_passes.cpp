#include "passes/run_passes.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>

namespace weft {

namespace {

template <class P>
Status verified(const P& plan, const Pass& pass) {
    const std::string flaw = find_flaw(plan, pass.leaves);
    if (flaw.empty()) return {};
    return Error{ErrorKind::kInternal,
                 fmt::format("the pass '{}' left a plan of '{}' that breaks a rule: {}; please "
                             "report this with the effect",
                             pass.name, plan.name, flaw)};
}

}  // namespace

template <class P>
Result<P> run_passes(P plan, const std::vector<PassToRun<P>>& list,
                     const std::optional<BoundGraph>& own, const PlanContext& context,
                     const PassObserver& observer) {
    for (const PassToRun<P>& each : list) {
        std::vector<Decision> made;
        Decisions decisions(made, each.pass->name);
        std::optional<Plan> before;
        if (observer) before = plan;
        const auto start = std::chrono::steady_clock::now();
        plan = each.run(std::move(plan), decisions);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        if (observer) observer(*each.pass, each.off, *before, plan, took.count());
        plan.decisions.insert(plan.decisions.end(), made.begin(), made.end());
        if (context.verify)
            if (Status ok = verified(plan, *each.pass); !ok) return ok.error();
        if (context.is_cancelled()) return Error{ErrorKind::kCancelled, "cancelled"};
    }
    if (own) return with_own_values(std::move(plan), *own);
    return plan;
}

template Result<CpuPlan> run_passes(CpuPlan, const std::vector<PassToRun<CpuPlan>>&,
                                    const std::optional<BoundGraph>&, const PlanContext&,
                                    const PassObserver&);
template Result<GpuPlan> run_passes(GpuPlan, const std::vector<PassToRun<GpuPlan>>&,
                                    const std::optional<BoundGraph>&, const PlanContext&,
                                    const PassObserver&);

}  // namespace weft
