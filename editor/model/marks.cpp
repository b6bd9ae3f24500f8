#include "model/marks.h"

#include <algorithm>

#include "model/groups.h"

namespace weft::editor {
namespace {

/// Of a box.
constexpr int kHalfWidth = 64, kHalfHeight = 14;

template <class Map>
int next_key(const Map& map) {
    return map.empty() ? 0 : map.rbegin()->first + 1;
}

}  // namespace

ItemId free_mark(const Document& document, ItemKind kind) {
    return {kind, kind == ItemKind::kDot ? next_key(document.dots) : next_key(document.backdrops)};
}

Selection lying_on(const Document& document, int backdrop) {
    const Backdrop& area = document.backdrops.at(backdrop);
    const Place middle = document.places.at({ItemKind::kBackdrop, backdrop});
    Selection inside;
    const int group = group_of(document, {ItemKind::kBackdrop, backdrop});
    for (const auto& [id, place] : document.places) {
        if (id.kind == ItemKind::kBackdrop || group_of(document, id) != group) continue;
        const bool box = id.kind != ItemKind::kDot;
        if (std::abs(place.x - middle.x) + (box ? kHalfWidth : 0) <= area.width / 2 &&
            std::abs(place.y - middle.y) + (box ? kHalfHeight : 0) <= area.height / 2)
            inside.insert(id);
    }
    return inside;
}

Selection carried(const Document& document, const Selection& items) {
    Selection all = items;
    for (const ItemId id : items)
        if (id.kind == ItemKind::kBackdrop && exists(document, id))
            all.merge(lying_on(document, id.value));
    return all;
}

void fit_backdrop(Document& document, int backdrop, const Selection& items) {
    Place low = document.places.at(*items.begin()), high = low;
    for (const ItemId id : items) {
        const auto at = document.places.find(id);
        if (at == document.places.end()) continue;
        low = {std::min(low.x, at->second.x), std::min(low.y, at->second.y)};
        high = {std::max(high.x, at->second.x), std::max(high.y, at->second.y)};
    }
    // Room beside and below; above no more than the title, so that the row above stays free.
    low = {low.x - kHalfWidth - 16, low.y - kHalfHeight - 22};
    high = {high.x + kHalfWidth + 16, high.y + kHalfHeight + 12};
    Backdrop& area = document.backdrops.at(backdrop);
    area.width = std::max(high.x - low.x, kSmallestBackdrop);
    area.height = std::max(high.y - low.y, kSmallestBackdrop);
    document.places[{ItemKind::kBackdrop, backdrop}] =
        snapped({(low.x + high.x) / 2, (low.y + high.y) / 2});
}

void drop_loose_marks(Document& document) {
    for (auto at = document.dots.begin(); at != document.dots.end();) {
        const ImageId from = read_by(document, at->second.to, at->second.input);
        const int group = group_of(document, {ItemKind::kDot, at->first});
        if (from != kUnconnected &&
            seen_as(document, source(from), group) != seen_as(document, at->second.to, group)) {
            ++at;
            continue;
        }
        document.places.erase({ItemKind::kDot, at->first});
        at = document.dots.erase(at);
    }
    std::erase_if(document.notes, [&](const auto& note) { return !exists(document, note.first); });
    drop_loose_members(document);
}

}  // namespace weft::editor
