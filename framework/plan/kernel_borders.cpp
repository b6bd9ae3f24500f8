#include "plan/kernel_borders.h"

#include <algorithm>

namespace weft {

bool checks_borders(const GpuPlan& plan, const GpuInput& input) {
    const StageInput& read = input_of(plan, input.by);
    return input.access != GpuAccess::kGlobal && read.freedom != eRandom && !read.is_scaled();
}

Rect inner_elements(const GpuPlan& plan, const GpuKernel& kernel) {
    Rect inner = kernel.region;
    bool any = false;
    for (const GpuInput& input : kernel.inputs) {
        if (!checks_borders(plan, input)) continue;
        const Rect& d = plan.images[input.image].shape.domain;
        const Window& w = input.window;
        const Rect here{d.x0 - w.x_first, d.y0 - w.y_first, d.x1 - w.x_last, d.y1 - w.y_last};
        inner = any ? Rect{std::max(inner.x0, here.x0), std::max(inner.y0, here.y0),
                           std::min(inner.x1, here.x1), std::min(inner.y1, here.y1)}
                    : here;
        any = true;
    }
    return inner;
}

bool meets_borders(const GpuPlan& plan, const GpuKernel& kernel) {
    if (kernel.is_reduction()) return false;  // its region are states
    return !inner_elements(plan, kernel).contains(kernel.region);
}

bool may_tell_borders_apart(const GpuPlan& plan, const GpuKernel& kernel) {
    const bool elements = kernel.kind == GpuKernelKind::kParallel ||
                          (kernel.kind == GpuKernelKind::kScan && kernel.rebuilds);
    return elements && !kernel.minimised && meets_borders(plan, kernel);
}

bool may_tell_warps_apart(const GpuPlan& plan, const GpuKernel& kernel) {
    return kernel.shape.block_u % plan.target.warp_size == 0 &&
           std::none_of(kernel.inputs.begin(), kernel.inputs.end(),
                        [](const GpuInput& i) { return i.access == GpuAccess::kShared; });
}

}  // namespace weft
