#include "passes/run_passes.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>

#include "passes/dynamic_stencil.h"

namespace weft {

namespace {

#ifdef NDEBUG
constexpr bool kVerify = false;
#else
constexpr bool kVerify = true;
#endif

Status verified(const Plan& plan, const Pass& pass) {
    if (!kVerify) return {};
    const std::string flaw = find_flaw(plan, pass.leaves);
    if (flaw.empty()) return {};
    return Error{ErrorKind::kInternal,
                 fmt::format("the pass '{}' left a plan of '{}' that breaks a rule: {}; please "
                             "report this with the effect",
                             pass.name, plan.name, flaw)};
}

}  // namespace

Result<Plan> run_passes(const std::vector<PassToRun>& list, const PlanContext& context,
                        const PassObserver& observer) {
    Result<RangePlan> bound = bind_range(context);
    if (!bound) return bound.error();
    Plan plan = std::move(bound->plan);
    for (const PassToRun& each : list) {
        std::vector<Decision> made;
        Decisions decisions(made, each.pass->name);
        std::optional<Plan> before;
        if (observer) before = plan;
        const auto start = std::chrono::steady_clock::now();
        plan = each.run(std::move(plan), decisions);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        if (observer) observer(*each.pass, each.off, *before, plan, took.count());
        plan.decisions.insert(plan.decisions.end(), made.begin(), made.end());
        if (Status ok = verified(plan, *each.pass); !ok) return ok.error();
        if (context.is_cancelled()) return Error{ErrorKind::kCancelled, "cancelled"};
    }
    if (bound->own) return with_own_values(std::move(plan), *bound->own);
    return plan;
}

}  // namespace weft
