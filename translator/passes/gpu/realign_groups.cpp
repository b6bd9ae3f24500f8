// Realignment in fused kernels: a copy to a tile goes over whole lines of memory, where a warp that
// begins with the halo would touch two lines at a time.
#include <fmt/format.h>

#include "passes/gpu/fusion/group_shape.h"
#include "passes/gpu/gpu_passes.h"
#include "passes/gpu/kernel_work.h"
#include "plan/group_levels.h"
#include "support/integers.h"

namespace weft {

namespace {

/// Why the rows of a copy begin at no one distance from a boundary; "" where they do.
std::string why_not_realigned(const GpuKernel& kernel, const GroupLoop& loop) {
    const GpuGroup& group = kernel.group;
    if (in_registers(group.kind)) return "its lanes keep the elements that they load";
    if (loop.level != kResultsLevel) return "its rows begin elsewhere in each tile";
    if (group.tile_u % kLineFloats != 0)
        return fmt::format("tiles of {} columns begin anywhere", group.tile_u);
    return {};
}

GpuKernel realigned_copy(const GpuPlan& plan, GpuKernel kernel, Id<GroupLoop> l,
                         Decisions& decisions) {
    const GroupLoop& loop = kernel.group.loops[l];
    const GpuInput& input = kernel.inputs[*loop.copies];
    const std::string& picture = plan.images[input.image].name;
    if (const std::string why = why_not_realigned(kernel, loop); !why.empty()) {
        decisions.add(kernel.name, fmt::format("copy of '{}' not realigned: {}", picture, why));
        return kernel;
    }
    const TileExtent extent = loop_extent(kernel.group, kernel.layout, loop,
                                          {kernel.group.piece_u, kernel.group.piece_v});
    const int from = rest_of(
        first_float(plan, kernel, input) + in_uv(loop.halo, kernel.layout).x_first, kLineFloats);
    if (from == 0 && extent.u % kLineFloats == 0) return kernel;
    GpuKernel tried = kernel;
    tried.group.loops[l].from_boundary = from;
    const GpuWork work = group_work(plan, kernel);
    const double before = group_seconds(plan, kernel), after = group_seconds(plan, tried);
    const bool pays = after < before;
    decisions.add(kernel.name,
                  fmt::format("copy of '{}' {}: its rows of {} floats begin {} past a boundary; by "
                              "the model {:.2f} us in whole lines, {} floats, and {:.2f} as they "
                              "lie, bound by {}",
                              picture, pays ? "realigned" : "not realigned", extent.u, from,
                              after * 1e6, columns_gone_over(tried.group.loops[l], extent.u),
                              before * 1e6, bound_by(plan.target, work)));
    return pays ? tried : kernel;
}

}  // namespace

GpuPlan realign_groups(GpuPlan plan, const GpuContext& /*context*/, Decisions& decisions) {
    for (GpuKernel& kernel : plan.kernels) {
        if (kernel.kind != GpuKernelKind::kGroup || kernel.occupancy <= 0) continue;
        for (const Id<GroupLoop> l : kernel.group.loops.ids())
            if (kernel.group.loops[l].copies)
                kernel = realigned_copy(plan, std::move(kernel), l, decisions);
    }
    return plan;
}

}  // namespace weft
