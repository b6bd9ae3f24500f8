// Padding a row in a line buffer beyond the left and right ends of the domain.
#pragma once

#include "core/border.h"

namespace weft {

/// Sets row[x - origin] for x in [first, last) outside the domain [lo, hi) to what the border says.
/// The elements inside that the border reads must be in the row already.
/// `beyond`: what a constant border holds.
template <class Sample>
void fill_border(Sample* row, int origin, int first, int last, int lo, int hi, const Border& border,
                 Sample beyond) {
    auto fill = [&](int from, int to) {
        for (int x = from; x < to; ++x) {
            const int source = remap(x, lo, hi, border.mode);
            row[x - origin] = source == kOutside ? beyond : row[source - origin];
        }
    };
    fill(first, last < lo ? last : lo);
    fill(first > hi ? first : hi, last);
}

}  // namespace weft
