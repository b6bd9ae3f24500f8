// Marks, which are there for people alone: dots that bend wires, backdrops, notes.
#pragma once

#include "model/editor_document.h"

namespace weft::editor {

/// An id for another dot or backdrop.
ItemId free_mark(const Document& document, ItemKind kind);

/// The boxes that lie on a backdrop whole, in the same group, and the dots.
Selection lying_on(const Document& document, int backdrop);
/// `items`, and what lies on those that are backdrops: what moves when they do.
Selection carried(const Document& document, const Selection& items);
/// Gives a backdrop the place and size that surround `items`, of which there is one at least.
void fit_backdrop(Document& document, int backdrop, const Selection& items);

/// Takes dots out of wires that are not there any more, or not where they lie, notes off items that
/// are not, and out of groups what is not.
void drop_loose_marks(Document& document);

}  // namespace weft::editor
