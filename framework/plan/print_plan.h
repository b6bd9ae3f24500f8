// A plan as text, whatever passes have made of it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "plan/plan.h"

namespace weft {

/// "clamp"; "constant 0.5".
std::string border_text(const Border& border);

/// All of `plan` that passes decide, a line each: pictures, stages, then kernels with their loops,
/// line buffers and shapes. What a pass has not decided yet is left out. Equal plans give equal
/// texts.
std::string to_text(const CpuPlan& plan);
std::string to_text(const GpuPlan& plan);
std::string to_text(const Plan& plan);

/// What there is of what: {"kernels", 3}, {"line buffers", 12}, ..., in an order that is the same
/// for all plans of a kind of device.
using PlanCounts = std::vector<std::pair<std::string, long long>>;
PlanCounts counts_of(const Plan& plan);

}  // namespace weft
