#include "commands/room.h"

#include <algorithm>
#include <vector>

#include "model/marks.h"
#include "model/tidy.h"

namespace weft::editor {

bool has_box(ItemId id) { return id.kind != ItemKind::kDot && id.kind != ItemKind::kBackdrop; }

bool are_too_near(Place a, Place b) {
    return std::abs(a.x - b.x) < kColumnPitch - 16 && std::abs(a.y - b.y) < kRowPitch - 20;
}

namespace {

/// Of `stream`, with all that would be covered one after the other.
std::set<ItemId> moved_down(const Canvas& canvas, const std::set<ItemId>& stream, int top, int by) {
    std::set<ItemId> moved;
    std::vector<ItemId> open;
    const auto take = [&](const std::set<ItemId>& items, int from) {
        for (const ItemId id : lying_in(canvas, items))
            if (canvas.places.at(id).y >= from && moved.insert(id).second) open.push_back(id);
    };
    take(stream, top);
    while (!open.empty()) {
        const Place before = canvas.places.at(open.back());
        open.pop_back();
        const Place after{before.x, before.y + by};
        for (const auto& [id, place] : canvas.places)
            if (has_box(id) && place.y >= top && !moved.contains(id) &&
                are_too_near(place, after) && !are_too_near(place, before))
                take(stream_of(canvas, id, false), place.y);
    }
    return moved;
}

}  // namespace

void move_down(Document& document, const Canvas& canvas, const std::set<ItemId>& stream, int top,
               int by) {
    std::set<ItemId> moved = moved_down(canvas, stream, top, by);
    for (const auto& [id, wire] : canvas.dots)
        if (const ItemId dot{ItemKind::kDot, id};
            moved.contains(wire.to) && canvas.places.at(dot).y >= top)
            moved.insert(dot);
    for (auto& [id, backdrop] : document.backdrops) {
        const ItemId mark{ItemKind::kBackdrop, id};
        if (!canvas.places.contains(mark)) continue;
        const Selection inside = lying_on(document, id);
        const auto is_moved = [&](ItemId item) { return moved.contains(item); };
        if (std::none_of(inside.begin(), inside.end(), is_moved)) continue;
        if (std::all_of(inside.begin(), inside.end(), is_moved)) {
            moved.insert(mark);
            continue;
        }
        backdrop.height += by;
        document.places.at(mark).y += by / 2;
    }
    for (const ItemId id : moved) document.places.at(id).y += by;
}

void make_room(Document& document, const Canvas& canvas, ItemId box, const Wire& wire) {
    const auto start = canvas.wires.find(wire);
    if (start == canvas.wires.end()) return;
    const int above = canvas.places.at(start->second.item).y, below = canvas.places.at(wire.to).y;
    if (below <= above) return;
    const std::set<ItemId> stream = stream_of(canvas, wire.to, false);
    Place& place = document.places.at(box);
    const int first = above + kRowPitch, last = std::max(first, below - kRowPitch);
    place.y = std::clamp(place.y, first, last);
    const auto is_taken = [&](const auto& entry) {
        return has_box(entry.first) && entry.first != box && !stream.contains(entry.first) &&
               are_too_near(entry.second, place);
    };
    while (std::any_of(canvas.places.begin(), canvas.places.end(), is_taken)) place.y += kGrid;
    constexpr int kStep = 2 * kGrid;
    if (const int lack = place.y + kRowPitch - below; lack > 0)
        move_down(document, canvas, stream, below, (lack + kStep - 1) / kStep * kStep);
}

}  // namespace weft::editor
