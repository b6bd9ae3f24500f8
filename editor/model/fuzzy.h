// Fuzzy search: which names a few typed letters mean, best first.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft::editor {

/// How well `query` fits `name`; negative where its letters are not all there in order. Letters
/// that begin words and follow one another count most, then early ones and short names. Case does
/// not matter; an empty query fits everything alike.
int fuzzy_score(std::string_view query, std::string_view name);

/// The names that fit, best first, ties by the alphabet; `last` before all others where the query
/// is empty.
std::vector<std::string> fuzzy_search(std::string_view query, const std::vector<std::string>& names,
                                      const std::string& last = {});

}  // namespace weft::editor
