#include "passes/cpu/kernel_outputs.h"

#include <algorithm>
#include <optional>
#include <ranges>

#include "plan/ranges.h"

namespace weft {

std::set<Id<PlanImage>> overlapping_writes(const CpuPlan& plan, const Kernel& kernel) {
    std::set<Id<PlanImage>> images;
    for (const Rect& tile : tiles(kernel)) {
        const TileRanges ranges = tile_ranges(plan, kernel, tile);
        for (const Id<Loop> l : kernel.loops.ids())
            for (const Write& write : kernel.loops[l].writes) {
                if (write.line_buffer || kernel.loops[l].kind == LoopKind::kStore) continue;
                for (const KernelOutput& output : kernel.outputs)
                    if (output.image == write.image &&
                        ranges.loops[l] != intersect(tile, output.region))
                        images.insert(write.image);
            }
    }
    return images;
}

CpuPlan with_kernel_outputs(CpuPlan plan) {
    // Regions of graph outputs are known; those of buffers follow from later kernels' needs.
    Table<Rect, PlanImage> buffered(plan.images.size());
    for (const Id<Kernel> k : std::views::reverse(plan.kernels.ids())) {
        Kernel& kernel = plan.kernels[k];
        kernel.outputs.clear();
        for (const Id<PlanImage> image : plan.images.ids()) {
            const PlanImage& i = plan.images[image];
            const std::optional<Id<Stage>> producer = i.producer();
            const bool here = producer && std::find(kernel.stages.begin(), kernel.stages.end(),
                                                    *producer) != kernel.stages.end();
            const bool copied =
                i.graph_input() && !i.graph_outputs.empty() && &kernel == &plan.kernels.back();
            if (!here && !copied) continue;
            Rect region = i.is_state() ? plan.stages[*producer].domain : buffered[image];
            for (const Id<GraphOutput> o : i.graph_outputs)
                region = hull(region, plan.output_regions[o]);
            if (!region.empty()) kernel.outputs.push_back({image, region});
        }
        kernel.region = {};
        for (const KernelOutput& output : kernel.outputs)
            kernel.region = hull(kernel.region, output.region);

        const TileRanges ranges = tile_ranges(plan, kernel, kernel.region);
        for (const Id<PlanImage> image : plan.images.ids())
            if (kept(plan, image))
                buffered[image] =
                    hull(buffered[image], region_required(plan, kernel, ranges, image));
        for (const Loop& loop : kernel.loops)
            for (const PictureRead& read : loop.pictures)
                buffered[read.image] = plan.images[read.image].shape.domain;
    }
    return plan;
}

}  // namespace weft
