// Realignment: threads are renumbered for the copy to shared memory, so that the first reads from a
// boundary, where a warp that begins elsewhere would touch two lines, or pay for every access.
#include <fmt/format.h>

#include <algorithm>

#include "passes/gpu/block_choice.h"
#include "passes/gpu/geometry.h"
#include "passes/gpu/gpu_passes.h"
#include "passes/gpu/kernel_resources.h"
#include "passes/gpu/kernel_work.h"

namespace weft {

namespace {

/// A gain that the model can tell.
constexpr double kLeastGain = 1.01;

/// Whether an access of a warp that begins off a boundary can cost a device more: where it caches
/// reads a second line, on the first devices a segment for each thread. (Paper: active-library, 5:
/// on compute capability 1.2 and 1.3, which have segments and no cache, realigning gained nothing.)
bool may_pay(const GpuTarget& target) {
    return target.pays_for_misalignment || target.l2_bytes > 0;
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
        const BlockChoice before = best_block(plan, kernel), after = best_block(plan, tried);
        const bool pays = after.occupancy > 0 && after.seconds * kLeastGain < before.seconds;
        const std::string& name = plan.images[kernel.inputs[i].image].name;
        decisions.add(kernel.name,
                      fmt::format("{} {}: its first read of '{}' is off a boundary; by the model "
                                  "{:.2f} us (bound by {}) instead of {:.2f} (bound by {})",
                                  !pays        ? "not realigned"
                                  : was_staged ? "realigned"
                                               : "staged and realigned",
                                  was_staged ? "copy" : "read in place", name, after.seconds * 1e6,
                                  after.bound, before.seconds * 1e6, before.bound));
        if (pays) kernel = std::move(tried);
    }
    return kernel;
}

}  // namespace

GpuPlan realign(GpuPlan plan, const GpuContext& context, Decisions& decisions) {
    int misaligned = 0;
    for (GpuKernel& kernel : plan.kernels) {
        if (kernel.kind != GpuKernelKind::kParallel) continue;
        if (may_pay(plan.target)) {
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
                                  "{}, as the paper measured, a segment of {} bytes more for a "
                                  "warp costs less than renumbering",
                                  misaligned, plan.target.name, plan.target.segment_bytes));
    return plan;
}

}  // namespace weft
