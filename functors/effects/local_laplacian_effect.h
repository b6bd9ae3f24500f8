// The nodes that the artist's local Laplacian filter and Halide's share.
#pragma once

#include "graph/image.h"

namespace weft::effects {

/// Local Laplacian filtering (Paris, Hasinoff and Kautz, 2011; Aubry and others, 2014): eight
/// levels of resolution, eight of brightness. Where the range is `open`, detail beyond black and
/// white is that around black and white, and the coarsest level is the picture's, as in the paper
/// of 2011: flat areas keep their value.
Graph build_local_laplacian(const char* name, const char* summary, bool open);

}  // namespace weft::effects
