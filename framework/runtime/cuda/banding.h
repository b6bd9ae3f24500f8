// Cuts a request into horizontal bands, computed one after another for want of memory.
#pragma once

#include <vector>

#include "core/rect.h"

namespace weft {

/// `regions`, one per output and none empty, cut at the same `count` heights of their hull:
/// result[band][output]. Bands together cover each region. An output that a band does not reach
/// gets its own first row again: a request for nothing would mean all of it.
std::vector<std::vector<Rect>> band_regions(const std::vector<Rect>& regions, int count);

/// The most bands: one row each.
int most_bands(const std::vector<Rect>& regions);

}  // namespace weft
