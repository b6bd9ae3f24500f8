// Realignment: threads are renumbered for the copy to shared memory, so that the first reads from a
// boundary, where a warp that begins elsewhere would pay for every access.
#include <fmt/format.h>

#include <algorithm>

#include "passes/gpu/block_choice.h"
#include "passes/gpu/geometry.h"
#include "passes/gpu/gpu_passes.h"
#include "passes/gpu/kernel_resources.h"
#include "passes/gpu/kernel_work.h"

namespace weft {

namespace {

double best_seconds(const GpuPlan& plan, const GpuKernel& kernel) {
    const BlockChoice choice = best_block(plan, kernel);
    return choice.occupancy > 0 ? choice.seconds : 1e30;
}

bool is_filter(const GpuInput& input) {
    return reach_u(input.window, Layout::kRows) > 0 || reach_v(input.window, Layout::kRows) > 0;
}

/// Realigns what is staged; stages single elements that are read in place where that pays for the
/// realignment. Whether filters are staged is decided already.
GpuKernel realigned(const GpuPlan& plan, GpuKernel kernel, Decisions& decisions) {
    for (const Id<GpuInput> i : kernel.inputs.ids()) {
        const bool was_staged = kernel.inputs[i].access == GpuAccess::kShared;
        if (is_far(input_of(plan, kernel.inputs[i].by))) continue;  // no tile holds what it reads
        if (begins_aligned(plan, kernel, kernel.inputs[i])) continue;
        if (is_filter(kernel.inputs[i]) && !was_staged) continue;
        GpuKernel tried = kernel;
        tried.inputs[i].access = GpuAccess::kShared;
        tried.inputs[i].realigned = true;
        const double before = best_seconds(plan, kernel), after = best_seconds(plan, tried);
        // Renumbering a copy that is made anyway costs nothing.
        const bool pays = was_staged ? after <= before : after < before;
        const std::string& name = plan.images[kernel.inputs[i].image].name;
        decisions.add(
            kernel.name,
            fmt::format("{} {}: its first read of '{}' is off a boundary; by the model "
                        "{:.1f} us instead of {:.1f}",
                        !pays        ? "not realigned"
                        : was_staged ? "realigned"
                                     : "staged and realigned",
                        was_staged ? "copy" : "read in place", name, after * 1e6, before * 1e6));
        if (pays) kernel = std::move(tried);
    }
    return kernel;
}

}  // namespace

GpuPlan realign(GpuPlan plan, const GpuContext& context, Decisions& decisions) {
    int misaligned = 0;
    for (GpuKernel& kernel : plan.kernels) {
        if (kernel.kind != GpuKernelKind::kParallel) continue;
        if (plan.target.pays_for_misalignment) {
            kernel = realigned(plan, with_registers(plan, context, std::move(kernel)), decisions);
            continue;
        }
        misaligned += static_cast<int>(
            std::count_if(kernel.inputs.begin(), kernel.inputs.end(), [&](const GpuInput& input) {
                return input.access == GpuAccess::kShared && !begins_aligned(plan, kernel, input);
            }));
    }
    if (misaligned > 0)
        decisions.add(plan.name,
                      fmt::format("{} copies to shared memory begin off a boundary and stay so: on "
                                  "{} a warp then touches one segment of {} bytes more, and pays "
                                  "for no more",
                                  misaligned, plan.target.name, plan.target.segment_bytes));
    return plan;
}

}  // namespace weft
