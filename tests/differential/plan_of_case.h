// What compare_devices() runs for a case of the device simt, to see what a test's cases cover.
#pragma once

#include "engine/differential.h"
#include "graph/regions.h"
#include "passes/pipeline.h"

namespace weft::test {

/// The plan of a case that keeps the graph's borders, made as the checker makes it: of estimates,
/// without a compiler. An empty one where the case's region lies outside a result.
inline GpuPlan plan_of(Graph graph, const Library& library, const DifferentialCase& c) {
    if (c.unbounded) graph.intermediates = Intermediates::kUnbounded;
    GpuContext context{
        {.graph = graph,
         .library = library,
         .inputs = usual_input_shapes(graph, library, c.domain, c.planes),
         .regions = std::vector<Rect>(c.region.empty() ? 0 : graph.outputs.size(), c.region),
         .planar_inputs = {},
         .planar_outputs = {}},
        *find_gpu_target(c.target)};
    context.choices = c.gpu;
    Result<GpuPlan> plan = make_plan(context, c.disabled);
    return plan ? *std::move(plan) : GpuPlan{};
}

}  // namespace weft::test
