// Copies rows between pictures outside a kernel and its line buffers.
#pragma once

#include "core/border.h"
#include "graph/regions.h"
#include "runtime/convert.h"
#include "runtime/picture.h"

namespace weft {

/// Planes first to first + count - 1 of a picture.
struct OutsidePlanes {
    int first = 0, count = 1;
};

// Sample is float, or std::uint8_t or std::uint16_t for rows of codes (runtime/convert.h).

/// Fills rows[p][x], for x in `columns`, with row y of the planes; outside `domain` by `border`.
/// `view` must hold what is read inside.
template <class Sample>
void load_columns(const PictureView& view, const Rect& domain, const Border& border, int y,
                  Interval columns, OutsidePlanes planes, Sample* const* rows);

/// Writes columns.last - columns.first elements of each row to row y of the planes, from
/// columns.first on.
template <class Sample>
void store_columns(const PictureView& view, int y, Interval columns, OutsidePlanes planes,
                   const Sample* const* rows, Stores stores);

}  // namespace weft
