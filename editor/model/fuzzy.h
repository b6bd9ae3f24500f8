// Fuzzy search: which names a few typed letters mean, best first.
#pragma once

#include <string_view>

namespace weft::editor {

/// How well `query` fits `name`; negative where its letters are not all there in order. Letters
/// that begin words and follow one another count most, then early ones and short names. Case does
/// not matter; an empty query fits everything alike.
int fuzzy_score(std::string_view query, std::string_view name);

}  // namespace weft::editor
