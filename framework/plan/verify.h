// What passes may assume of a plan, as a check. The planner runs it after every pass where
// PlanContext::verify asks for it: in `weft check` and differential tests, and where assertions are
// on.
#pragma once

#include <string>

#include "plan/plan.h"

namespace weft {

/// How far a plan has been lowered: which rules hold. Each phase has those of the phases before it.
enum class PlanPhase {
    /// Stages come after all that make what they read; pictures, stages and graph outputs refer to
    /// one another; what is computed of a picture lies within its domain.
    kBound,
    /// Every stage is computed by one kernel, and kernels come after those that make what they
    /// read.
    kKernels,
    /// Of a CPU plan: loops read line buffers that earlier loops fill, padded where taps leave the
    /// domain in x; slots are dense; every kernel output is written once.
    kRows,
    /// Of a CPU plan: line buffers have rows, and tiles cover each kernel's region. Of a GPU plan:
    /// grids reach every element, blocks and tiles of shared memory fit the card, and tiles are
    /// filled before they are read.
    kTiles,
    /// Pictures that are alive at the same time do not overlap in memory.
    kMemory,
};

/// The first rule that `plan` breaks of those that hold in `phase`, as a sentence that names what
/// breaks it; "" where it breaks none. Requires that ids in the plan are within their lists, or -1.
std::string find_flaw(const CpuPlan& plan, PlanPhase phase = PlanPhase::kMemory);
std::string find_flaw(const GpuPlan& plan, PlanPhase phase = PlanPhase::kMemory);
std::string find_flaw(const Plan& plan, PlanPhase phase = PlanPhase::kMemory);

}  // namespace weft
