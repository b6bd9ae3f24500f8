// Frames to render, as people write them: "1001-1100x2,1200".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace weft {

/// The most frames that one list may name: a mistyped number is then an error, not a full memory.
inline constexpr int kMaxFrames = 1'000'000;

/// Frames in the order given, each once (where it is named first). Items are separated by commas or
/// blanks:
///   7            a frame; numbers may be negative
///   1-10, 1..10  a range; 10-1 counts down, -8--5 has negative ends
///   1-10x2       every second frame from the first on: 1 3 5 7 9; so does 1-10:2
///   1-10y3       the frames that 1-10x3 leaves out: 2 3 5 6 8 9
/// kUsage errors name the item.
Result<std::vector<int>> parse_frames(std::string_view text);

/// The shortest text of that kind, in the same order: parse_frames() reads it back to `frames`,
/// which holds no frame twice. "" for none.
std::string format_frames(const std::vector<int>& frames);

}  // namespace weft
