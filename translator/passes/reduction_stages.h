// A reduction as two stages of a plan: one that collects, and one that tells what it came to.
#pragma once

#include "plan/plan.h"

namespace weft {

/// Adds `stage`, a bound reduction whose outputs are the plan's images already, as two stages, and
/// an image for the states between them: one of each leaf on a CPU, of each of its lanes on a GPU.
/// `elements`: what is combined.
Plan with_reduction(Plan plan, Stage stage, const Rect& elements, bool gpu);

/// Whether some loop of the kernel collects elements: its tiles are then whole leaves.
bool reduces(const Kernel& kernel);

}  // namespace weft
