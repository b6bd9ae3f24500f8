// How far an animated graph's nodes read, over all frames.
#pragma once

#include <vector>

#include "graph/graph.h"

namespace weft {

/// Of the frames from the first keyframe to the last, one for each set of radii, offsets and other
/// structure that the graph's nodes take on: the graph as it is there. Empty where no frame differs
/// from another in these. Frames at which values do not fit together are left out; of animations
/// of more than kMaxSampledFrames frames so many are looked at, telling_frames() among them.
std::vector<Graph> frame_reaches(const Graph& graph, const Library& library);

inline constexpr int kMaxSampledFrames = 4096;

}  // namespace weft
