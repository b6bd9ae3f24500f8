// The reach of an input whose radii and offsets a run brings along, as kernels take it.
//
// Numbers in this order: Radius, RadiusX, RadiusY, Count, then the offsets; as many as the most
// offsets of any run need. Empty where the reach is a constant of the kernel.
#pragma once

#include <cstddef>
#include <vector>

#include "plan/bound_graph.h"

namespace weft {

/// The longest list of offsets that may be an argument of a GPU kernel: a launch has room for few.
inline constexpr std::size_t kMaxGpuOffsets = 64;

/// Of a CPU kernel, which finds an offset's row by a slot: x of each offset.
std::vector<int> cpu_reach_arguments(const StageInput& input);

/// Of a GPU kernel: x and y of each offset, with room for one at least.
std::vector<int> gpu_reach_arguments(const StageInput& input);

}  // namespace weft
