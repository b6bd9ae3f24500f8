// A fused GPU kernel in words and numbers: its tile, its tiles of shared memory, loop by loop.
#pragma once

#include <string>

#include "plan/gpu_plan.h"

namespace weft {

/// Lines of the section of a kernel of the kind kGroup, indented: which team computes which tile,
/// how borders are told apart, what shared memory holds, and what each loop evaluates over which
/// halo, from where each stage reads, and how often an element is computed.
std::string explain_group(const GpuPlan& plan, const GpuKernel& kernel);

}  // namespace weft
