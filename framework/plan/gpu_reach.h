// The reach of an input whose radii and offsets a run brings along, as a GPU kernel takes it.
#pragma once

#include <cstddef>
#include <vector>

#include "plan/bound_graph.h"

namespace weft {

/// Of a list of offsets that is an argument: what a launch carries has room for few of them.
inline constexpr std::size_t kMaxGpuOffsets = 64;

/// Radius, RadiusX, RadiusY, Count, and x and y of each offset; as many as the most offsets need.
/// Empty where the reach is a constant of the kernel.
std::vector<int> gpu_reach_arguments(const StageInput& input);

}  // namespace weft
