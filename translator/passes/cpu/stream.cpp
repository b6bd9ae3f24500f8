// Non-temporal stores for pictures larger than the caches.
#include <fmt/format.h>

#include "passes/cpu/cpu_passes.h"

namespace weft {

CpuPlan stream(CpuPlan plan, const CpuContext& context, Decisions& decisions) {
    for (Kernel& kernel : plan.kernels) {
        long long bytes = 0;
        for (const KernelOutput& output : kernel.outputs)
            bytes += buffer_region(plan, output).area() * plan.images[output.image].shape.planes *
                     static_cast<long long>(bytes_of(plan.images[output.image].samples));
        const long long cache = static_cast<long long>(context.target.llc_bytes);
        const bool large = bytes > cache / 2;
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
            fmt::format("{} stores: {:.1f} MB of output against {:.1f} MB of cache",
                        any ? "non-temporal" : "ordinary", static_cast<double>(bytes) / (1 << 20),
                        static_cast<double>(cache) / (1 << 20)));
    }
    return plan;
}

}  // namespace weft
