#include "passes/gpu/fusion/recomputed.h"

#include <algorithm>

#include "passes/gpu/fusion/group_stages.h"
#include "passes/gpu/fusion/kernel_graph.h"

namespace weft {

namespace {

using Group = std::vector<Id<GpuKernel>>;

std::ptrdiff_t groups_with(const Partition& partition, Id<GpuKernel> k) {
    return std::count_if(partition.begin(), partition.end(),
                         [&](const Group& group) { return holds(group, k); });
}

}  // namespace

GpuPlan with_recomputed(GpuPlan plan, const Partition& partition) {
    for (const Id<GpuKernel> k : plan.kernels.ids())
        plan.kernels[k].recomputed = groups_with(partition, k) > 1;
    return plan;
}

std::optional<Id<GpuKernel>> needed_in_memory(const GpuPlan& plan, const Partition& partition) {
    const KernelGraph graph = kernel_graph(plan);
    for (const Id<GpuKernel> k : plan.kernels.ids()) {
        const GpuKernel& kernel = plan.kernels[k];
        if (!kernel.recomputed || groups_with(partition, k) == 0) continue;
        for (const Id<PlanImage> image : kernel.outputs)
            if (!plan.images[image].graph_outputs.empty()) return k;
        for (const Id<GpuKernel> reader : graph.readers[k]) {
            const bool computes_it =
                groups_with(partition, reader) > 0 &&
                std::all_of(partition.begin(), partition.end(), [&](const Group& group) {
                    return !holds(group, reader) || holds(group, k);
                });
            if (!computes_it) return k;
        }
    }
    return std::nullopt;
}

}  // namespace weft
