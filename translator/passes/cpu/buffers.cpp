#include "passes/cpu/buffers.h"

#include <algorithm>
#include <optional>

namespace weft {

namespace {

struct BufferLifetime {
    Id<PlanImage> image;
    std::optional<Id<Kernel>> first, last;  // that makes it, that reads it
    std::size_t bytes;
};

/// The first (step -1) or last (step 1) kernel of the plane loop around kernel `k`; `k` where there
/// is none. What is alive in one kernel of the loop for all planes is alive in all of them.
Id<Kernel> end_of_plane_loop(const CpuPlan& plan, Id<Kernel> k, int step) {
    const std::optional<Id<Kernel>> plane_loop = plan.kernels[k].plane_loop;
    const auto joins = [&](Id<Kernel> other) {
        return plan.kernels.has(other) && plan.kernels[other].plane_loop == plane_loop;
    };
    for (Id<Kernel> next(k.number() + step); plane_loop && joins(next);
         next = Id<Kernel>(k.number() + step))
        k = next;
    return k;
}

/// Of all pictures that are kept, in the order in which they begin.
std::vector<BufferLifetime> buffer_lifetimes(const CpuPlan& plan) {
    std::vector<BufferLifetime> result;
    for (const Id<PlanImage> image : plan.images.ids()) {
        const KeptInBuffer* const place = kept(plan, image);
        if (place == nullptr) continue;
        BufferLifetime life{image, {}, {}, 0};
        for (const Id<Kernel> k : plan.kernels.ids()) {
            for (const KernelOutput& output : plan.kernels[k].outputs)
                if (output.image == image) {
                    life.first = k;
                    const PlanImage& i = plan.images[image];
                    life.bytes = buffer_bytes(buffer_region(plan, output),
                                              place->one_plane ? 1 : i.shape.planes, i.samples);
                }
            for (const Loop& loop : plan.kernels[k].loops) {
                for (const Read& read : loop.reads)
                    if (read.image == image) life.last = k;
                for (const PictureRead& read : loop.pictures)
                    if (read.image == image) life.last = k;
            }
        }
        if (!life.first) continue;
        if (!place->one_plane) {
            life.first = end_of_plane_loop(plan, *life.first, -1);
            if (life.last) life.last = end_of_plane_loop(plan, *life.last, 1);
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
    plan.buffers.clear();
    const Id<Kernel> none_is_later(plan.kernels.size());
    Table<std::optional<Id<Kernel>>, Buffer> free_from;  // kernel after which each buffer is free
    for (const BufferLifetime& life : buffer_lifetimes(plan)) {
        KeptInBuffer& place = *kept(plan, life.image);
        const bool own = !share || place.output;
        std::optional<Id<Buffer>> best;
        for (const Id<Buffer> b : plan.buffers.ids()) {
            if (own || free_from[b] >= life.first) continue;
            const auto waste = [&](Id<Buffer> i) {
                const std::size_t bytes = plan.buffers[i].bytes;
                return bytes > life.bytes ? bytes - life.bytes : life.bytes - bytes;
            };
            if (!best || waste(b) < waste(*best)) best = b;
        }
        if (!best) {
            best = plan.buffers.add({});
            free_from.add({});
        }
        Buffer& buffer = plan.buffers[*best];
        buffer.bytes = std::max(buffer.bytes, life.bytes);
        free_from[*best] = own ? none_is_later : life.last;
        place.buffer = best;
    }
    return plan;
}

}  // namespace weft
