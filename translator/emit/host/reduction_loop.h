// The loops of reductions: one collects rows in states, the other makes rows of what they come to.
#pragma once

#include <optional>
#include <string>

#include "emit/writer.h"
#include "plan/cpu_plan.h"

namespace weft {

/// Prints the function of a kReduce or kResult loop under the name `symbol`. Needs the scalar form
/// of the reduction's text beside the loop's own. Where `timed_part` is given and the loop has
/// several stages, it reads the clock after each: theirs are the sections of the kernel that
/// follow.
void print_reduction_loop(const CpuPlan& plan, const Loop& loop, std::optional<int> timed_part,
                          const std::string& symbol, Writer& out);

}  // namespace weft
