#include "plan/gpu_plan.h"

#include <algorithm>

namespace weft {

bool is_stored(const GpuPlan& plan, Id<PlanImage> image) {
    if (!plan.images[image].producer()) return true;
    return std::any_of(plan.kernels.begin(), plan.kernels.end(), [&](const GpuKernel& kernel) {
        return std::find(kernel.outputs.begin(), kernel.outputs.end(), image) !=
               kernel.outputs.end();
    });
}

}  // namespace weft
