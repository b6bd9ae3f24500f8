#include "engine/gpu_figures.h"

#include <algorithm>

#include "models/gpu_time.h"
#include "passes/gpu/block_choice.h"
#include "passes/gpu/fusion/group_work.h"
#include "passes/gpu/geometry.h"
#include "passes/gpu/kernel_work.h"

namespace weft {

double picture_bytes(const GpuPlan& plan, Id<PlanImage> image) {
    return picture_bytes(plan.images[image]);
}

KernelTime modelled_time(const GpuPlan& plan, const GpuKernel& kernel) {
    const GpuTarget& gpu = plan.target;
    const bool grouped = kernel.kind == GpuKernelKind::kGroup;
    const GpuWork work =
        grouped ? group_work(plan, kernel)
                : KernelWork(plan, kernel).work({kernel.shape.block_u, kernel.shape.block_v});
    double time = seconds(gpu, work, waiting(kernel.occupancy));
    // Multiprocessors without a block of a tile stay idle, as where its shape was chosen.
    const double blocks =
        static_cast<double>(kernel.shape.grid_u) * kernel.shape.grid_v * kernel.shape.grid_planes;
    if (grouped || kernel.kind == GpuKernelKind::kAccumulate)
        time *= std::max(1.0, gpu.multiprocessors / blocks);
    return {time, bound_by(gpu, work)};
}

double expected_instructions(const GpuPlan& plan, const GpuKernel& kernel) {
    if (kernel.kind == GpuKernelKind::kGroup) return group_text_instructions(plan, kernel);
    return KernelWork(plan, kernel).text_instructions({kernel.shape.block_u, kernel.shape.block_v});
}

double modelled_seconds(const GpuPlan& plan) {
    double total = 0;
    for (const GpuKernel& kernel : plan.kernels)
        total += modelled_time(plan, kernel).seconds + plan.target.launch_seconds;
    return total;
}

double most_redundancy(const GpuKernel& kernel) {
    double most = 1;
    for (const GroupLoop& loop : kernel.group.loops)
        most = std::max(most, redundancy(kernel, loop));
    return most;
}

}  // namespace weft
