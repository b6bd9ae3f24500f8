// The C++ of a batch whose rows go side by side: what several rows read stays in registers.
#pragma once

#include <string>

#include "emit/writer.h"
#include "plan/side_by_side.h"

namespace weft {

/// Prints a loop that goes_side_by_side() as the function `symbol`.
void print_side_by_side(const Plan& plan, const Loop& loop, const std::string& symbol, Writer& out);

}  // namespace weft
