#include "plan/ranges.h"

#include <algorithm>
#include <ranges>

#include "core/scale.h"
#include "plan/scan_restarts.h"

namespace weft {

namespace {

Interval rows_of(const Rect& r) { return {r.y0, r.y1}; }
Interval columns_of(const Rect& r) { return {r.x0, r.x1}; }
Rect rect_of(Interval columns, Interval rows) {
    const Rect r{columns.first, rows.first, columns.last, rows.last};
    return r.empty() ? Rect{} : r;
}

Interval hull(Interval a, Interval b) {
    if (a.first >= a.last) return b;
    if (b.first >= b.last) return a;
    return {std::min(a.first, b.first), std::max(a.last, b.last)};
}

/// The part of the read image's domain that `readers`, elements of the reader, land on. Where its
/// columns all lie beyond a constant border one is kept, so that the rows are made, and padded with
/// the constant.
Rect landing(const CpuPlan& plan, const Read& read, const Rect& readers) {
    const Rect& domain = plan.images[read.image].shape.domain;
    const Rect range = scaled(read.scale_x, read.scale_y, readers);
    Interval columns = footprint(columns_of(range), read.x_first, read.x_last, columns_of(domain),
                                 read.border.mode);
    if (columns == Interval{})
        columns =
            footprint(columns_of(range), read.x_first, read.x_last, columns_of(domain), eClamp);
    return rect_of(columns, footprint(rows_of(range), read.rows.front(), read.rows.back(),
                                      rows_of(domain), read.border.mode));
}

/// What `readers` ask for, before any border is applied.
Rect asked(const Read& read, const Rect& readers) {
    const Rect range = scaled(read.scale_x, read.scale_y, readers);
    return {range.x0 + read.x_first, range.y0 + read.rows.front(), range.x1 + read.x_last,
            range.y1 + read.rows.back()};
}

Rect with_restart(const Loop& loop, const Rect& range) {
    if (!loop.is_scan()) return range;
    const Axis axis = loop.kind == LoopKind::kVerticalScan ? eVertical : eHorizontal;
    return advanced_over(range, loop.domain, axis, loop.restart_period, loop.backwards);
}

}  // namespace

TileRanges tile_ranges(const CpuPlan& plan, const Kernel& kernel, const Rect& tile) {
    TileRanges ranges;
    ranges.loops.resize(kernel.loops.size());
    ranges.line_buffer_columns.resize(kernel.line_buffers.size());

    auto output_region = [&](Id<PlanImage> image) {
        for (const KernelOutput& output : kernel.outputs)
            if (output.image == image) return intersect(tile, output.region);
        return Rect{};
    };

    for (const Id<Loop> l : std::views::reverse(kernel.loops.ids())) {
        const Loop& loop = kernel.loops[l];
        for (const Write& write : loop.writes)
            if (!write.line_buffer)
                ranges.loops[l] = hull(ranges.loops[l], output_region(write.image));
        ranges.loops[l] = with_restart(loop, ranges.loops[l]);
        const Rect range = ranges.loops[l];
        if (range.empty()) continue;

        for (const Write& write : loop.writes)
            if (write.line_buffer)
                ranges.line_buffer_columns[*write.line_buffer] =
                    hull(ranges.line_buffer_columns[*write.line_buffer], columns_of(range));
        for (const Read& read : loop.reads) {
            if (!read.line_buffer) continue;
            const Rect wanted = asked(read, range);
            Interval& columns = ranges.line_buffer_columns[*read.line_buffer];
            columns = hull(columns, columns_of(wanted));
            Rect& source = ranges.loops[kernel.line_buffers[*read.line_buffer].loop];
            source = hull(source, read.virtual_rows ? wanted : landing(plan, read, range));
        }
    }
    return ranges;
}

int first_reader(const Kernel& kernel, const TileRanges& ranges, Id<LineBuffer> line_buffer,
                 int otherwise) {
    for (const Id<Loop> l : kernel.loops.ids())
        for (const Read& read : kernel.loops[l].reads)
            if (read.line_buffer == line_buffer && read.scale_x == Scale{} &&
                !ranges.loops[l].empty())
                return ranges.loops[l].x0;
    return otherwise;
}

Rect region_required(const CpuPlan& plan, const Kernel& kernel, const TileRanges& ranges,
                     Id<PlanImage> image) {
    Rect need;
    for (const Id<Loop> l : kernel.loops.ids())
        for (const Read& read : kernel.loops[l].reads)
            if (!read.line_buffer && read.image == image && !ranges.loops[l].empty())
                need = hull(need, landing(plan, read, ranges.loops[l]));
    return need;
}

}  // namespace weft
