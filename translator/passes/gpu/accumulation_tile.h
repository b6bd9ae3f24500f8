// Tiles of an accumulation: what a block of one takes, and how long all of them take (paper:
// gpu-autoscheduler, 4.2, of stages that consume themselves: a reduction's loop is split, and what
// it reads is staged).
#pragma once

#include <string>

#include "models/gpu_time.h"
#include "plan/gpu_plan.h"

namespace weft {

/// What its registers depend on most, besides its name.
std::string accumulation_form(const GpuKernel& kernel);

/// Of a kernel that nobody has compiled yet: what passes from term to term of each of a thread's
/// elements, and what their terms read.
int accumulation_registers(const GpuPlan& plan, const GpuKernel& kernel);

/// The kernel as one of tiles by blocks of that shape: the boxes that its terms read are laid out
/// in shared memory. What is read at the place of no other element, or elsewhere, stays in place.
GpuKernel with_accumulation(const GpuPlan& plan, GpuKernel kernel, int block_u, int block_v,
                            const GpuAccumulation& tile);

/// The work of all its blocks. At the end of a picture they compute the last elements once more.
GpuWork accumulation_work(const GpuPlan& plan, const GpuKernel& kernel);

}  // namespace weft
