// Where lanes of a warp meet: __syncwarp and shuffles.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "runtime/simt/simt_thread.h"

namespace weft {

inline constexpr int kWarpSize = 32;

/// Lets the lanes go on whose partners have all come: a group waits at the same place with the same
/// mask, and holds every lane of the mask that exists. Returns whether any does. A shuffle hands
/// out the values; __syncwarp orders what the lanes did before it.
bool meet(std::span<SimtThreadState> warp);

/// Why `lane`, which waits, was not let go: the lane that does not come, and what it does instead.
struct MissingLane {
    int lane = 0;
    std::string what;
};
MissingLane find_missing_lane(std::span<const SimtThreadState> warp, int lane);

}  // namespace weft
