// The choice among the variants of a kernel for the regions of a picture (paper:
// border-partitioning, listing 3).
#pragma once

#include <functional>
#include <string>

#include "emit/writer.h"
#include "plan/gpu_group.h"

namespace weft {

/// Which sides a variant checks, as preamble/gpu/sides.h has them: every one.
inline constexpr int kAllSides = 15;

/// Prints which call is made, by the variable `sides`: of kBody one of two, otherwise one of the
/// nine regions', and of all sides where a picture is too small for them. `call` gives the call of
/// the variant that checks those sides. Not for kNaive.
void print_regions(BorderScheme scheme, const std::function<std::string(int sides)>& call,
                   Writer& out);

}  // namespace weft
