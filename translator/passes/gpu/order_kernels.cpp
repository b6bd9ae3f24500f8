// The launch order that needs the least memory at once.
#include <fmt/format.h>

#include "passes/gpu/gpu_passes.h"
#include "passes/gpu/lifetimes.h"
#include "passes/gpu/memory_order.h"
#include "support/byte_count.h"

namespace weft {

namespace {

MemoryGraph memory_graph(const GpuPlan& plan) {
    MemoryGraph graph;
    for (const GpuKernel& kernel : plan.kernels)
        graph.tasks.push_back({images_read(kernel), kernel.outputs});
    for (int i = 0; i < static_cast<int>(plan.images.size()); ++i) {
        graph.bytes.push_back(arena_bytes(plan, i));
        graph.live_out.push_back(!image_of(plan, i).graph_outputs.empty());
    }
    return graph;
}

}  // namespace

GpuPlan order_kernels(GpuPlan plan, const GpuContext&, Decisions& decisions) {
    const MemoryGraph graph = memory_graph(plan);
    const MemoryOrder order = least_memory_order(graph);
    std::vector<GpuKernel> kernels;
    for (int k : order.tasks) kernels.push_back(plan.kernels[static_cast<std::size_t>(k)]);
    plan.kernels = std::move(kernels);
    plan.peak_bytes = order.peak;
    decisions.add(
        plan.name,
        fmt::format("{:.1f} MB alive at once, {}; depth first would need {:.1f} MB ({} "
                    "sets of kernels looked at)",
                    megabytes(order.peak),
                    order.optimal ? "the least of all orders" : "the least that was found",
                    megabytes(order.depth_first_peak), order.states));
    return plan;
}

}  // namespace weft
