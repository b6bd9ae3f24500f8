// Checks that what a group reads is stored or lies in its tiles, before its stages become a kernel.
#pragma once

#include <string>

#include "plan/gpu_plan.h"

namespace weft {

/// Why the group's loops would read where nothing is stored, or what is not meant; "" where all
/// reads are sound. The kernel has its inputs, loops and tiles.
std::string why_reads_leave(const GpuPlan& plan, const GpuKernel& kernel);

}  // namespace weft
