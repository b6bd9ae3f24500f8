// What a group copies from memory to tiles before it computes, and its barriers.
#pragma once

#include "plan/gpu_plan.h"

namespace weft {

/// A group that first copies kernel.inputs[input] to a tile and reads it there, wherever its loops
/// may: one that repeats reads elements of the far side, which only a tile that repeats alike
/// holds. The group as it is where a tile would take elements that are not stored.
GpuKernel with_copied_input(const GpuPlan& plan, const GpuKernel& in_memory, Id<GpuInput> input);

/// The same for all inputs, one after another.
GpuKernel with_copied_inputs(const GpuPlan& plan, GpuKernel kernel);

/// Marks the loops that read what has been written since the last barrier. A later loop reads a
/// tile of every loop but the last, so that the last may store from any tile.
GpuGroup with_barriers(GpuGroup group);

}  // namespace weft
