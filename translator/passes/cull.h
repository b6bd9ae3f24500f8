// The first pass of every list.
#pragma once

#include "passes/context.h"

namespace weft {

/// Removes stages whose pictures nobody needs.
BoundGraph cull(BoundGraph plan, const PlanContext&, Decisions&);

}  // namespace weft
