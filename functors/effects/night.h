// The night filter as a graph of any number of levels.
#pragma once

#include "effects/builtin.h"
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

/// The effect of that name, which `build` builds, with the tolerance of the night filter.
Effect night_effect(const NightNames& names, Graph (*build)());

}  // namespace weft::effects
