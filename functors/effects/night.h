// The night filter as a graph of any number of levels.
#pragma once

#include "graph/graph.h"

namespace weft::effects {

/// The most levels that the published programs use.
inline constexpr int kMaxNightLevels = 4;

/// The stages atrous0, atrous1... of `levels` levels and scoto. Two levels are the program of
/// kernel-fusion, four that of border-partitioning and of the effect "night".
/// Requires 1 <= levels <= kMaxNightLevels.
Graph build_night(int levels);

}  // namespace weft::effects
