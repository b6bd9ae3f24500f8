// From stages to rows: which rows each loop reads and writes, and through which line buffers.
#include "passes/cpu/lower/lower.h"

#include <algorithm>
#include <bit>
#include <ranges>
#include <utility>

#include "passes/cpu/cpu_passes.h"
#include "passes/cpu/kernel_outputs.h"
#include "passes/cpu/lower/steps.h"

namespace weft {

namespace {

/// Scans along rows work on a period at a time, and keep a period in memory. One that is longer
/// than the rows need not be: there is no second one. Powers of two, so that pictures of nearly the
/// same size share their kernels.
Kernel with_short_periods(Kernel kernel) {
    for (Loop& loop : kernel.loops)
        if (loop.kind == LoopKind::kHorizontalScan && !loop.is_recurrence()) {
            const auto rows = static_cast<unsigned>(std::max(loop.domain.width(), kVectorFloats));
            loop.restart_period =
                std::min(loop.restart_period, static_cast<int>(std::bit_ceil(rows)));
        }
    return kernel;
}

}  // namespace

Kernel lower_kernel(const CpuPlan& plan, const CpuContext& context, Kernel kernel,
                    const std::set<Id<PlanImage>>& through_line_buffers) {
    kernel = with_stage_loops(std::move(kernel));
    if (!context.any_size) kernel = with_short_periods(std::move(kernel));
    kernel = with_reads(plan, std::move(kernel));
    kernel = with_directions(plan, std::move(kernel));
    const std::set<Id<PlanImage>> in_place =
        written_in_place(plan, context, kernel, through_line_buffers);
    kernel = with_stores(plan, std::move(kernel), in_place);
    kernel = with_line_buffers(plan, context, std::move(kernel));
    kernel = in_order(plan, std::move(kernel));
    return with_writes(plan, std::move(kernel), in_place);
}

CpuPlan lower(CpuPlan plan, const CpuContext& context, Decisions&) {
    // Needs flow from the last kernel to the first, and a kernel's loops depend on its outputs.
    for (const Id<Kernel> k : std::views::reverse(plan.kernels.ids())) {
        plan = with_kernel_outputs(std::move(plan));
        Kernel& kernel = plan.kernels[k];
        kernel = lower_kernel(plan, context, kernel, {});
    }
    return with_kernel_outputs(std::move(plan));
}

}  // namespace weft
