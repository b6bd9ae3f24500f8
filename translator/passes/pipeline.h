// The planner: a list of passes, each a pure function from plan to plan.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "passes/context.h"
#include "plan/verify.h"
#include "support/result.h"

namespace weft {

/// One pass. Required passes lower the plan and cannot be turned off; `off` is then null. Where a
/// pass that is turned off must still leave a well-formed plan, `off` is the plain way to do so.
struct Pass {
    const char* name;
    const char* summary;
    Plan (*run)(Plan, const PlanContext&, Decisions&);
    Plan (*off)(Plan, const PlanContext&, Decisions&);
    bool required;
    PlanPhase leaves;  ///< the rules that hold of the plan after it, run or off
};

/// Told of each pass as it ends: whether it was off, the plan before and after it, and its time.
/// The plan is copied for this, so that planning takes longer.
using PassObserver = std::function<void(const Pass&, bool off, const Plan& before,
                                        const Plan& after, double seconds)>;

/// The lists, in order: for row pipelines on a CPU, and for a GPU.
const std::vector<Pass>& passes();
const std::vector<Pass>& gpu_passes();

/// An error, with the nearest name, unless each of `disabled` names a pass of either list that may
/// be turned off, or is "all".
Status check_pass_names(const std::vector<std::string>& disabled);

/// Runs the list that the context asks for. `disabled` are names of passes of either list, or "all"
/// for every one that may be turned off.
/// Errors: a graph that does not fit its pictures, functors that have not been translated, an
/// unknown or required name among `disabled`, a kernel of which the GPU cannot hold even one warp,
/// kCancelled once context.cancel is set.
Result<Plan> make_plan(const PlanContext& context, const std::vector<std::string>& disabled,
                       const PassObserver& observer = {});

/// make_plan() for the CPU with every pass: context.gpu is not set.
Result<Plan> make_cpu_plan(const PlanContext& context);

}  // namespace weft
