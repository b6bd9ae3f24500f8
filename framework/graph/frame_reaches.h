// How far an animated graph's nodes read, over all frames.
#pragma once

#include <vector>

#include "graph/graph.h"

namespace weft {

/// The graph at one frame for each set of radii, offsets and other structure that its nodes take on
/// between the first keyframe and the last. Empty where all frames are alike in these. Frames whose
/// values are not valid together are left out. Of more than kMaxSampledFrames frames only so many
/// are looked at, telling_frames() among them.
std::vector<Graph> frame_reaches(const Graph& graph, const Library& library);

inline constexpr int kMaxSampledFrames = 4096;

}  // namespace weft
