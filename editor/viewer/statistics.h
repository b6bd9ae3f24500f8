// What the numbers of a picture are: extremes and means of its planes, and values that are none.
#pragma once

#include <vector>

#include "runtime/picture.h"

namespace weft::editor {

/// Of one plane, over a region. Minimum, maximum and mean are of its finite values; 0 with none.
struct PlaneStatistics {
    float minimum = 0, maximum = 0;
    double mean = 0;
    long long not_finite = 0;  ///< NaN and infinities
    friend bool operator==(const PlaneStatistics&, const PlaneStatistics&) = default;
};

/// One per plane, of what of `region` lies in the picture.
std::vector<PlaneStatistics> statistics(const Picture& picture, const Rect& region);

/// How many pixels have a value that is NaN or infinite.
long long count_not_finite(const Picture& picture);

/// |a - b| where both are, plane by plane; of as many planes as the one with fewer. Where just one
/// of the two values is finite it is infinite; where neither is, 0.
Picture difference(const Picture& a, const Picture& b);

}  // namespace weft::editor
