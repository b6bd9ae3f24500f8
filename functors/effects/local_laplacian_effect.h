// The nodes that the artist's local Laplacian filter and Halide's share.
#pragma once

#include "graph/image.h"
#include "pixel/luminance.h"

namespace weft::effects {

/// In what the two differ.
struct LocalLaplacian {
    /// Detail beyond black and white is that around black and white, and the coarsest level is the
    /// picture's, as in the paper of 2011: flat areas keep their value.
    bool open = true;
    functors::Luminance grey_of{};
    int margin = 0;  ///< of each level; with 1 levels go on without end
};

/// Local Laplacian filtering (Paris, Hasinoff and Kautz, 2011; Aubry and others, 2014): eight
/// levels of resolution, eight of brightness.
Graph build_local_laplacian(const char* name, const char* summary, const LocalLaplacian& kind);

}  // namespace weft::effects
