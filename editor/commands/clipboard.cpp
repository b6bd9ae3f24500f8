// Copying and pasting nodes, as text that is an effect document.
#include <algorithm>

#include "commands/edits.h"
#include "commands/functor_edits.h"
#include "commands/joined.h"
#include "commands/room.h"
#include "graph/clones.h"
#include "model/groups.h"
#include "model/marks.h"
#include "model/tidy.h"

namespace weft::editor {
namespace {

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

/// `by`, and as many columns more as it takes until no box of `pasted` covers one of that group.
Place clear_of(const Document& document, int group, const Document& pasted, Place by) {
    std::vector<Place> here, there;
    for (const auto& [id, place] : document.places)
        if (has_box(id) && group_of(document, id) == group) here.push_back(place);
    for (const auto& [id, place] : pasted.places)
        if (has_box(id) && group_of(pasted, id) == kTop) there.push_back(place);
    const auto covers = [&](Place a) {
        return std::any_of(here.begin(), here.end(),
                           [&](Place b) { return are_too_near({a.x + by.x, a.y + by.y}, b); });
    };
    while (std::any_of(there.begin(), there.end(), covers)) by.x += kColumnPitch;
    return by;
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
        if (const auto by = document.draft.disabled.find(node.id);
            by != document.draft.disabled.end())
            part.draft.disabled.insert(*by);
        part.places[item(node.id)] = document.places.at(item(node.id));
        if (const auto note = document.notes.find(item(node.id)); note != document.notes.end())
            part.notes.insert(*note);
    }
    part.draft.clones = document.draft.clones;
    for (const auto& [id, kept] : document.draft.kept.nodes)
        if (items.contains(item(id))) part.draft.kept.nodes[id] = kept;
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

}  // namespace

std::string copy(const Document& document, const Library& library, const Selection& items) {
    const Document part = part_of(document, library, items);
    return part.draft.graph.nodes.empty() ? std::string() : to_text(part, library);
}

Result<Edited> paste(const Document& document, const Library& library, const std::string& text,
                     const Place* place, int group) {
    const Result<Document> pasted = document_from_text(text, library);
    if (!pasted) return pasted.error();
    if (pasted->draft.graph.nodes.empty())
        return Error{ErrorKind::kUsage, "there is no node in what is to be pasted"};
    const Place by = place ? shift_to(*pasted, *place) : Place{kColumnPitch, 0};
    Result<Joined> all = joined(document, library, *pasted, clear_of(document, group, *pasted, by));
    if (!all) return all.error();
    return std::move(all->edited);
}

Result<Edited> clone(const Document& document, const Library& library, const Selection& items) {
    Document part = part_of(document, library, items);
    if (part.draft.graph.nodes.empty())
        return Error{ErrorKind::kUsage, "select the nodes that are to be cloned"};
    part.draft.clones.clear();
    const int group = group_of(document, *items.begin());
    Result<Joined> all =
        joined(document, library, part, clear_of(document, group, part, {kColumnPitch, 0}));
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
