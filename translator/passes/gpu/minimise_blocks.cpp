// Thread block minimisation: a fixed number of blocks goes over all elements of a point operation.
// What it saves is what each block costs to start; what it costs is a longer way to the loop, and a
// flat index that is carried on from element to element.
#include <fmt/format.h>

#include <algorithm>

#include "passes/gpu/block_choice.h"
#include "passes/gpu/gpu_passes.h"
#include "passes/gpu/kernel_resources.h"

namespace weft {

namespace {

constexpr long long kMaxFlatIndex = 1ll << 31;  // what GpuDivisor divides

bool is_point_operation(const GpuPlan& plan, const GpuKernel& kernel) {
    return kernel.kind == GpuKernelKind::kParallel &&
           std::all_of(kernel.inputs.begin(), kernel.inputs.end(), [&](const GpuInput& input) {
               return input.access != GpuAccess::kShared &&
                      input_of(plan, input.by).at_element_only();
           });
}

/// Instructions that an element takes.
double each_element(const GpuPlan& plan, const GpuKernel& kernel, BlockShape block) {
    const GpuWork work = KernelWork(plan, kernel).work(block);
    const double before = kernel.minimised ? work.blocks * block.threads() * kFlatSetUp : 0;
    const double elements = static_cast<double>(kernel.region.area()) * kernel.planes;
    return (issued_instructions(plan.target, work) - before) / elements;
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
        const bool pays = fixed.occupancy > 0 && fixed.seconds < each.seconds;
        decisions.add(
            kernel.name,
            fmt::format("{}: by the model {:.2f} us with {} blocks of {} threads, which run {:.0f} "
                        "instructions before their loop and {:.0f} for each element, bound by {}; "
                        "{:.2f} us with {:.0f} of {}, which run {:.0f} and cost {} clocks each, "
                        "bound by {}",
                        pays ? "minimised" : "not minimised", fixed.seconds * 1e6,
                        fixed_blocks(plan, tried, fixed.block), fixed.block.threads(), kFlatSetUp,
                        each_element(plan, tried, fixed.block), fixed.bound, each.seconds * 1e6,
                        KernelWork(plan, kernel).work(each.block).blocks, each.block.threads(),
                        each_element(plan, kernel, each.block), plan.target.block_overhead_cycles,
                        each.bound));
        if (pays) kernel = std::move(tried);
    }
    return plan;
}

}  // namespace weft
