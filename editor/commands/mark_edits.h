// Edits of marks: backdrops, dots and notes.
#pragma once

#include <string>

#include "commands/edits.h"

namespace weft::editor {

/// A backdrop around `items`, or of a usual size at `place` where there is none.
Edited add_backdrop(const Document& document, const Selection& items, Place place);
/// Its sides where the centre and the size put them, at least kSmallestBackdrop apart.
Result<Document> resize_backdrop(const Document& document, int backdrop, Place centre, int width,
                                 int height);
/// 0 <= hue < kHues.
Result<Document> colour_backdrop(const Document& document, int backdrop, int hue);
/// Bends a wire at `place`.
Result<Edited> add_dot(const Document& document, const Wire& wire, Place place);
/// What stands below a box; empty: nothing.
Result<Document> set_note(const Document& document, ItemId item, const std::string& note);

}  // namespace weft::editor
