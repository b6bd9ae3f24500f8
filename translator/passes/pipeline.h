// The planner: a list of passes for each kind of device, each pass a pure function from plan to
// plan.
#pragma once

#include <string>
#include <vector>

#include "passes/cpu/cpu_pipeline.h"
#include "passes/gpu/gpu_pipeline.h"

namespace weft {

/// An error, with the nearest name, unless each of `disabled` names a pass of either list that may
/// be turned off, or is "all".
Status check_pass_names(const std::vector<std::string>& disabled);

/// Runs the list for the context. `disabled` are names of passes of either list, or "all" for every
/// one that may be turned off.
/// Errors: a graph that does not fit its pictures, functors that have not been translated, an
/// unknown or required name among `disabled`, a kernel of which the GPU cannot hold even one warp,
/// kCancelled once context.cancel is set.
Result<CpuPlan> make_plan(const CpuContext& context, const std::vector<std::string>& disabled,
                          const PassObserver& observer = {});
Result<GpuPlan> make_plan(const GpuContext& context, const std::vector<std::string>& disabled,
                          const PassObserver& observer = {});

}  // namespace weft
