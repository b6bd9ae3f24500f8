#include "commands/mark_edits.h"

#include <algorithm>

#include "model/groups.h"
#include "model/marks.h"
#include "support/refusal.h"

namespace weft::editor {
namespace {}  // namespace

Edited add_backdrop(const Document& document, const Selection& items, Place place) {
    Edited edited{document, {}};
    const ItemId mark = free_mark(document, ItemKind::kBackdrop);
    edited.document.backdrops[mark.value] = {"Backdrop", 280, 180, 0};
    edited.document.places[mark] = snapped(place);
    Selection inside = items;
    std::erase_if(inside, [&](ItemId id) { return !document.places.contains(id); });
    if (!inside.empty()) fit_backdrop(edited.document, mark.value, inside);
    edited.made = {mark};
    return edited;
}

Result<Document> resize_backdrop(const Document& document, int backdrop, Place centre, int width,
                                 int height) {
    Document after = document;
    const auto at = after.backdrops.find(backdrop);
    if (at == after.backdrops.end()) return usage_error("there is no such backdrop");
    at->second.width = std::max(width, kSmallestBackdrop);
    at->second.height = std::max(height, kSmallestBackdrop);
    after.places[{ItemKind::kBackdrop, backdrop}] = snapped(centre);
    return after;
}

Result<Document> colour_backdrop(const Document& document, int backdrop, int hue) {
    Document after = document;
    const auto at = after.backdrops.find(backdrop);
    if (at == after.backdrops.end() || hue < 0 || hue >= kHues)
        return usage_error("there is no such backdrop, or no such hue");
    at->second.hue = hue;
    return after;
}

Result<Edited> add_dot(const Document& document, const Wire& wire, Place place) {
    if (read_by(document, wire.to, wire.input) != wire.from || wire.from == kUnconnected)
        return usage_error("there is no wire here to bend");
    // A wire into a group's box is, for the document, one into what reads it there.
    const Wire whole = wires_of(document, wire).front();
    Edited edited{document, {}};
    const ItemId mark = free_mark(document, ItemKind::kDot);
    edited.document.dots[mark.value] = {whole.to, whole.input};
    edited.document.places[mark] = snapped(place);
    edited.made = {mark};
    return edited;
}

Result<Document> set_note(const Document& document, ItemId item, const std::string& note) {
    if (!exists(document, item) || item.kind == ItemKind::kDot || item.kind == ItemKind::kBackdrop)
        return usage_error("select a node, an input or an output to write a note on it");
    Document after = document;
    if (note.empty())
        after.notes.erase(item);
    else
        after.notes[item] = note;
    return after;
}

}  // namespace weft::editor
