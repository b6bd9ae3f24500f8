#include "commands/document_difference.h"

#include <map>

namespace weft::editor {
namespace {

/// What differs between two maps of anything.
template <class Key, class Value>
std::vector<Changed<Key, Value>> changes(const std::map<Key, Value>& before,
                                         const std::map<Key, Value>& after) {
    std::vector<Changed<Key, Value>> all;
    for (const auto& [key, value] : before) {
        const auto now = after.find(key);
        if (now == after.end())
            all.push_back({key, value, std::nullopt});
        else if (!(now->second == value))
            all.push_back({key, value, now->second});
    }
    for (const auto& [key, value] : after)
        if (!before.contains(key)) all.push_back({key, std::nullopt, value});
    return all;
}

template <class Key, class Value>
void change(std::map<Key, Value>& map, const std::vector<Changed<Key, Value>>& all) {
    for (const Changed<Key, Value>& one : all) {
        map.erase(one.key);
        if (one.after) map.emplace(one.key, *one.after);
    }
}

template <class Key, class Value>
void invert(std::vector<Changed<Key, Value>>& all) {
    for (Changed<Key, Value>& one : all) std::swap(one.before, one.after);
}

std::map<NodeId, Node> nodes_of(const Graph& graph) {
    std::map<NodeId, Node> nodes;
    for (const Node& node : graph.nodes) nodes.emplace(node.id, node);
    return nodes;
}

Graph without_nodes(Graph graph) {
    graph.nodes.clear();
    return graph;
}

}  // namespace

bool Difference::empty() const { return *this == Difference{}; }

Difference difference(const Document& before, const Document& after) {
    Difference all;
    all.nodes = changes(nodes_of(before.draft.graph), nodes_of(after.draft.graph));
    all.disabled = changes(before.draft.disabled, after.draft.disabled);
    all.clones = changes(before.draft.clones, after.draft.clones);
    all.places = changes(before.places, after.places);
    all.reads = changes(before.draft.files.reads, after.draft.files.reads);
    all.writes = changes(before.draft.files.writes, after.draft.files.writes);
    all.dots = changes(before.dots, after.dots);
    all.backdrops = changes(before.backdrops, after.backdrops);
    all.notes = changes(before.notes, after.notes);
    all.groups = changes(before.groups, after.groups);
    all.members = changes(before.members, after.members);
    all.functors = changes(before.draft.functors, after.draft.functors);
    all.unfinished = changes(before.unfinished, after.unfinished);
    if (!(before.timeline == after.timeline)) all.timeline.emplace(before.timeline, after.timeline);
    if (before.draft.format != after.draft.format)
        all.format.emplace(before.draft.format, after.draft.format);
    Graph rest_before = without_nodes(before.draft.graph);
    Graph rest_after = without_nodes(after.draft.graph);
    if (!(rest_before == rest_after))
        all.rest.emplace(std::move(rest_before), std::move(rest_after));
    return all;
}

Difference inverted(const Difference& difference) {
    Difference back = difference;
    invert(back.nodes);
    invert(back.disabled);
    invert(back.clones);
    invert(back.places);
    invert(back.reads);
    invert(back.writes);
    invert(back.dots);
    invert(back.backdrops);
    invert(back.notes);
    invert(back.groups);
    invert(back.members);
    invert(back.functors);
    invert(back.unfinished);
    if (back.timeline) std::swap(back.timeline->first, back.timeline->second);
    if (back.format) std::swap(back.format->first, back.format->second);
    if (back.rest) std::swap(back.rest->first, back.rest->second);
    return back;
}

void apply(Document& document, const Difference& difference) {
    Graph& graph = document.draft.graph;
    if (difference.rest) {
        std::vector<Node> nodes = std::move(graph.nodes);
        graph = difference.rest->second;
        graph.nodes = std::move(nodes);
    }
    if (!difference.nodes.empty()) {
        std::map<NodeId, Node> nodes = nodes_of(graph);
        change(nodes, difference.nodes);
        graph.nodes.clear();
        for (auto& [id, node] : nodes) graph.nodes.push_back(std::move(node));
        // Both documents were arranged, so there is no cycle.
        (void)arrange(graph);
    }
    if (difference.timeline) document.timeline = difference.timeline->second;
    change(document.draft.disabled, difference.disabled);
    if (difference.format) document.draft.format = difference.format->second;
    change(document.draft.clones, difference.clones);
    change(document.places, difference.places);
    change(document.draft.files.reads, difference.reads);
    change(document.draft.files.writes, difference.writes);
    change(document.dots, difference.dots);
    change(document.backdrops, difference.backdrops);
    change(document.notes, difference.notes);
    change(document.groups, difference.groups);
    change(document.members, difference.members);
    change(document.draft.functors, difference.functors);
    change(document.unfinished, difference.unfinished);
}

}  // namespace weft::editor
