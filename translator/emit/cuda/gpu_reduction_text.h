// What threads do in the two kernels of a reduction: collect states, and make results of them.
#pragma once

#include "emit/cuda/element_text.h"

namespace weft {

/// Prints `save`, `read` and `combine`, and `collect` of a kReduce kernel or `result` of a kResult
/// one.
void print_reduction(const ElementText& text, Writer& out);

}  // namespace weft
