// The night filter as a graph of any number of levels.
#pragma once

#include "graph/graph.h"

namespace weft::effects {

/// The most levels that the published programs use.
inline constexpr int kMaxNightLevels = 4;

/// What a graph of the night filter is called, and says of itself.
struct NightNames {
    const char* name = "night";
    const char* summary = "Shows a scene as eyes see it by night: soft, dim and bluish.";
};

/// The stages atrous0, atrous1... of `levels` levels and scoto. Two levels are the program of
/// kernel-fusion and of the effect "night-two-levels", four that of border-partitioning and of the
/// effect "night", where a control says how many are in use.
/// Requires 1 <= levels <= kMaxNightLevels.
Graph build_night(int levels, const NightNames& names = {});

/// How far values of the night filter in fast mode may be from the reference's.
struct NightTolerance {
    // The exponential's eight squarings multiply a rounding by 256; dividing by a small X
    // multiplies what comes in, and next to X = 0 the result is black on one side and clipped on
    // the other.
    static constexpr double kAbsolute = 2e-4, kRelative = 2e-4, kOutliers = 2e-3;
};

}  // namespace weft::effects
