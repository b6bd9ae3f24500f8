// What the canvas shows of a document: what lies at the top, or the inside of a group that is open,
// with the items outside of it that it reads and that read it.
#pragma once

#include <map>
#include <set>

#include "model/editor_document.h"

namespace weft::editor {

/// Where a wire leaves the items that are seen.
struct WireStart {
    ItemId item;
    int output = 0;
    friend bool operator==(const WireStart&, const WireStart&) = default;
};

struct Canvas {
    int open = kTop;                 ///< the group
    std::map<ItemId, Place> places;  ///< of all that is seen
    std::set<ItemId> outside;        ///< of these, those that do not lie in the open group
    /// Wires as they are seen: one into a group goes to its input (ports_of()).
    std::map<Wire, WireStart> wires;
    std::map<int, Wire> dots;  ///< the wires that dots bend, by the id of the dot
};

/// Items outside lie in a row above what reads them, or below what they read.
Canvas canvas_of(const Document& document, int open);

/// Of `items` those that lie in the open group, and that an edit there is about.
Selection lying_in(const Canvas& canvas, const Selection& items);
/// `item`, and all seen that it needs over any number of wires, or where `up` is false, all that
/// need it.
std::set<ItemId> stream_of(const Canvas& canvas, ItemId item, bool up);

}  // namespace weft::editor
