// Non-temporal stores for pictures larger than the caches.
#include <fmt/format.h>

#include <set>

#include "passes/cpu/cpu_passes.h"

namespace weft {

namespace {

long long bytes_of_planes(const PlanImage& image, const Rect& region, int planes) {
    return region.area() * planes * static_cast<long long>(bytes_of(image.samples));
}

/// What a kernel reads that other kernels have made; only of kernels that keep nothing for others.
long long bytes_kept_before(const CpuPlan& plan, const Kernel& kernel) {
    std::set<Id<PlanImage>> images;
    for (const KernelOutput& output : kernel.outputs)
        if (kept(plan, output.image)) return 0;
    for (const Loop& loop : kernel.loops) {
        for (const Read& read : loop.reads)
            if (!read.line_buffer) images.insert(read.image);
        for (const PictureRead& read : loop.pictures) images.insert(read.image);
    }
    long long bytes = 0;
    for (const Id<PlanImage> image : images)
        if (const KeptInBuffer* const place = kept(plan, image))
            bytes += bytes_of_planes(plan.images[image], plan.images[image].region,
                                     place->one_plane ? 1 : plan.images[image].shape.planes);
    return bytes;
}

}  // namespace

CpuPlan stream(CpuPlan plan, const CpuContext& context, Decisions& decisions) {
    for (Kernel& kernel : plan.kernels) {
        long long bytes = 0;
        for (const KernelOutput& output : kernel.outputs)
            bytes += bytes_of_planes(plan.images[output.image], buffer_region(plan, output),
                                     plan.images[output.image].shape.planes);
        // What the caches hold of it would have to go for the results.
        const long long before = bytes_kept_before(plan, kernel);
        const long long cache = static_cast<long long>(context.target.llc_bytes);
        const bool large = bytes + before > cache / 2;
        // What is compiled for any size stores as it stores there. Rows that are moved are not
        // compiled.
        const auto streams = [&](const Loop& loop) {
            return large && (!context.any_size || loop.kind == LoopKind::kStore);
        };
        bool any = false;
        for (Loop& loop : kernel.loops)
            for (Write& write : loop.writes)
                if (!write.line_buffer) any |= write.non_temporal = streams(loop);
        decisions.add(
            kernel.name,
            fmt::format("{} stores: {:.1f} MB of output{} against {:.1f} MB of cache",
                        any ? "non-temporal" : "ordinary", static_cast<double>(bytes) / (1 << 20),
                        before == 0 ? ""
                                    : fmt::format(", {:.1f} MB of buffers that are read",
                                                  static_cast<double>(before) / (1 << 20)),
                        static_cast<double>(cache) / (1 << 20)));
    }
    return plan;
}

}  // namespace weft
