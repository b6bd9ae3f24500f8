// Values on the command line that have a form of their own.
#pragma once

#include <string>
#include <string_view>

#include "core/rect.h"
#include "support/result.h"

namespace weft {

/// "x,y,w,h", in pixels, w and h positive; x and y may be negative. kUsage errors show the form.
Result<Rect> parse_region(std::string_view text);

/// "WIDTHxHEIGHT", in pixels, both positive: a rectangle at the origin. kUsage errors show the
/// form.
Result<Rect> parse_size(std::string_view text);

/// Folds a text of several lines into one, for messages.
std::string single_line(std::string_view text);

}  // namespace weft
