// In how many of its cases an effect can be tried, for affordable().
#pragma once

#include <algorithm>

#include "effects/builtin.h"
#include "graph/regions.h"

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

/// The most planes that a picture between an effect's nodes has, where its inputs have three.
inline int most_planes(const Graph& graph) {
    const Library library = builtin_library();
    const auto inputs = usual_input_shapes(graph, library, {0, 0, 64, 64}, 3);
    int most = 0;
    if (const auto shapes = infer_shapes(graph, library, inputs))
        for (const auto& [image, shape] : *shapes) most = std::max(most, shape.planes);
    return most;
}

/// What an effect's cases take, as a number of nodes. Where intermediates are unbounded each node
/// is computed around the picture as far as all nodes after it reach, so that a long chain takes
/// more a node; and so it does with many planes. What repeats another effect is tried less.
inline std::size_t cost_of(const Effect& effect) {
    constexpr std::size_t kLong = 24, kUsualPlanes = 8;
    const Graph graph = effect.build();
    const std::size_t nodes = graph.nodes.size();
    if (repeats_another(effect)) return 8 * nodes;
    const bool reaching = graph.intermediates == Intermediates::kUnbounded;
    const std::size_t cost = reaching ? nodes + nodes * nodes / 4 : nodes;
    const auto planes = static_cast<std::size_t>(most_planes(graph));
    return cost > kLong ? cost * std::max<std::size_t>(planes / kUsualPlanes, 1) : cost;
}

/// An effect is tried in one of so many cases: in all, but for long ones, whose cases take as long
/// each as all of a short one's.
inline std::size_t rarity_of(const Effect& effect) {
    constexpr std::size_t kLong = 24;
    const std::size_t nodes = cost_of(effect);
    return nodes > kLong ? 1 + nodes / 16 : 1;
}

}  // namespace weft::test
