// The launch order that needs the least memory at once.
#include <fmt/format.h>

#include "passes/gpu/gpu_passes.h"
#include "passes/gpu/lifetimes.h"
#include "passes/gpu/memory_order.h"
#include "support/byte_count.h"

namespace weft {

namespace {

MemoryGraph memory_graph(const Plan& plan) {
    MemoryGraph graph;
    for (const GpuKernel& kernel : plan.gpu_kernels)
        graph.tasks.push_back({images_read(kernel), kernel.outputs});
    for (const PlanImage& image : plan.images) {
        graph.bytes.push_back(arena_bytes(image));
        graph.kept.push_back(!image.graph_outputs.empty());
    }
    return graph;
}

}  // namespace

Plan order_kernels(Plan plan, const GpuContext&, Decisions& decisions) {
    const MemoryGraph graph = memory_graph(plan);
    const MemoryOrder order = least_memory_order(graph);
    std::vector<GpuKernel> kernels;
    for (int k : order.tasks) kernels.push_back(plan.gpu_kernels[static_cast<std::size_t>(k)]);
    plan.gpu_kernels = std::move(kernels);
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
