// What compare_devices() runs for a case of the device simt, to see what a test's cases cover.
#pragma once

#include "differential/compiler_fixture.h"
#include "engine/differential.h"
#include "engine/engine.h"

namespace weft::test {

/// The plan of a case that keeps the graph's borders; an empty one where the case's region lies
/// outside a result.
inline Plan plan_of(Graph graph, const Library& library, const DifferentialCase& c) {
    EngineOptions options;
    options.device = "simt";
    options.target = c.target;
    options.gpu = c.gpu;
    options.disabled_passes = c.disabled;
    options.shared_compiler = shared_compiler();
    if (c.unbounded) graph.intermediates = Intermediates::kUnbounded;
    const std::vector<Rect> regions(c.region.empty() ? 0 : graph.outputs.size(), c.region);
    auto plan = Engine(options).plan(
        {graph, library, usual_input_shapes(graph, library, c.domain, c.planes), regions});
    return plan ? *std::move(plan) : Plan{};
}

}  // namespace weft::test
