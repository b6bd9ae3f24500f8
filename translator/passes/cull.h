// The first pass of every list.
#pragma once

#include <utility>

#include "passes/context.h"

namespace weft {

/// Removes stages whose pictures nobody needs.
BoundGraph cull(BoundGraph plan, const PlanContext&, Decisions&);

/// The same as a pass of either list.
template <class P, class Context>
P cull_stages(P plan, const Context& context, Decisions& decisions) {
    BoundGraph& graph = plan;
    graph = cull(std::move(graph), context, decisions);
    return plan;
}

}  // namespace weft
