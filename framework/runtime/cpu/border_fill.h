// Padding a row in a line buffer: the elements left and right of the domain.
#pragma once

#include "core/border.h"

namespace weft {

/// Fills row[x - origin] for x in [first, last) outside [lo, hi) by the border, from elements of
/// the same row inside. Those that the border lands on must be there.
inline void fill_border(float* row, int origin, int first, int last, int lo, int hi,
                        const Border& border) {
    auto fill = [&](int from, int to) {
        for (int x = from; x < to; ++x) {
            const int source = remap(x, lo, hi, border.mode);
            row[x - origin] = source == kOutside ? border.value : row[source - origin];
        }
    };
    fill(first, last < lo ? last : lo);
    fill(first > hi ? first : hi, last);
}

}  // namespace weft
