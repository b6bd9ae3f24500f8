// The C++ of a batch whose rows go side by side: what several rows read stays in registers.
#pragma once

#include <string>

#include "emit/writer.h"
#include "plan/unroll_and_jam.h"

namespace weft {

/// Prints a loop that is_unrolled_and_jammed() as the function `symbol`; `code`: of LoopText.
void print_side_by_side(const CpuPlan& plan, const Loop& loop, const std::string& symbol,
                        Writer& out, const std::string& code = {});

}  // namespace weft
