// Rows that are read where their picture lies, but for their ends.
//
// A picture whose rows are as ours need not be brought into a line buffer to be read at offsets:
// only where taps leave it does a row have to be made, from what the border says. So a row of a
// loop that reads such pictures has a body, which reads them in place, and two ends, which read
// line buffers that hold the pictures' edges alone.
#pragma once

#include "plan/cpu_plan.h"
#include "plan/ranges.h"

namespace weft {

/// Of `columns` of the loop's elements, those in whole vectors all of whose taps, and the vectors
/// around them that a load may take along, lie in what is stored of the pictures. `stored(image)`
/// is that rectangle, empty of a picture whose rows cannot be read in place after all. None, at
/// columns.first, where there is no such vector; all columns where the loop reads nothing in place
/// beside edges.
template <class Stored>
Interval body_columns(const Kernel& kernel, const Loop& loop, Interval columns, Stored stored) {
    const auto whole = [&](int floats) { return floats / kVectorFloats * kVectorFloats; };
    Interval body = columns;
    for (const Read& read : loop.reads) {
        if (!read.line_buffer || !kernel.line_buffers[*read.line_buffer].edges) continue;
        const Rect rows = stored(read.image);
        if (rows.empty()) return {columns.first, columns.first};
        const int before = rows.x0 + (kVectorFloats - 1) - read.x_first - columns.first;
        const int after = rows.x1 - kVectorFloats - read.x_last - columns.first;
        if (before > 0)
            body.first = std::max(body.first, columns.first + whole(before + kVectorFloats - 1));
        if (after < whole(columns.last - columns.first + kVectorFloats - 1))
            body.last = std::min(body.last, columns.first + whole(std::max(after, 0)));
    }
    return body.first < body.last ? body : Interval{columns.first, columns.first};
}

/// Of a line buffer that holds edges, the columns in between, which no loop reads; none at
/// `columns.first`. `loop_columns(l)` are those of a loop's elements in the same tile.
template <class Stored, class Columns>
Interval between_edges(const Kernel& kernel, Id<LineBuffer> line_buffer, Interval columns,
                       Stored stored, Columns loop_columns) {
    const Interval none{columns.first, columns.first};
    if (!kernel.line_buffers[line_buffer].edges) return none;
    Interval between = columns;
    for (const Id<Loop> l : kernel.loops.ids())
        for (const Read& read : kernel.loops[l].reads) {
            const Interval elements = loop_columns(l);
            if (read.line_buffer != line_buffer || elements.first >= elements.last) continue;
            const Interval body = body_columns(kernel, kernel.loops[l], elements, stored);
            if (body.first >= body.last) return none;
            if (body.first > elements.first)
                between.first = std::max(between.first, body.first + read.x_last);
            if (body.last < elements.last)
                between.last = std::min(between.last, body.last + read.x_first);
        }
    return between.first < between.last ? between : none;
}

}  // namespace weft
