// The launch order that needs the least memory at once.
#include <fmt/format.h>

#include "passes/gpu/gpu_passes.h"
#include "passes/gpu/lifetimes.h"
#include "passes/gpu/memory_order.h"
#include "support/byte_count.h"

namespace weft {

namespace {

/// Task by task the kernels, piece by piece the pictures.
MemoryGraph memory_graph(const GpuPlan& plan) {
    MemoryGraph graph;
    const auto pieces = [](const std::vector<Id<PlanImage>>& images) {
        std::vector<Id<MemoryPiece>> result;
        for (const Id<PlanImage> image : images) result.emplace_back(image.number());
        return result;
    };
    for (const GpuKernel& kernel : plan.kernels)
        graph.tasks.add({pieces(images_read(kernel)), pieces(kernel.outputs)});
    for (const Id<PlanImage> i : plan.images.ids())
        graph.pieces.add({arena_bytes(plan, i), !plan.images[i].graph_outputs.empty()});
    return graph;
}

}  // namespace

GpuPlan order_kernels(GpuPlan plan, const GpuContext&, Decisions& decisions) {
    const MemoryGraph graph = memory_graph(plan);
    const MemoryOrder order = least_memory_order(graph);
    Table<GpuKernel> kernels;
    for (const Id<MemoryTask> t : order.tasks) kernels.add(plan.kernels[Id<GpuKernel>(t.number())]);
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
