#include "commands/group_edits.h"

#include <algorithm>

#include "model/groups.h"
#include "model/marks.h"
#include "support/refusal.h"

namespace weft::editor {
namespace {

bool is_box(ItemId id) { return id.kind == ItemKind::kNode || id.kind == ItemKind::kGroup; }
bool may_lie_in_a_group(ItemId id) {
    return id.kind != ItemKind::kInput && id.kind != ItemKind::kOutput;
}

void put(Document& document, ItemId item, int group) {
    if (group == kTop)
        document.members.erase(item);
    else
        document.members[item] = group;
}

/// The middle of those of `items` that are boxes, or of all where none is.
Place middle_of(const Document& document, const Selection& items) {
    const bool boxes = std::any_of(items.begin(), items.end(), is_box);
    std::optional<Place> some;
    Place low, high;
    for (const ItemId id : items) {
        if (boxes && !is_box(id)) continue;
        const Place at = document.places.at(id);
        if (!some) low = high = *(some = at);
        low = {std::min(low.x, at.x), std::min(low.y, at.y)};
        high = {std::max(high.x, at.x), std::max(high.y, at.y)};
    }
    return snapped({(low.x + high.x) / 2, (low.y + high.y) / 2});
}

}  // namespace

Result<Edited> group(const Document& document, const Selection& items) {
    Selection inside;
    std::optional<int> around;
    for (const ItemId id : items)
        if (may_lie_in_a_group(id) && exists(document, id) &&
            group_of(document, id) == around.value_or(group_of(document, id))) {
            around = group_of(document, id);
            inside.insert(id);
        }
    if (std::none_of(inside.begin(), inside.end(), is_box))
        return usage_error("select the nodes that are to be a group");
    // Dots go with the wires that are then within.
    const Selection all = expanded(document, inside);
    for (const auto& [id, dot] : document.dots)
        if (const ItemId mark{ItemKind::kDot, id}; group_of(document, mark) == *around)
            if (all.contains(dot.to) && all.contains(source(read_by(document, dot.to, dot.input))))
                inside.insert(mark);
    Edited edited{document, {}};
    const ItemId box{ItemKind::kGroup, free_group(document)};
    edited.document.groups[box.value] = {free_group_name(document, "group"), {}, {}};
    edited.document.places[box] = middle_of(document, inside);
    put(edited.document, box, *around);
    for (const ItemId id : inside) put(edited.document, id, box.value);
    drop_loose_marks(edited.document);
    edited.made = {box};
    return edited;
}

Result<Edited> ungroup(const Document& document, const Selection& items) {
    Edited edited{document, {}};
    for (const ItemId box : items) {
        if (box.kind != ItemKind::kGroup || !exists(document, box)) continue;
        Selection inside;
        for (const auto& [id, group] : document.members)
            if (group == box.value) inside.insert(id);
        // Around where the group lies, which may have been moved since it was made.
        const Place to = document.places.at(box);
        const Place from = inside.empty() ? to : middle_of(document, inside);
        for (const ItemId id : inside) {
            Place& at = edited.document.places[id];
            at = {at.x + to.x - from.x, at.y + to.y - from.y};
            put(edited.document, id, group_of(document, box));
            edited.made.insert(id);
        }
        edited.document.groups.erase(box.value);
        edited.document.places.erase(box);
    }
    if (edited.document.groups.size() == document.groups.size())
        return usage_error("select a group to take it apart");
    drop_loose_marks(edited.document);
    return edited;
}

Edited in_group(Edited edited, int group) {
    if (group == kTop) return edited;
    for (const ItemId id : edited.made)
        if (may_lie_in_a_group(id) && group_of(edited.document, id) == kTop)
            put(edited.document, id, group);
    return edited;
}

Result<Document> show_in_panel(const Document& document, int group, const Control& control) {
    if (!document.groups.contains(group))
        return usage_error("there is no such group to show it in");
    const std::set<NodeId> inside = nodes_in(document, group);
    const auto lies_in_it = [&](const auto& target) { return inside.contains(target.first); };
    if (control.targets.empty() ||
        !std::all_of(control.targets.begin(), control.targets.end(), lies_in_it))
        return usage_error("the node does not lie in that group");
    Document after = hide_in_panel(document, group, control);
    add_control(after.groups.at(group), control);
    return after;
}

Document hide_in_panel(const Document& document, int group, const Control& control) {
    Document after = document;
    const auto at = after.groups.find(group);
    if (at == after.groups.end()) return after;
    for (Control& shown : at->second.controls)
        std::erase_if(shown.targets, [&](const auto& target) {
            return std::find(control.targets.begin(), control.targets.end(), target) !=
                   control.targets.end();
        });
    std::erase_if(at->second.controls, [](const Control& c) { return c.targets.empty(); });
    return after;
}

}  // namespace weft::editor
