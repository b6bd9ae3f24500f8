// Synchronisation of the lanes of a warp: __syncwarp and shuffles.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "runtime/simt/simt_thread.h"

namespace weft {

inline constexpr int kWarpSize = 32;

/// Releases complete groups of waiting lanes: at the same place, with the same mask, and with every
/// lane of the mask that exists. Shuffles exchange their values; __syncwarp orders what the lanes
/// did before it. Returns whether any lane was released.
bool meet(std::span<SimtThreadState> warp);

/// Why a waiting lane was not released: a lane of its mask that does not come, and what that does
/// instead.
struct MissingLane {
    int lane = 0;
    std::string what;
};
MissingLane find_missing_lane(std::span<const SimtThreadState> warp, int lane);

}  // namespace weft
