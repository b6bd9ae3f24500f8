#include "passes/gpu/geometry.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/border.h"
#include "plan/group_levels.h"
#include "plan/scan_restarts.h"
#include "support/integers.h"

namespace weft {

namespace {

int cut(int blocks, long long limit, bool& strided) {
    if (blocks <= limit) return std::max(blocks, 1);
    strided = true;
    return static_cast<int>(limit);
}

}  // namespace

int extent_u(const Rect& region, Layout layout) {
    return layout == Layout::kRows ? region.width() : region.height();
}

int extent_v(const Rect& region, Layout layout) {
    return layout == Layout::kRows ? region.height() : region.width();
}

int reach_u(const Window& w, Layout layout) {
    return layout == Layout::kRows ? w.x_last - w.x_first : w.y_last - w.y_first;
}

int reach_v(const Window& w, Layout layout) {
    return layout == Layout::kRows ? w.y_last - w.y_first : w.x_last - w.x_first;
}

bool is_far(const StageInput& read) { return read.freedom == eRandom || read.is_scaled(); }

std::string own_kernel_name(const GpuPlan& plan, Id<Stage> s) {
    return fmt::format("{}.{:02} {}", plan.name, s.number(), plan.stages[s].name);
}

bool is_filter(const GpuPlan& plan, const GpuInput& input) {
    // What is read at another resolution has tiles of another size: it stays in memory.
    if (input_of(plan, input.by).is_scaled()) return false;
    return reach_u(input.window, Layout::kRows) > 0 || reach_v(input.window, Layout::kRows) > 0;
}

const Rect& evaluated_elements(const GpuPlan& plan, const GpuKernel& kernel) {
    if (kernel.kind != GpuKernelKind::kReduce) return kernel.region;
    return plan.stages[kernel.stages.front()].domain;
}

Rect evaluated_elements(const GpuKernel& kernel, const GroupLoop& loop) {
    const Rect r = level_region(kernel.group, loop.level, kernel.region);
    if (!leaves_domain(kernel, loop)) return r;
    if (reads_far_side(loop.border.mode)) return loop.domain;
    const Window w = evaluated_around(kernel, loop);
    return intersect({r.x0 + w.x_first, r.y0 + w.y_first, r.x1 + w.x_last, r.y1 + w.y_last},
                     loop.domain);
}

Window evaluated_around(const Window& halo, const Border& border, const Window& beyond) {
    if (reflects(border.mode))
        return hull(halo,
                    {1 - halo.x_last - 2 * beyond.x_last, -halo.x_first - 1 - 2 * beyond.x_first,
                     1 - halo.y_last - 2 * beyond.y_last, -halo.y_first - 1 - 2 * beyond.y_first});
    if (border.mode == eClamp && !beyond.is_point())
        return hull(halo, {-beyond.x_last, -beyond.x_first, -beyond.y_last, -beyond.y_first});
    return halo;
}

Window evaluated_around(const GpuKernel& kernel, const GroupLoop& loop) {
    const Rect region = level_region(kernel.group, loop.level, kernel.region);
    return evaluated_around(
        loop.halo, loop.border,
        loop.level == kResultsLevel ? Window{} : beyond_domain(region, loop.domain));
}

const Stage* advancing_stage(const GpuPlan& plan, const GpuKernel& kernel) {
    if (kernel.kind != GpuKernelKind::kScan || kernel.rebuilds) return nullptr;
    return &plan.stages[kernel.stages.front()];
}

bool advances_along_u(const GpuPlan& plan, const GpuKernel& kernel) {
    const Stage* stage = advancing_stage(plan, kernel);
    return stage != nullptr && kernel.is_scan_along_u(stage->scan_axis);
}

int restart_periods(const GpuPlan& plan, const GpuKernel& kernel) {
    const Stage* stage = advancing_stage(plan, kernel);
    if (stage == nullptr || stage->is_recurrence()) return 1;
    const bool across = stage->scan_axis == eHorizontal;
    const int origin = across ? stage->domain.x0 : stage->domain.y0;
    const int begin = across ? kernel.region.x0 : kernel.region.y0;
    const int end = across ? kernel.region.x1 : kernel.region.y1;
    const int first = restart_at_or_before(begin, origin, stage->restart_period);
    return divide_up(end - first, stage->restart_period);
}

long long threads_per_segment(const GpuPlan& plan, const GpuKernel& kernel) {
    const long long across = advances_along_u(plan, kernel) ? extent_v(kernel) : extent_u(kernel);
    return across * kernel.planes;
}

GpuShape launch_shape(const GpuPlan& plan, const GpuKernel& kernel, int block_u, int block_v,
                      int blocks) {
    GpuShape shape;
    shape.block_u = block_u;
    shape.block_v = block_v;
    int grid_u = divide_up(extent_u(kernel), block_u * kernel.accumulation.elements_u);
    int grid_v = divide_up(extent_v(kernel), block_v * kernel.accumulation.elements_v);
    int grid_planes = kernel.planes;
    if (kernel.kind == GpuKernelKind::kTranspose) {
        grid_u = divide_up(extent_u(kernel), kTransposeTile);
        grid_v = divide_up(extent_v(kernel), kTransposeTile);
    } else if (kernel.kind == GpuKernelKind::kResult) {
        grid_u = grid_v = 1;
    } else if (kernel.minimised) {
        grid_u = blocks;
        grid_v = grid_planes = 1;
    } else if (advancing_stage(plan, kernel) != nullptr) {
        const int segments =
            kernel.periods_per_thread == 0
                ? 1
                : divide_up(restart_periods(plan, kernel), kernel.periods_per_thread);
        (advances_along_u(plan, kernel) ? grid_u : grid_v) = segments;
    }
    const GpuTarget& target = plan.target;
    shape.grid_u = cut(grid_u, target.max_grid_x, shape.strided);
    shape.grid_v = cut(grid_v, target.max_grid_y, shape.strided);
    shape.grid_planes = cut(grid_planes, target.max_grid_z, shape.strided);
    return shape;
}

}  // namespace weft
