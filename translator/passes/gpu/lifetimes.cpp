#include "passes/gpu/lifetimes.h"

#include <algorithm>

namespace weft {

std::size_t arena_bytes(const GpuPlan& plan, Id<PlanImage> image) {
    const std::size_t bytes = stored_bytes(plan, image);
    return (bytes + kArenaAlignment - 1) / kArenaAlignment * kArenaAlignment;
}

std::vector<Id<PlanImage>> images_read(const GpuKernel& kernel) {
    std::vector<Id<PlanImage>> images;
    if (kernel.source) images.push_back(*kernel.source);
    for (const GpuInput& input : kernel.inputs) images.push_back(input.image);
    std::sort(images.begin(), images.end());
    images.erase(std::unique(images.begin(), images.end()), images.end());
    return images;
}

Table<Lifetime, PlanImage> lifetimes(const GpuPlan& plan) {
    Table<Lifetime, PlanImage> result(plan.images.size());
    const int kernels = static_cast<int>(plan.kernels.size());
    for (int k = 0; k < kernels; ++k) {
        const GpuKernel& kernel = plan.kernels[Id<GpuKernel>(k)];
        for (const Id<PlanImage> image : kernel.outputs) {
            Lifetime& life = result[image];
            life.first = life.last = k;
        }
        for (const Id<PlanImage> image : images_read(kernel)) result[image].last = k;
    }
    for (const Id<PlanImage> i : result.ids()) {
        const PlanImage& image = plan.images[i];
        if (image.graph_input()) result[i].first = -1;
        if (!image.graph_outputs.empty()) result[i].last = kernels;
        const bool untouched = result[i].last < 0;
        if (!untouched) result[i].bytes = arena_bytes(plan, i);
    }
    return result;
}

std::size_t peak_bytes(const Table<Lifetime, PlanImage>& lifetimes) {
    int last = -1;
    for (const Lifetime& life : lifetimes) last = std::max(last, life.last);
    std::size_t peak = 0;
    for (int k = -1; k <= last; ++k) {
        std::size_t alive = 0;
        for (const Lifetime& life : lifetimes)
            if (life.first <= k && k <= life.last) alive += life.bytes;
        peak = std::max(peak, alive);
    }
    return peak;
}

}  // namespace weft
