// Graph look-ups, node order, and functor objects from nodes.
#include "graph/graph.h"

#include <algorithm>
#include <map>
#include <set>

#include "graph/descriptor.h"

namespace weft {

const char* intermediates_name(Intermediates intermediates) {
    return intermediates == Intermediates::kUnbounded ? "unbounded" : "bounded";
}

const Node* Graph::find(NodeId id) const {
    for (const Node& node : nodes)
        if (node.id == id) return &node;
    return nullptr;
}

const Node* Graph::find(const std::string& node_name) const {
    for (const Node& node : nodes)
        if (node.name == node_name) return &node;
    return nullptr;
}

namespace {

/// The names along a cycle among `left`, the nodes that no order could place: "a -> b -> a".
std::string describe_cycle(const std::map<NodeId, const Node*>& left) {
    std::vector<const Node*> walk{left.begin()->second};
    while (true) {
        // Every node left reads another one left: walking backwards must come round.
        const Node* next = nullptr;
        for (const ImageId& input : walk.back()->inputs)
            if (const auto at = left.find(input.node); at != left.end()) next = at->second;
        const auto seen = std::find(walk.begin(), walk.end(), next);
        if (seen == walk.end()) {
            walk.push_back(next);
            continue;
        }
        walk.erase(walk.begin(), seen);
        std::string text = '"' + walk.front()->name + '"';
        for (auto node = walk.rbegin(); node != walk.rend(); ++node)
            text += " -> \"" + (*node)->name + '"';
        return text;
    }
}

}  // namespace

Status arrange(Graph& graph) {
    std::map<NodeId, const Node*> left;
    for (const Node& node : graph.nodes) left.emplace(node.id, &node);
    std::map<NodeId, int> unplaced;  // how many distinct inputs are not placed yet
    std::map<NodeId, std::vector<NodeId>> readers;
    std::set<NodeId> ready;
    for (const auto& [id, node] : left) {
        std::set<NodeId> producers;
        for (const ImageId& input : node->inputs)
            if (left.contains(input.node)) producers.insert(input.node);
        for (const NodeId& producer : producers) readers[producer].push_back(id);
        unplaced[id] = static_cast<int>(producers.size());
        if (producers.empty()) ready.insert(id);
    }
    std::map<NodeId, std::size_t> rank;
    while (!ready.empty()) {
        const NodeId id = *ready.begin();
        ready.erase(ready.begin());
        rank.emplace(id, rank.size());
        left.erase(id);
        for (const NodeId& reader : readers[id])
            if (--unplaced[reader] == 0) ready.insert(reader);
    }
    if (!left.empty())
        return Error{ErrorKind::kDocument, "the nodes " + describe_cycle(left) +
                                               " form a cycle: a node may not read what follows "
                                               "from it; take out one of these connections"};
    std::sort(graph.nodes.begin(), graph.nodes.end(),
              [&](const Node& a, const Node& b) { return rank.at(a.id) < rank.at(b.id); });
    return {};
}

std::unique_ptr<FunctorBase> instantiate(const Node& node, const Library& library) {
    std::unique_ptr<FunctorBase> functor(library.find(node.functor)->create());
    const std::vector<ParameterRef> parameters = parameters_of(*functor);
    for (std::size_t i = 0; i < parameters.size(); ++i)
        set_value(parameters[i], node.parameters[i]);
    functor->prepare();
    std::size_t input = 0;
    for (const NamedIndexer& n : indexers_of(*functor))
        if (n.indexer->direction == eInput) n.indexer->border = node.borders[input++];
    return functor;
}

int default_restart_period(int radius) {
    const int bounded = std::clamp(radius, 0, kMaxRadius);
    const int period = std::max(64, 4 * (2 * bounded + 1));
    return (period + 15) / 16 * 16;
}

int default_restart_period(FunctorBase& functor) {
    if (functor.dependence() != eMovingAverage) return 0;
    return default_restart_period(reach(functor, functor.ScanAxis));
}

}  // namespace weft
