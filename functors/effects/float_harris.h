// Harris's corner measure as PolyMage and Halide compute it, on floats.
#pragma once

#include "graph/image.h"

namespace weft::effects {

/// Records the stages on `grey`: Sobel's derivatives divided by 12, their products, sums of those
/// over three by three, and det - k trace^2, which is the graph's output.
void record_float_harris(GraphBuilder& build, const Image& grey);

/// Offers that measure's control.
void add_float_harris_controls(GraphBuilder& build);

}  // namespace weft::effects
