// A tidy layout: rows by distance from the inputs, wires short and with few crossings.
#pragma once

#include <map>

#include "model/editor_document.h"

namespace weft::editor {

/// Between the centres of neighbours in a row, and of rows.
inline constexpr int kColumnPitch = 144, kRowPitch = 56;

/// A place for every item. It depends on the connections and on names and ids alone; every item
/// lies below what it reads, and no two overlap.
std::map<ItemId, Place> tidy(const Document& document);
/// The same for the boxes that lie in a group, or at the top, with groups as boxes.
std::map<ItemId, Place> tidy(const Document& document, int group);

}  // namespace weft::editor
