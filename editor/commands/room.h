// Room on the canvas for what comes in between: what lies below moves down.
#pragma once

#include <set>

#include "model/canvas.h"

namespace weft::editor {

/// Whether an item is drawn as a box, which others must not cover.
bool has_box(ItemId id);

/// Whether boxes there would touch, or have no room for their triangles.
bool are_too_near(Place a, Place b);

/// Moves those of `stream` that lie at the height `top` or below down by `by` pixels, a multiple of
/// 2 kGrid, and with them what they would come to lie on. Dots in wires into them go along, and
/// backdrops grow around what lay on them. `canvas` is that of the document.
void move_down(Document& document, const Canvas& canvas, const std::set<ItemId>& stream, int top,
               int by);

/// Puts a box between the two that a wire joins, at the height where it lies if there is room for
/// it there; where there is none, what the wire leads to moves down. A wire that leads upwards
/// moves nothing. `canvas` is that of the document before the box was in the wire.
void make_room(Document& document, const Canvas& canvas, ItemId box, const Wire& wire);

}  // namespace weft::editor
