#include "commands/changes.h"

#include <tuple>

namespace weft::editor {
namespace {

// Each of these names all members of its type, so that a new one has to be put somewhere.

auto values_of(const Node& node) {
    const auto& [id, name, functor, parameters, inputs, borders, restart_period, curves] = node;
    return std::tie(parameters, restart_period, curves);
}

auto all_but_values_of(const Node& node) {
    const auto& [id, name, functor, parameters, inputs, borders, restart_period, curves] = node;
    return std::tie(id, name, functor, inputs, borders);
}

auto all_but_nodes_of(const Graph& graph) {
    const auto& [name, summary, inputs, optional_inputs, nodes, outputs, controls, intermediates] =
        graph;
    return std::tie(name, summary, inputs, optional_inputs, outputs, controls, intermediates);
}

/// What of a document belongs to its graph, but for the graph itself.
auto beside_graph_of(const Document& document) {
    const auto& [graph, disabled, functors, clones, format, files, kept] = document.draft;
    return std::tie(disabled, functors, clones, format, files, kept, document.groups,
                    document.members);
}

auto marks_of(const Document& document) {
    const auto& [draft, places, dots, backdrops, notes, groups, members, timeline, unfinished] =
        document;
    return std::tie(places, dots, backdrops, notes);
}

/// Whether the nodes are the same, up to their values. They are in the one order that their ids and
/// connections make.
bool same_nodes(const Graph& before, const Graph& after) {
    if (before.nodes.size() != after.nodes.size()) return false;
    for (std::size_t i = 0; i < after.nodes.size(); ++i)
        if (all_but_values_of(before.nodes[i]) != all_but_values_of(after.nodes[i])) return false;
    return true;
}

/// Requires same_nodes().
std::set<NodeId> with_other_values(const Graph& before, const Graph& after) {
    std::set<NodeId> nodes;
    for (std::size_t i = 0; i < after.nodes.size(); ++i)
        if (values_of(before.nodes[i]) != values_of(after.nodes[i]))
            nodes.insert(after.nodes[i].id);
    return nodes;
}

}  // namespace

Changes changes_between(const Document& before, const Document& after) {
    const Graph &from = before.draft.graph, &to = after.draft.graph;
    Changes changes;
    changes.graph = all_but_nodes_of(from) != all_but_nodes_of(to) ||
                    beside_graph_of(before) != beside_graph_of(after) || !same_nodes(from, to);
    if (!changes.graph) changes.parameters = with_other_values(from, to);
    changes.canvas = changes.graph || marks_of(before) != marks_of(after);
    changes.code =
        before.draft.functors != after.draft.functors || before.unfinished != after.unfinished;
    changes.timeline = before.timeline != after.timeline;
    return changes;
}

Changes all_changed() { return {true, {}, true, true, true}; }

}  // namespace weft::editor
