// Thread block minimisation: a fixed number of blocks goes over all elements of a point operation.
#include <fmt/format.h>

#include <algorithm>

#include "passes/gpu/block_choice.h"
#include "passes/gpu/gpu_passes.h"
#include "passes/gpu/kernel_resources.h"

namespace weft {

namespace {

constexpr long long kMaxFlatIndex = 1ll << 31;  // what GpuDivisor divides
constexpr double kLeastGain = 1.01;

bool is_point_operation(const GpuPlan& plan, const GpuKernel& kernel) {
    return kernel.kind == GpuKernelKind::kParallel &&
           std::all_of(kernel.inputs.begin(), kernel.inputs.end(), [&](const GpuInput& input) {
               return input.access != GpuAccess::kShared &&
                      input_of(plan, input.by).at_element_only();
           });
}

}  // namespace

GpuPlan minimise_blocks(GpuPlan plan, const GpuContext& context, Decisions& decisions) {
    for (GpuKernel& kernel : plan.kernels) {
        if (!is_point_operation(plan, kernel)) continue;
        if (kernel.region.area() * kernel.planes >= kMaxFlatIndex) {
            decisions.add(kernel.name, fmt::format("not minimised: {} elements exceed a flat index",
                                                   kernel.region.area() * kernel.planes));
            continue;
        }
        kernel = with_registers(plan, context, std::move(kernel));
        GpuKernel tried = kernel;
        tried.minimised = true;
        const BlockChoice each = best_block(plan, kernel), fixed = best_block(plan, tried);
        const bool pays = fixed.occupancy > 0 && fixed.seconds * kLeastGain < each.seconds;
        decisions.add(
            kernel.name,
            fmt::format("{}: by the model {:.1f} us with a fixed number of blocks, {:.1f} us with "
                        "{:.0f} blocks of {} threads that cost {} clocks each",
                        pays ? "minimised" : "not minimised", fixed.seconds * 1e6,
                        each.seconds * 1e6, KernelWork(plan, kernel).work(each.block).blocks,
                        each.block.threads(), plan.target.block_overhead_cycles));
        if (pays) kernel = std::move(tried);
    }
    return plan;
}

}  // namespace weft
