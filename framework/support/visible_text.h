// Untrusted text, shown such that nothing in it is hidden or disguised.
#pragma once

#include <string>
#include <string_view>

namespace weft {

/// `text`, UTF-8, with what a terminal or a text field would obey instead of show replaced by its
/// code point, as <U+202E>: control characters but for line ends and tabs, changes of the writing
/// direction, characters without width, and line separators. A byte that is not UTF-8 becomes
/// <0xFF>, with its value.
std::string visible_text(std::string_view text);

}  // namespace weft
