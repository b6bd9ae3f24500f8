// Blocks of a fixed size, for any kernel on any target.
#include <algorithm>

#include "models/active_library.h"
#include "passes/gpu/fusion/group_shape.h"
#include "passes/gpu/geometry.h"
#include "passes/gpu/gpu_passes.h"
#include "passes/gpu/kernel_regions.h"
#include "passes/gpu/kernel_resources.h"

namespace weft {

namespace {

constexpr BlockShape kSquares[] = {{16, 16}, {16, 8}, {8, 8}, {8, 4}};
constexpr int kLines[] = {128, 64, 32};  // where a scan, a reduction or a flat index needs one
constexpr BlockShape kTransposition{kTransposeTile, 8};
constexpr int kMinimisedBlocks = 160;

/// The plain blocks that the kernel may have, the largest first.
std::vector<BlockShape> plain_blocks(const GpuPlan& plan, const GpuKernel& kernel) {
    if (kernel.kind == GpuKernelKind::kTranspose) return {kTransposition};
    std::vector<BlockShape> blocks;
    if (!kernel.minimised && !kernel.is_reduction() && advancing_stage(plan, kernel) == nullptr)
        blocks.assign(std::begin(kSquares), std::end(kSquares));
    else
        for (int threads : kLines)
            blocks.push_back(advances_along_u(plan, kernel) ? line_along_v(threads)
                                                            : line_along_u(threads));
    return blocks;
}

/// The largest plain block that can be resident; the smallest where none can.
GpuKernel plain(const GpuPlan& plan, GpuKernel kernel) {
    for (const BlockShape block : plain_blocks(plan, kernel)) {
        kernel.shape = launch_shape(plan, kernel, block.u, block.v, kMinimisedBlocks);
        kernel = with_occupancy(plan, with_tiles(plan, std::move(kernel)));
        if (kernel.occupancy > 0) break;
    }
    return kernel;
}

}  // namespace

GpuPlan plain_shapes(GpuPlan plan, const GpuContext& context, Decisions& decisions) {
    for (GpuKernel& kernel : plan.kernels) {
        if (kernel.kind == GpuKernelKind::kGroup) {
            kernel.borders = context.choices.borders.value_or(BorderScheme::kNaive);
            kernel = with_plain_shape(plan, context.compiled,
                                      with_registers(plan, context, std::move(kernel)),
                                      context.choices.tile);
            continue;
        }
        if (kernel.kind == GpuKernelKind::kAccumulate) continue;  // its block is its tile's
        kernel = plain(plan, with_registers(plan, context, std::move(kernel)));
        const bool stages =
            std::any_of(kernel.inputs.begin(), kernel.inputs.end(),
                        [](const GpuInput& input) { return input.access == GpuAccess::kShared; });
        if (kernel.occupancy <= 0 && stages) {
            decisions.add(kernel.name, "reads in place: its tiles do not fit a plain block");
            for (GpuInput& input : kernel.inputs) input = in_place(plan, kernel, input);
            kernel = plain(plan, std::move(kernel));
        }
        if (context.choices.borders)
            kernel.borders = borders_of(plan, context.compiled, kernel, context.choices).scheme;
    }
    return plan;
}

}  // namespace weft
