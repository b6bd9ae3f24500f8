// The nodes that both benchmarks' bilateral grids share.
#pragma once

#include "graph/image.h"

namespace weft::effects {

/// Smooths luminance by a bilateral grid of cells that are centred, as Halide's, or begin at their
/// corner, as PolyMage's.
Graph build_bilateral_grid(const char* name, const char* summary, bool centred);

}  // namespace weft::effects
