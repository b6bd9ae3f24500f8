// Levels of Gaussian and Laplacian pyramids, recorded as nodes.
#pragma once

#include "graph/image.h"
#include "pyramid/double.h"
#include "pyramid/halve.h"

namespace weft::effects {

/// Half the resolution on both axes, rows first.
Image record_halved(const Image& picture, functors::Halve::Filter filter);

/// Twice the resolution on both axes, as large as `like`.
Image record_doubled(const Image& picture, const Image& like, functors::Double::Filter filter);

}  // namespace weft::effects
