// What a group asks of a GPU: the input of the model of time, with the work that neighbouring tiles
// do twice.
#pragma once

#include "models/gpu_time.h"
#include "passes/gpu/kernel_work.h"
#include "plan/gpu_plan.h"

namespace weft {

/// For the team, tile and block that the kernel has; of a compiled one with the instructions
/// that the compiler has added.
GpuWork group_work(const GpuPlan& plan, const GpuKernel& kernel);

/// What an element of the results takes under kNaive, whatever scheme the group has: all loops of
/// shared memory together, halos included.
BorderInstructions group_border_instructions(const GpuPlan& plan, const GpuKernel& kernel);

/// Instructions of the group's text, each once, by the model: all forms that borders and bodies ask
/// for. Loops over elements of a tile are printed once, those of bodies in registers are unrolled.
double group_text_instructions(const GpuPlan& plan, const GpuKernel& kernel);

/// Elements that a loop computes for each element of the tile that is its level's own: above 1
/// where it has a halo. Whole iterations of the team's threads count: idle ones take as long.
double redundancy(const GpuKernel& kernel, const GroupLoop& loop);

}  // namespace weft
