// The loops of reductions: one collects rows in states, the other makes rows of what they come to.
#pragma once

#include "emit/writer.h"
#include "plan/plan.h"

namespace weft {

/// Prints the function of a kReduce or kResult loop under the name `symbol`. Needs the scalar form
/// of the reduction's text beside the loop's own.
void print_reduction_loop(const Plan& plan, const Loop& loop, const std::string& symbol,
                          Writer& out);

}  // namespace weft
