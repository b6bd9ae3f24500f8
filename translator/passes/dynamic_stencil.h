// One plan for many frames: radii and offset lists that differ between them become arguments.
//
// A radius is structure: it is a constant of a kernel, which is compiled anew where it changes. Of
// graphs that differ in radii, offset lists and values alone one kernel can serve all. It is
// planned for the most that any of them reads, so that line buffers hold rows enough, and takes the
// reach of a run as an argument. What it makes is the same to the bit: each element reads what the
// run's reach says, and rows that this run does not need are merely there.
#pragma once

#include <optional>

#include "passes/bind.h"
#include "plan/plan.h"
#include "support/result.h"

namespace weft {

/// A bound graph to plan for.
struct RangeGraph {
    BoundGraph graph;
    /// The bound stages of context.graph, where `graph` serves others too: the finished plan takes
    /// their values (with_own_values()).
    std::optional<BoundGraph> own;
};

/// As bind(), but one plan for all graphs of context.range that are like context.graph in
/// everything else; inputs that reach differently far among them have DynamicStencil. The same plan
/// whichever of these graphs asks. Without such others it is bind()'s. Errors: those of bind() for
/// context.graph alone.
Result<RangeGraph> bind_range(const PlanContext& context, const DeviceBounds& device);

/// `plan`, which passes made of bind_range()'s, with the values and the reach of `own`.
CpuPlan with_own_values(CpuPlan plan, const BoundGraph& own);
GpuPlan with_own_values(GpuPlan plan, const BoundGraph& own);

}  // namespace weft
