// The nodes that both benchmarks' multiscale interpolations share.
#pragma once

#include "graph/image.h"

namespace weft::effects {

/// Fills what is transparent over ten levels of resolution. Beyond a level's own elements it reads
/// what `border` says.
Graph build_fill(const char* name, const char* summary, Border border);

}  // namespace weft::effects
