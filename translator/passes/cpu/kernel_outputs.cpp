#include "passes/cpu/kernel_outputs.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "plan/ranges.h"

namespace weft {

std::set<int> overlapping_writes(const CpuPlan& plan, const Kernel& kernel) {
    std::set<int> images;
    for (const Rect& tile : tiles(kernel)) {
        const TileRanges ranges = tile_ranges(plan, kernel, tile);
        for (std::size_t l = 0; l < kernel.loops.size(); ++l)
            for (const Write& write : kernel.loops[l].writes) {
                if (write.line_buffer >= 0 || kernel.loops[l].kind == LoopKind::kStore) continue;
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
    std::vector<Rect> buffered(plan.images.size());
    for (auto kernel = plan.kernels.rbegin(); kernel != plan.kernels.rend(); ++kernel) {
        kernel->outputs.clear();
        for (std::size_t image = 0; image < plan.images.size(); ++image) {
            const PlanImage& i = plan.images[image];
            const std::optional<int> producer = i.producer();
            const bool here = producer && std::find(kernel->stages.begin(), kernel->stages.end(),
                                                    *producer) != kernel->stages.end();
            const bool copied =
                i.graph_input() && !i.graph_outputs.empty() && kernel == plan.kernels.rbegin();
            if (!here && !copied) continue;
            Rect region = i.is_state() ? plan.stages[*producer].domain : buffered[image];
            for (int o : i.graph_outputs) region = hull(region, plan.output_regions[o]);
            if (!region.empty()) kernel->outputs.push_back({static_cast<int>(image), region});
        }
        kernel->region = {};
        for (const KernelOutput& output : kernel->outputs)
            kernel->region = hull(kernel->region, output.region);

        const TileRanges ranges = tile_ranges(plan, *kernel, kernel->region);
        for (std::size_t image = 0; image < plan.images.size(); ++image)
            if (kept(plan, static_cast<int>(image)))
                buffered[image] = hull(buffered[image], region_required(plan, *kernel, ranges,
                                                                        static_cast<int>(image)));
        for (const Loop& loop : kernel->loops)
            for (const PictureRead& read : loop.pictures)
                buffered[read.image] = plan.images[read.image].shape.domain;
    }
    return plan;
}

}  // namespace weft
