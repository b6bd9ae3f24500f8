// What an effect's cases take, for affordable().
#pragma once

#include <algorithm>

#include "effects/builtin.h"

namespace weft::test {

/// Whether an effect listed earlier has the same nodes but for their borders, which cases set.
inline bool repeats_another(const Effect& effect) {
    const auto nodes_of = [](const Effect& e) {
        std::vector<Node> nodes = e.build().nodes;
        for (Node& node : nodes) std::fill(node.borders.begin(), node.borders.end(), Border{});
        return nodes;
    };
    for (const Effect& earlier : builtin_effects()) {
        if (earlier.name == effect.name) return false;
        if (nodes_of(earlier) == nodes_of(effect)) return true;
    }
    return false;
}

/// What an effect's cases take, as a number of nodes. Where intermediates are unbounded each node
/// is computed around the picture as far as all nodes after it reach, so that a long chain takes
/// more a node. What repeats another effect is tried less.
inline std::size_t cost_of(const Effect& effect) {
    const Graph graph = effect.build();
    const std::size_t nodes = graph.nodes.size();
    if (repeats_another(effect)) return 8 * nodes;
    return graph.intermediates == Intermediates::kUnbounded ? nodes + nodes * nodes / 8 : nodes;
}

}  // namespace weft::test
