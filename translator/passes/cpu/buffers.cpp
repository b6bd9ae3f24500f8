#include "passes/cpu/buffers.h"

#include <algorithm>

namespace weft {

namespace {

struct BufferLifetime {
    int image, first, last;  // kernels
    std::size_t bytes;
};

/// The first (step -1) or last (step 1) kernel of the plane loop around kernel `k`; `k` where there
/// is none. What is alive in one kernel of the loop for all planes is alive in all of them.
int end_of_plane_loop(const CpuPlan& plan, int k, int step) {
    const auto plane_loop = [&](int i) { return plan.kernels[i].plane_loop; };
    const int count = static_cast<int>(plan.kernels.size());
    while (plane_loop(k) >= 0 && k + step >= 0 && k + step < count &&
           plane_loop(k + step) == plane_loop(k))
        k += step;
    return k;
}

/// Of all pictures that are kept, in the order in which they begin.
std::vector<BufferLifetime> buffer_lifetimes(const CpuPlan& plan) {
    std::vector<BufferLifetime> result;
    for (int image = 0; image < static_cast<int>(plan.images.size()); ++image) {
        const KeptInBuffer* const place = kept(plan, image);
        if (place == nullptr) continue;
        BufferLifetime life{image, -1, -1, 0};
        for (int k = 0; k < static_cast<int>(plan.kernels.size()); ++k) {
            for (const KernelOutput& output : plan.kernels[k].outputs)
                if (output.image == image) {
                    life.first = k;
                    const PlanImage& i = plan.images[image];
                    life.bytes = buffer_bytes(buffer_region(plan, output),
                                              place->one_plane ? 1 : i.shape.planes, i.samples);
                }
            for (const Loop& loop : plan.kernels[k].loops) {
                for (const Read& read : loop.reads)
                    if (read.image == image) life.last = std::max(life.last, k);
                for (const PictureRead& read : loop.pictures)
                    if (read.image == image) life.last = std::max(life.last, k);
            }
        }
        if (life.first < 0) continue;
        if (!place->one_plane) {
            life.first = end_of_plane_loop(plan, life.first, -1);
            if (life.last >= 0) life.last = end_of_plane_loop(plan, life.last, 1);
        }
        result.push_back(life);
    }
    std::stable_sort(
        result.begin(), result.end(),
        [](const BufferLifetime& a, const BufferLifetime& b) { return a.first < b.first; });
    return result;
}

}  // namespace

CpuPlan with_buffers(CpuPlan plan, bool share) {
    plan.buffer_bytes.clear();
    std::vector<int> free_from;  // kernel after which each buffer is free
    for (const BufferLifetime& life : buffer_lifetimes(plan)) {
        KeptInBuffer& place = *kept(plan, life.image);
        const bool own = !share || place.output;
        int best = -1;
        for (int b = 0; !own && b < static_cast<int>(free_from.size()); ++b) {
            if (free_from[b] >= life.first) continue;
            const auto waste = [&](int i) {
                return plan.buffer_bytes[i] > life.bytes ? plan.buffer_bytes[i] - life.bytes
                                                         : life.bytes - plan.buffer_bytes[i];
            };
            if (best < 0 || waste(b) < waste(best)) best = b;
        }
        if (best < 0) {
            best = static_cast<int>(free_from.size());
            free_from.push_back(-1);
            plan.buffer_bytes.push_back(0);
        }
        plan.buffer_bytes[best] = std::max(plan.buffer_bytes[best], life.bytes);
        free_from[best] = own ? static_cast<int>(plan.kernels.size()) : life.last;
        place.buffer = best;
    }
    return plan;
}

}  // namespace weft
