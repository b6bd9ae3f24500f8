#include "runtime/cpu/row_moves.h"

#include <algorithm>

#include "core/types.h"
#include "runtime/cpu/code_run.h"

namespace weft {

namespace {

/// Inside the domain; interleaved planes in one go.
template <class Sample>
void load_inside(const PictureView& view, int y, Interval columns, OutsidePlanes planes,
                 Sample* const* rows) {
    if (columns.first >= columns.last) return;
    Sample* to[kMaxPlanes];
    for (int p = 0; p < planes.count; ++p) to[p] = rows[p] + columns.first;
    if (planes.count == view.planes && planes.count > 1)
        load_rows(view, y, columns.first, columns.last, to);
    else
        for (int p = 0; p < planes.count; ++p)
            load_row(view, y, planes.first + p, columns.first, columns.last, to[p]);
}

}  // namespace

template <class Sample>
void load_columns(const PictureView& view, const Rect& domain, const Border& border, int y,
                  Interval columns, OutsidePlanes planes, Sample* const* rows) {
    if (columns.first >= columns.last) return;
    const auto beyond = sample_of<Sample>(border.value);
    const int source = remap(y, domain.y0, domain.y1, border.mode);
    if (source == kOutside) {
        for (int p = 0; p < planes.count; ++p)
            // The caller has set a row for each plane.
            // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult)
            std::fill(rows[p] + columns.first, rows[p] + columns.last, beyond);
        return;
    }
    const Interval inside{std::max(columns.first, domain.x0), std::min(columns.last, domain.x1)};
    load_inside(view, source, inside, planes, rows);
    // Beyond a side all columns are alike, but where the picture repeats or reflects.
    const bool alike = border.mode == eClamp || border.mode == eConstant;
    const auto load_outside = [&](int from, int to) {
        for (int x = from; x < (alike ? std::min(from + 1, to) : to); ++x) {
            const int sx = remap(x, domain.x0, domain.x1, border.mode);
            for (int p = 0; p < planes.count; ++p)
                if (sx == kOutside)
                    rows[p][x] = beyond;
                else if (inside.first <= sx && sx < inside.last)
                    rows[p][x] = rows[p][sx];
                else
                    load_row(view, source, planes.first + p, sx, sx + 1, rows[p] + x);
        }
        if (alike && from < to)
            for (int p = 0; p < planes.count; ++p)
                std::fill(rows[p] + from + 1, rows[p] + to, rows[p][from]);
    };
    load_outside(columns.first, std::min(columns.last, domain.x0));
    load_outside(std::max(columns.first, domain.x1), columns.last);
}

template <class Sample>
void store_columns(const PictureView& view, int y, Interval columns, OutsidePlanes planes,
                   const Sample* const* rows, Stores stores) {
    const int first = columns.first, last = columns.last;
    if (planes.count == view.planes && planes.count > 1)
        store_rows(view, y, first, last, rows, stores);
    else
        for (int p = 0; p < planes.count; ++p)
            store_row(view, y, planes.first + p, first, last, rows[p], stores);
}

#define WEFT_MOVES_ROWS(Sample)                                                               \
    template void load_columns(const PictureView&, const Rect&, const Border&, int, Interval, \
                               OutsidePlanes, Sample* const*);                                \
    template void store_columns(const PictureView&, int, Interval, OutsidePlanes,             \
                                const Sample* const*, Stores);
WEFT_MOVES_ROWS(float)
WEFT_MOVES_ROWS(std::uint8_t)
WEFT_MOVES_ROWS(std::uint16_t)

}  // namespace weft
