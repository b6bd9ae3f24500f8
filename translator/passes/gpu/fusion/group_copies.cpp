#include "passes/gpu/fusion/group_copies.h"

#include <algorithm>
#include <set>

#include "passes/gpu/geometry.h"

namespace weft {

namespace {

bool reads_any(const GpuGroup& group, const GroupLoop& loop, const std::set<int>& tiles) {
    for (const GroupEvaluation& e : loop.evaluations)
        for (const GroupRead& r : e.reads)
            if (r.from == GroupRead::From::kTile && tiles.count(r.index) > 0) return true;
    return &loop == &group.loops.back() &&
           std::any_of(group.stores.begin(), group.stores.end(),
                       [&](const GroupStore& store) { return tiles.count(store.tile) > 0; });
}

}  // namespace

GpuGroup with_barriers(GpuGroup group) {
    std::set<int> written;  // since the last barrier
    for (GroupLoop& loop : group.loops) {
        loop.barrier_before = reads_any(group, loop, written);
        if (loop.barrier_before) written.clear();
        written.insert(loop.tiles.begin(), loop.tiles.end());
    }
    return group;
}

GpuKernel with_copied_input(const Plan& plan, GpuKernel kernel, int input) {
    GpuGroup& group = kernel.group;
    const GpuInput& in = kernel.inputs[static_cast<std::size_t>(input)];
    const PlanImage& image = plan.images[static_cast<std::size_t>(in.image)];
    GroupTile tile;
    tile.image = in.image;
    tile.border = plan.stages[static_cast<std::size_t>(in.stage)]
                      .inputs[static_cast<std::size_t>(in.input)]
                      .border;
    tile.planes = group.planes_inside ? image.shape.planes : 1;
    const int index = static_cast<int>(group.tiles.size());
    bool any = false;
    for (GroupLoop& loop : group.loops) {
        const bool far = loop.border.mode == eRepeat && !loop.halo.is_point();
        if (far && (tile.border.mode != eRepeat || image.shape.domain != loop.domain)) continue;
        for (GroupEvaluation& e : loop.evaluations)
            for (std::size_t i = 0; i < e.reads.size(); ++i) {
                if (e.reads[i] != GroupRead{GroupRead::From::kMemory, input}) continue;
                const StageInput& read = plan.stages[static_cast<std::size_t>(e.stage)].inputs[i];
                const Window window =
                    sum(evaluated_around(loop.halo, loop.border), window_of(read.taps));
                tile.halo = any ? hull(tile.halo, window) : window;
                e.reads[i] = {GroupRead::From::kTile, index};
                any = true;
            }
    }
    if (!any) return kernel;
    GroupLoop copy;
    copy.copies = input;
    copy.halo = tile.halo;
    copy.domain = image.shape.domain;
    copy.border = tile.border;
    copy.tiles = {index};
    group.tiles.push_back(tile);
    group.loops.insert(group.loops.begin(), std::move(copy));
    group = with_barriers(std::move(group));
    return kernel;
}

GpuKernel with_copied_inputs(const Plan& plan, GpuKernel kernel) {
    for (int i = 0; i < static_cast<int>(kernel.inputs.size()); ++i)
        kernel = with_copied_input(plan, std::move(kernel), i);
    return kernel;
}

}  // namespace weft
