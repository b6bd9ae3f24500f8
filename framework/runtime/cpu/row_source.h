// The rows that one read of a loop sees: in a line buffer, or in a picture.
#pragma once

#include <cstddef>
#include <optional>

#include "plan/row_walk.h"
#include "runtime/picture.h"

namespace weft {

/// Floats of a row beyond its elements: alignment before the first, whole vectors after the last.
inline constexpr int kSlackFloats = 48;

/// Rows of floats, or of codes of samples, at a constant stride; of a line buffer the last `depth`
/// rows, in slots that are reused in turn.
struct RowBlock {
    float* base = nullptr;  ///< row `first_row` of plane 0, at column `origin`
    std::ptrdiff_t row_floats = 0, plane_floats = 0;
    int first_row = 0;
    int depth = 0;   ///< slots; 0: one for every row
    int origin = 0;  ///< column of the first sample
    /// Bytes of a sample. Rows of codes are as far apart as of floats, and have their type.
    int sample = sizeof(float);

    /// The slot of `row`.
    int slot(int row) const {
        const int index = row - first_row;
        return depth == 0
                   ? index
                   : static_cast<int>(static_cast<unsigned>(index) % static_cast<unsigned>(depth));
    }
    float* at_slot(int slot, int plane) const {
        return base + slot * row_floats + plane * plane_floats;
    }
    float* row(int y, int plane) const { return at_slot(slot(y), plane); }
    /// The address `samples` samples from `row`.
    float* from(float* row, std::ptrdiff_t samples) const {
        return reinterpret_cast<float*>(reinterpret_cast<std::byte*>(row) + samples * sample);
    }
};

/// A picture's rows of floats, of all planes.
inline RowBlock rows_of(const PictureView& view) {
    constexpr std::ptrdiff_t kFloat = sizeof(float);
    RowBlock rows;
    rows.base = reinterpret_cast<float*>(view.base);
    rows.row_floats = view.y_stride / kFloat;
    rows.plane_floats = view.plane_stride / kFloat;
    rows.first_row = view.domain.y0;
    rows.origin = view.domain.x0;
    return rows;
}

/// One read of a loop, bound to its rows.
struct RowSource {
    const Read* read = nullptr;
    RowBlock rows;
    std::optional<Id<Loop>> loop;           ///< that fills the line buffer; none for pictures
    bool upwards = false;                   ///< that loop goes upwards
    int inside_first = 0, inside_last = 0;  ///< reader rows whose taps all fall inside
    std::ptrdiff_t column = 0;              ///< of the reader's first element within a row

    /// Of the rows that reader row y reads, all inside, the one that was computed first: the line
    /// buffer must still hold it.
    int oldest(int y) const { return y + (upwards ? read->rows.back() : read->rows.front()); }

    /// Writes the pointers for reader row y, whose taps all fall inside, to `slots`.
    void point_inside(int y, int plane, const float** slots) const {
        const int front = read->rows.front();
        const int first = rows.slot(y + front);
        const auto row = [&](int dy) {
            int slot = first + (dy - front);
            if (rows.depth != 0 && slot >= rows.depth) slot -= rows.depth;
            return slot;
        };
        if (!read->slot_rows.empty())
            for (int dy : read->slot_rows) slots = point(row(dy), plane, slots);
        else
            for (int dy : read->rows)
                point(row(dy), plane,
                      slots + std::ptrdiff_t{dy - read->slot_row0} * read->slot_planes);
    }

    /// Writes the pointers to one row of all planes to `slots`; returns the end of what it wrote.
    const float** point(int slot, int plane, const float** slots) const {
        if (read->slot_planes == 1) {
            *slots = rows.from(rows.at_slot(slot, plane), column);
            return slots + 1;
        }
        for (int q = 0; q < read->slot_planes; ++q)
            *slots++ = rows.from(rows.at_slot(slot, q), column);
        return slots;
    }
};

}  // namespace weft
