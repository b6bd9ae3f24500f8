// A graph at one frame: its curves evaluated.
#include <algorithm>

#include <fmt/format.h>

#include "graph/descriptor.h"
#include "graph/graph.h"
#include "graph/tangents.h"
#include "graph/value_at.h"

namespace weft {

bool is_animated(const Graph& graph) {
    return std::any_of(graph.nodes.begin(), graph.nodes.end(),
                       [](const Node& node) { return !node.curves.empty(); });
}

Node at_frame(const Node& node, const Library& library, int frame) {
    if (node.curves.empty()) return node;
    const FunctorDescriptor d = describe(*library.find(node.functor));
    Node still = node;
    still.curves.clear();
    const bool follows =
        still.restart_period == default_restart_period(*instantiate(still, library));
    const auto move_to = [&](int to) {
        for (const Curve& curve : node.curves) {
            const auto at = static_cast<std::size_t>(d.find_parameter(curve.parameter));
            still.parameters[at] = value_at(d.parameters[at].ref, curve, to);
        }
    };
    int longest = 0;
    if (follows)
        for (const Curve& curve : node.curves)
            for (const int there : telling_frames(curve)) {
                move_to(there);
                longest = std::max(longest, default_restart_period(*instantiate(still, library)));
            }
    move_to(frame);
    if (follows) still.restart_period = longest;
    return still;
}

Result<Graph> at_frame(const Graph& graph, const Library& library, int frame) {
    Graph still = graph;
    for (Node& node : still.nodes) {
        if (node.curves.empty()) continue;
        node = at_frame(node, library, frame);
        if (Status s = validate(node, library); !s)
            return Error{s.error().kind, fmt::format("at frame {}: {}", frame, s.error().message)};
    }
    return still;
}

}  // namespace weft
