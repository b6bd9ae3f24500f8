// "Did you mean": the known word most like a mistyped one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// The least number of insertions, deletions, replacements and swaps of neighbours that turn `a`
/// into `b`, ignoring case (optimal string alignment distance).
int edit_distance(std::string_view a, std::string_view b);

/// The candidate nearest to `word` by edit_distance(), the first of equals; empty when none is
/// within max(1, a third of the word's length) edits.
std::string nearest_name(std::string_view word, const std::vector<std::string>& candidates);

/// ` (did you mean "nearest"?)`, or "" when nothing is near: for the end of an error message.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace weft
