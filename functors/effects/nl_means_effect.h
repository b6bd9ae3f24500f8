// The nodes that the artist's non-local means and Halide's share.
#pragma once

#include "graph/image.h"

namespace weft::effects {

/// Non-local means (Buades, Coll and Morel, 2005): patches of 7x7 in a search window of 7x7. Where
/// `clamped` the result is kept between 0 and a largest value.
Graph build_nl_means(const char* name, const char* summary, bool clamped);

}  // namespace weft::effects
