// Text of strangers, shown so that what is read is what is there.
#pragma once

#include <string>
#include <string_view>

namespace weft {

/// `text`, UTF-8, with everything that a terminal or a text field would obey instead of showing
/// written out, as <U+202E>: control characters but for line ends and tabs, what reverses the
/// direction of writing, has no width, or looks like a line end. Bytes that are not UTF-8 become
/// <0xFF>.
std::string visible_text(std::string_view text);

}  // namespace weft
