#include "passes/gpu/lifetimes.h"

#include <algorithm>

namespace weft {

std::size_t arena_bytes(const GpuPlan& plan, int image) {
    const std::size_t bytes = stored_bytes(plan, image);
    return (bytes + kArenaAlignment - 1) / kArenaAlignment * kArenaAlignment;
}

std::vector<int> images_read(const GpuKernel& kernel) {
    std::vector<int> images;
    if (kernel.source >= 0) images.push_back(kernel.source);
    for (const GpuInput& input : kernel.inputs) images.push_back(input.image);
    std::sort(images.begin(), images.end());
    images.erase(std::unique(images.begin(), images.end()), images.end());
    return images;
}

std::vector<Lifetime> lifetimes(const GpuPlan& plan) {
    std::vector<Lifetime> result(plan.images.size());
    const int kernels = static_cast<int>(plan.kernels.size());
    for (int k = 0; k < kernels; ++k) {
        const GpuKernel& kernel = plan.kernels[static_cast<std::size_t>(k)];
        for (int image : kernel.outputs) {
            Lifetime& life = result[static_cast<std::size_t>(image)];
            life.first = life.last = k;
        }
        for (int image : images_read(kernel)) result[static_cast<std::size_t>(image)].last = k;
    }
    for (std::size_t i = 0; i < result.size(); ++i) {
        const PlanImage& image = plan.images[i];
        if (image.graph_input()) result[i].first = -1;
        if (!image.graph_outputs.empty()) result[i].last = kernels;
        const bool untouched = result[i].last < 0;
        if (!untouched) result[i].bytes = arena_bytes(plan, static_cast<int>(i));
    }
    return result;
}

std::size_t peak_bytes(const std::vector<Lifetime>& lifetimes) {
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
