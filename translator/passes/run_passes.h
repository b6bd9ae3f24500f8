// Passes, and running a list of them.
#pragma once

#include <functional>
#include <vector>

#include "passes/context.h"
#include "passes/dynamic_stencil.h"
#include "plan/plan.h"
#include "plan/verify.h"
#include "support/result.h"

namespace weft {

/// What people are told of a pass. Required ones lower the plan and cannot be turned off.
struct Pass {
    const char* name;
    const char* summary;
    bool required;
    PlanPhase leaves;  ///< the rules that hold of the plan after it, run or off
};

/// A pass from plan to plan: of a CPU's, `P` is CpuPlan and `Context` CpuContext; of a GPU's,
/// GpuPlan and GpuContext. Where one that is turned off must still leave a well-formed plan, `off`
/// is the plain way to do so; it is null of required ones.
template <class P, class Context>
struct PassOf : Pass {
    P (*run)(P, const Context&, Decisions&);
    P (*off)(P, const Context&, Decisions&);
};

/// What stands for a pass that is off and leaves nothing else to do.
template <class P, class Context>
P unchanged(P plan, const Context&, Decisions&) {
    return plan;
}

/// Told of each pass as it ends: whether it was off, the plan before and after it, and its time.
/// The plan is copied for this, so that planning takes longer.
using PassObserver = std::function<void(const Pass&, bool off, const Plan& before,
                                        const Plan& after, double seconds)>;

/// A pass, what it does to a plan of one context, and whether that is what it does when it is off.
template <class P>
struct PassToRun {
    const Pass* pass;
    bool off;
    std::function<P(P, Decisions&)> run;
};

/// Runs the passes in turn, beginning with `plan`, and gives it the values of `own` in the end, if
/// there are any. Errors: kCancelled once context.cancel is set, and kInternal where
/// context.verify is and a pass breaks a rule.
template <class P>
Result<P> run_passes(P plan, const std::vector<PassToRun<P>>& list,
                     const std::optional<BoundGraph>& own, const PlanContext& context,
                     const PassObserver& observer);

extern template Result<CpuPlan> run_passes(CpuPlan, const std::vector<PassToRun<CpuPlan>>&,
                                           const std::optional<BoundGraph>&, const PlanContext&,
                                           const PassObserver&);
extern template Result<GpuPlan> run_passes(GpuPlan, const std::vector<PassToRun<GpuPlan>>&,
                                           const std::optional<BoundGraph>&, const PlanContext&,
                                           const PassObserver&);

/// The passes of a list, and of those that are off what they do then. `context` outlives them.
template <class P, class Context>
std::vector<PassToRun<P>> passes_to_run(const std::vector<PassOf<P, Context>>& list,
                                        const Context& context,
                                        const std::function<bool(const Pass&)>& is_off) {
    std::vector<PassToRun<P>> all;
    for (const PassOf<P, Context>& pass : list) {
        const bool off = is_off(pass);
        all.push_back(
            {&pass, off, [&context, does = off ? pass.off : pass.run](P plan, Decisions& d) {
                 return does(std::move(plan), context, d);
             }});
    }
    return all;
}

}  // namespace weft
