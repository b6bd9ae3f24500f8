// What a thread does with its segment of a scan.
#pragma once

#include "emit/cuda/element_text.h"

namespace weft {

/// Prints `advance`: a moving average from restart to restart, or a recurrence along a whole line.
void print_segment(const ElementText& text, Writer& out);

}  // namespace weft
