// The C++ of recurrences: lines that are never split, as many side by side as there are lanes.
#pragma once

#include <string>

#include "emit/writer.h"
#include "plan/cpu_plan.h"

namespace weft {

/// Prints the loop of a recurrence as the function `symbol`, and what it calls before it.
void print_recurrence(const CpuPlan& plan, const Loop& loop, const std::string& symbol,
                      Writer& out);

}  // namespace weft
