// The C++ of an accumulation on the host: terms of a tile of results are added in registers.
#pragma once

#include <string>

#include "emit/writer.h"
#include "plan/register_tile.h"

namespace weft {

/// Prints a loop that has a register_tile() as the function `symbol`.
void print_register_tile(const CpuPlan& plan, const Loop& loop, const std::string& symbol,
                         Writer& out);

}  // namespace weft
