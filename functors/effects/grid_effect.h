// The nodes that the artist's bilateral grid and both benchmarks' share.
#pragma once

#include "graph/image.h"

namespace weft::effects {

struct BilateralGrid {
    bool centred =
        true;  ///< cells lie around a pixel, as Halide's; else they begin there, as PolyMage's
    bool open = true;  ///< what exceeds black and white stays in the result
};

/// Smooths luminance by a bilateral grid.
Graph build_bilateral_grid(const char* name, const char* summary, const BilateralGrid& kind);

}  // namespace weft::effects
