// The nodes that multiscale interpolations share, the artist's and both benchmarks'.
#pragma once

#include "graph/image.h"

namespace weft::effects {

/// How the levels end.
struct FillLevels {
    Border border{eClamp, 0};  ///< what is read beyond a level's own elements
    int margin = 0;            ///< of each level; with 1 levels that clamp go on without end
    bool cut = false;          ///< the fourth level ends where the picture does, and is clamped
};

/// Fills what is transparent over ten levels of resolution.
Graph build_fill(const char* name, const char* summary, const FillLevels& kind);

}  // namespace weft::effects
