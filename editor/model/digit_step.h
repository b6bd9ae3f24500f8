// Numbers that go up and down by the digit at the caret, as compositors step them.
#pragma once

#include <optional>
#include <string>

namespace weft::editor {

struct SteppedText {
    std::string text;
    int caret = 0;  ///< before the digit of the same worth
};

/// `text` with `by` added to the digit behind `caret`; at the end, to the last digit. A number
/// keeps the figures that it has: 1.50 becomes 1.60. Nothing where the text is no plain number.
std::optional<SteppedText> step_digit(const std::string& text, int caret, int by);

}  // namespace weft::editor
