// Levels of Gaussian and Laplacian pyramids, recorded as nodes.
#pragma once

#include <vector>

#include "graph/image.h"
#include "pyramid/double.h"
#include "pyramid/halve.h"

namespace weft::effects {

/// Half the resolution on both axes, rows first, with so many elements more at either end.
Image record_halved(const Image& picture, functors::Halve::Filter filter, int margin = 0);

/// Twice the resolution on both axes, as large as `like`.
Image record_doubled(const Image& picture, const Image& like, functors::Double::Filter filter);

/// A picture and its halves, `count` levels in all, as nodes of a scope of that name. A margin of 1
/// makes levels that clamp go on without end, as Halide's do.
std::vector<Image> record_levels(GraphBuilder& build, const Image& picture, const char* scope,
                                 int count, functors::Halve::Filter filter, int margin = 0);

}  // namespace weft::effects
