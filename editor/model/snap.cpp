#include "model/snap.h"

#include <cstdlib>

#include "model/tidy.h"

namespace weft::editor {
namespace {

/// How far along a line others count.
constexpr int kNearby = 6 * kRowPitch;

bool is_box(ItemId id) { return id.kind != ItemKind::kDot && id.kind != ItemKind::kBackdrop; }

/// Of what is tried, the least change.
struct Nearest {
    int change, at = 0;
    bool found = false;

    void consider(int from, int to, int along) {
        if (std::abs(to - from) > std::abs(change) || std::abs(along) > kNearby) return;
        if (found && std::abs(to - from) == std::abs(change)) return;
        *this = {to - from, to, true};
    }
};

}  // namespace

Snap snap(const Canvas& canvas, const Selection& moved, Place by, int reach) {
    Nearest x{reach}, y{reach};
    for (const ItemId id : lying_in(canvas, moved)) {
        if (!is_box(id)) continue;
        const Place at = canvas.places.at(id);
        const Place to{at.x + by.x, at.y + by.y};
        for (const auto& [other, place] : canvas.places) {
            if (!is_box(other) || moved.contains(other)) continue;
            x.consider(to.x, place.x, place.y - to.y);
            y.consider(to.y, place.y, place.x - to.x);
        }
    }
    Snap result{by, {}, {}};
    if (x.found) result = {{by.x + x.change, by.y}, x.at, {}};
    if (y.found) {
        result.by.y = by.y + y.change;
        result.row = y.at;
    }
    return result;
}

}  // namespace weft::editor
