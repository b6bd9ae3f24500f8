// Copying and pasting nodes, as text that is an effect document.
#include <algorithm>
#include <cctype>

#include "commands/edits.h"
#include "commands/functor_edits.h"
#include "graph/clones.h"
#include "model/groups.h"
#include "model/marks.h"
#include "model/tidy.h"

namespace weft::editor {
namespace {

/// "blur" of "blur12".
std::string without_number(std::string name) {
    while (name.size() > 1 && std::isdigit(static_cast<unsigned char>(name.back())))
        name.pop_back();
    return name;
}

/// What is added to the places of `pasted` so that its middle comes to `middle`.
Place shift_to(const Document& pasted, Place middle) {
    std::optional<Place> some;
    Place low, high;
    for (const auto& [id, place] : pasted.places) {
        if (group_of(pasted, id) != kTop) continue;
        if (!some) low = high = *(some = place);
        low = {std::min(low.x, place.x), std::min(low.y, place.y)};
        high = {std::max(high.x, place.x), std::max(high.y, place.y)};
    }
    return {middle.x - (low.x + high.x) / 2, middle.y - (low.y + high.y) / 2};
}

/// Of a document what is to be copied; without nodes where there is none.
Document part_of(const Document& document, const Library& library, const Selection& chosen) {
    const Selection items = expanded(document, chosen);
    Document part;
    part.draft.graph.name = document.draft.graph.name;
    for (const Node& node : document.draft.graph.nodes)
        if (items.contains(item(node.id))) part.draft.graph.nodes.push_back(node);
    if (part.draft.graph.nodes.empty()) return part;
    for (const Node& node : part.draft.graph.nodes)
        if (const std::string file = header_of(document, library, node.functor); !file.empty())
            part.draft.functors[file] = document.draft.functors.at(file);
    for (Node& node : part.draft.graph.nodes) {
        for (ImageId& image : node.inputs)
            if (!items.contains(source(image)) || image.is_graph_input()) image = kUnconnected;
        if (document.draft.disabled.contains(node.id)) part.draft.disabled.insert(node.id);
        part.places[item(node.id)] = document.places.at(item(node.id));
        if (const auto note = document.notes.find(item(node.id)); note != document.notes.end())
            part.notes.insert(*note);
    }
    part.draft.clones = document.draft.clones;
    std::set<NodeId> left;
    for (const Node& node : document.draft.graph.nodes)
        if (!items.contains(item(node.id))) left.insert(node.id);
    leave_families(part.draft, left);
    for (const auto& [id, dot] : document.dots)
        if (read_by(part, dot.to, dot.input) != kUnconnected) {
            part.dots[id] = dot;
            part.places[{ItemKind::kDot, id}] = document.places.at({ItemKind::kDot, id});
        }
    for (const auto& [id, backdrop] : document.backdrops)
        if (const ItemId mark{ItemKind::kBackdrop, id}; items.contains(mark)) {
            part.backdrops[id] = backdrop;
            part.places[mark] = document.places.at(mark);
        }
    for (const auto& [id, group] : document.groups)
        if (const ItemId box{ItemKind::kGroup, id}; items.contains(box)) {
            part.groups[id] = group;
            part.places[box] = document.places.at(box);
            if (const auto note = document.notes.find(box); note != document.notes.end())
                part.notes.insert(*note);
        }
    for (const auto& [id, group] : document.members)
        if (part.places.contains(id) && part.groups.contains(group)) part.members[id] = group;
    drop_loose_marks(part);
    return part;
}

/// A document with another in it, moved by `by`; how that one's nodes are called in it.
struct Joined {
    Edited edited;
    std::map<NodeId, NodeId> renumbered;
};

Result<Joined> joined(const Document& document, const Library& library, const Document& pasted,
                      Place by) {
    Joined all{{document, {}}, {}};
    auto& [edited, renumbered] = all;
    edited.document.draft.functors.insert(pasted.draft.functors.begin(),
                                          pasted.draft.functors.end());
    Graph& graph = edited.document.draft.graph;

    int next = 0;
    for (const Node& node : graph.nodes) next = std::max(next, node.id.value + 1);
    for (const Node& node : pasted.draft.graph.nodes) renumbered[node.id] = {next++};
    for (Node node : pasted.draft.graph.nodes) {
        const ItemId old = item(node.id);
        if (pasted.draft.disabled.contains(node.id))
            edited.document.draft.disabled.insert(renumbered[node.id]);
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
        added.disables.clear();
        for (const NodeId node : group.disables) added.disables.insert(renumbered[node]);
        for (ParameterId& shown : added.panel) shown.node = renumbered[shown.node];
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

}  // namespace

std::string copy(const Document& document, const Library& library, const Selection& items) {
    const Document part = part_of(document, library, items);
    return part.draft.graph.nodes.empty() ? std::string() : to_text(part, library);
}

Result<Edited> paste(const Document& document, const Library& library, const std::string& text,
                     const Place* place) {
    const Result<Document> pasted = document_from_text(text, library);
    if (!pasted) return pasted.error();
    if (pasted->draft.graph.nodes.empty())
        return Error{ErrorKind::kUsage, "there is no node in what is to be pasted"};
    Result<Joined> all = joined(document, library, *pasted,
                                place ? shift_to(*pasted, *place) : Place{kColumnPitch, 0});
    if (!all) return all.error();
    return std::move(all->edited);
}

Result<Edited> clone(const Document& document, const Library& library, const Selection& items) {
    Document part = part_of(document, library, items);
    if (part.draft.graph.nodes.empty())
        return Error{ErrorKind::kUsage, "select the nodes that are to be cloned"};
    part.draft.clones.clear();
    Result<Joined> all = joined(document, library, part, {kColumnPitch, 0});
    if (!all) return all.error();
    for (const auto& [node, made] : all->renumbered)
        all->edited.document.draft.clones[made] = original_of(document.draft, node);
    return std::move(all->edited);
}

Result<Document> declone(const Document& document, const Selection& items) {
    std::set<NodeId> nodes;
    for (const ItemId id : expanded(document, items))
        if (id.kind == ItemKind::kNode && family_of(document.draft, {id.value}).size() > 1)
            nodes.insert({id.value});
    if (nodes.empty()) return Error{ErrorKind::kUsage, "select a node that has clones, or is one"};
    Document after = document;
    leave_families(after.draft, nodes);
    return after;
}

}  // namespace weft::editor
