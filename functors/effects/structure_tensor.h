// The eight stages that Hipacc's corner detectors share.
#pragma once

#include "graph/image.h"

namespace weft::effects {

/// The smoothed structure tensor: squares and product of the derivatives along x and y.
struct StructureTensor {
    Image xx, yy, xy;
};

/// Records the stages dx, dy, sx, sy, sxy, gx, gy and gxy on `input`, as Hipacc's programs do.
/// Derivatives are Prewitt's on bytes, divided by 6 and kept as whole numbers; their products are
/// smoothed by the binomial mask (1, 2, 1)x(1, 2, 1)/16 and kept as whole numbers too.
StructureTensor record_structure_tensor(GraphBuilder& build, const Image& input);

}  // namespace weft::effects
