#include "models/minimum_cut.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/stoer_wagner_min_cut.hpp>
#include <map>
#include <utility>

namespace weft {

GraphCut minimum_cut(int vertices, const std::vector<WeightedEdge>& edges) {
    using Graph =
        boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, boost::no_property,
                              boost::property<boost::edge_weight_t, double>>;
    // Several edges between two vertices are cut together.
    std::map<std::pair<int, int>, double> joined;
    for (const WeightedEdge& e : edges)
        if (e.a != e.b) joined[std::minmax(e.a, e.b)] += e.weight;

    Graph graph(static_cast<std::size_t>(vertices));
    for (const auto& [ends, weight] : joined)
        boost::add_edge(static_cast<std::size_t>(ends.first), static_cast<std::size_t>(ends.second),
                        weight, graph);

    std::vector<char> side(static_cast<std::size_t>(vertices));
    const auto parity =
        boost::make_iterator_property_map(side.begin(), get(boost::vertex_index, graph));
    GraphCut cut;
    cut.weight = boost::stoer_wagner_min_cut(graph, get(boost::edge_weight, graph),
                                             boost::parity_map(parity));
    for (char s : side) cut.first.push_back(s == side.front());
    return cut;
}

}  // namespace weft
