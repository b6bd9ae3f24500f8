// The reach of an input whose radii and offsets a run brings along, as a GPU kernel takes it.
#pragma once

#include <cstddef>
#include <vector>

#include "plan/bound_graph.h"

namespace weft {

/// The longest list of offsets that may be an argument: a launch has room for few.
inline constexpr std::size_t kMaxGpuOffsets = 64;

/// Radius, RadiusX, RadiusY, Count, and x and y of each offset; as many as the most offsets need.
/// Empty where the reach is a constant of the kernel.
std::vector<int> gpu_reach_arguments(const StageInput& input);

}  // namespace weft
