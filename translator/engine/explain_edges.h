// What passes between the stages of a GPU plan, and what does not pass through memory.
#pragma once

#include <string>

#include "plan/plan.h"

namespace weft {

/// A line for each edge between two stages: its window, whether it is fused, by way of what and how
/// many bytes its reader need not fetch; or why it is not. Then the bytes that fusion keeps out of
/// memory. Empty where no stage reads another.
std::string explain_edges(const Plan& plan);

}  // namespace weft
