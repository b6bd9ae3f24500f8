// Passes, and running a list of them.
#pragma once

#include <functional>
#include <vector>

#include "passes/context.h"
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

/// A pass of a list whose passes may know Context. Where one that is turned off must still leave a
/// well-formed plan, `off` is the plain way to do so; it is null of required ones.
template <class Context>
struct PassOf : Pass {
    Plan (*run)(Plan, const Context&, Decisions&);
    Plan (*off)(Plan, const Context&, Decisions&);
};

/// What stands for a pass that is off and leaves nothing else to do.
template <class Context>
Plan unchanged(Plan plan, const Context&, Decisions&) {
    return plan;
}

/// Told of each pass as it ends: whether it was off, the plan before and after it, and its time.
/// The plan is copied for this, so that planning takes longer.
using PassObserver = std::function<void(const Pass&, bool off, const Plan& before,
                                        const Plan& after, double seconds)>;

/// A pass, what it does to a plan of one context, and whether that is what it does when it is off.
struct PassToRun {
    const Pass* pass;
    bool off;
    std::function<Plan(Plan, Decisions&)> run;
};

/// Binds the context's graph and runs the passes in turn. Errors: bind_range()'s, kCancelled once
/// context.cancel is set, and kInternal where assertions are on and a pass breaks a rule.
Result<Plan> run_passes(const std::vector<PassToRun>& list, const PlanContext& context,
                        const PassObserver& observer);

/// The same of a list; of passes that are off, what they do then.
template <class Context>
Result<Plan> run_passes(const std::vector<PassOf<Context>>& list, const Context& context,
                        const std::function<bool(const Pass&)>& is_off,
                        const PassObserver& observer = {}) {
    std::vector<PassToRun> all;
    for (const PassOf<Context>& pass : list) {
        const bool off = is_off(pass);
        all.push_back(
            {&pass, off, [&context, does = off ? pass.off : pass.run](Plan plan, Decisions& d) {
                 return does(std::move(plan), context, d);
             }});
    }
    return run_passes(all, context, observer);
}

}  // namespace weft
