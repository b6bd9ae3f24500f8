#include "commands/joined.h"

#include <algorithm>
#include <cctype>

#include "model/groups.h"
#include "model/marks.h"

namespace weft::editor {
namespace {

/// "blur" of "blur12".
std::string without_number(std::string name) {
    while (name.size() > 1 && std::isdigit(static_cast<unsigned char>(name.back())))
        name.pop_back();
    return name;
}

}  // namespace

void renumber(Group& group, const std::map<NodeId, NodeId>& renumbered) {
    const auto to = [&](NodeId& id) { id = renumbered.at(id); };
    std::set<NodeId> disables;
    for (const NodeId node : group.disables) disables.insert(renumbered.at(node));
    group.disables = disables;
    if (group.origin) {
        std::map<NodeId, NodeId> nodes;
        for (const auto& [node, original] : group.origin->nodes)
            if (const auto now = renumbered.find(node); now != renumbered.end())
                nodes[now->second] = original;
        group.origin->nodes = nodes;
    }
    for (Control& control : group.controls)
        for (auto& target : control.targets) to(target.first);
    for (GroupExit& way_out : group.exits) to(way_out.image.node);
    for (GroupEntry& entry : group.entries) {
        for (Dot& reader : entry.readers) reader.to = item(renumbered.at({reader.to.value}));
        if (!entry.optional) continue;
        for (auto& told : entry.optional->told) to(told.first);
        if (ImageId& otherwise = entry.optional->otherwise; !otherwise.is_graph_input())
            to(otherwise.node);
    }
}

Result<Joined> joined(const Document& document, const Library& library, const Document& pasted,
                      Place by, const std::map<NodeId, NodeId>& ids) {
    Joined all{{document, {}}, {}};
    auto& [edited, renumbered] = all;
    edited.document.draft.functors.insert(pasted.draft.functors.begin(),
                                          pasted.draft.functors.end());
    Graph& graph = edited.document.draft.graph;

    int next = 0;
    for (const Node& node : graph.nodes) next = std::max(next, node.id.value + 1);
    for (const auto& [old, id] : ids) next = std::max(next, id.value + 1);
    for (const Node& node : pasted.draft.graph.nodes) {
        const auto kept = ids.find(node.id);
        renumbered[node.id] = kept == ids.end() ? NodeId{next++} : kept->second;
    }
    for (Node node : pasted.draft.graph.nodes) {
        const ItemId old = item(node.id);
        if (const auto by = pasted.draft.disabled.find(node.id); by != pasted.draft.disabled.end())
            edited.document.draft.disabled[renumbered[node.id]] = by->second;
        node.id = renumbered[node.id];
        if (graph.find(node.name)) node.name = free_name(graph, without_number(node.name));
        for (ImageId& image : node.inputs)
            image = image.is_graph_input() ? kUnconnected
                                           : ImageId{renumbered[image.node], image.output};
        const Place at = pasted.places.at(old);
        edited.document.places[item(node.id)] = snapped({at.x + by.x, at.y + by.y});
        edited.made.insert(item(node.id));
        graph.nodes.push_back(std::move(node));
    }
    for (const auto& [old, kept] : pasted.draft.kept.nodes)
        if (renumbered.contains(old)) edited.document.draft.kept.nodes[renumbered[old]] = kept;
    for (const auto& [clone, original] : pasted.draft.clones)
        edited.document.draft.clones[renumbered[clone]] = renumbered[original];
    for (const auto& [old, note] : pasted.notes)
        if (old.kind == ItemKind::kNode)
            edited.document.notes[item(renumbered[{old.value}])] = note;
    std::map<ItemId, ItemId> marks;
    const auto put = [&](ItemId old, ItemId mark) {
        const Place at = pasted.places.at(old);
        edited.document.places[mark] = snapped({at.x + by.x, at.y + by.y});
        edited.made.insert(mark);
        marks[old] = mark;
    };
    for (const auto& [id, dot] : pasted.dots) {
        if (dot.to.kind != ItemKind::kNode) continue;
        const ItemId mark = free_mark(edited.document, ItemKind::kDot);
        edited.document.dots[mark.value] = {item(renumbered[{dot.to.value}]), dot.input};
        put({ItemKind::kDot, id}, mark);
    }
    for (const auto& [id, backdrop] : pasted.backdrops) {
        const ItemId mark = free_mark(edited.document, ItemKind::kBackdrop);
        edited.document.backdrops[mark.value] = backdrop;
        put({ItemKind::kBackdrop, id}, mark);
    }
    for (const auto& [id, group] : pasted.groups) {
        const ItemId box{ItemKind::kGroup, free_group(edited.document)};
        Group& added = edited.document.groups[box.value] = group;
        added.name = free_group_name(edited.document, without_number(group.name));
        renumber(added, renumbered);
        put({ItemKind::kGroup, id}, box);
        if (const auto note = pasted.notes.find({ItemKind::kGroup, id}); note != pasted.notes.end())
            edited.document.notes[box] = note->second;
    }
    for (const auto& [old, group] : pasted.members) {
        const ItemId member =
            old.kind == ItemKind::kNode ? item(renumbered[{old.value}]) : marks.at(old);
        edited.document.members[member] = marks.at({ItemKind::kGroup, group}).value;
        edited.made.erase(member);
    }
    drop_loose_marks(edited.document);
    if (Status s = arrange(graph); !s) return s.error();
    if (Status s = validate(edited.document.draft, library); !s) return s.error();
    return all;
}

}  // namespace weft::editor
