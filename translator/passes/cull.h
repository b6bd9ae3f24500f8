// The first pass of every list.
#pragma once

#include "passes/context.h"

namespace weft {

/// Removes stages whose pictures nobody needs.
Plan cull(Plan plan, const PlanContext&, Decisions&);

}  // namespace weft
