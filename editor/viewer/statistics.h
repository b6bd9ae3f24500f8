// What the numbers of a picture are: extremes and means of its planes, and values that are none.
#pragma once

#include <atomic>
#include <vector>

#include "viewer/layer.h"

namespace weft::editor {

/// Of one plane, over a region. Minimum, maximum and mean are of its finite values; 0 with none.
struct PlaneStatistics {
    float minimum = 0, maximum = 0;
    double mean = 0;
    long long not_finite = 0;  ///< NaN and infinities
    friend bool operator==(const PlaneStatistics&, const PlaneStatistics&) = default;
};

/// One per plane, of what is there of `region`.
std::vector<PlaneStatistics> statistics(const Layer& layer, const Rect& region,
                                        const std::atomic<bool>& cancel);

/// How many pixels of `region`, which is in the picture, have a value that is NaN or infinite.
long long count_not_finite(const Picture& picture, const Rect& region);

}  // namespace weft::editor
