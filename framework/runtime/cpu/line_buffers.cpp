#include "runtime/cpu/line_buffers.h"

#include "plan/in_place.h"
#include "runtime/cpu/border_fill.h"

namespace weft {

namespace {

RowBlock carved(const Kernel& kernel, const TileRanges& ranges, int index, Workspace& workspace) {
    const LineBuffer& buffer = kernel.line_buffers[index];
    const Rect& range = ranges.loops[buffer.loop];
    const Interval columns = ranges.line_buffer_columns[index];
    RowBlock rows;
    rows.first_row = range.y0;
    rows.depth = buffer.depth;
    rows.row_floats = buffer.row_samples;
    rows.plane_floats = static_cast<std::ptrdiff_t>(buffer.depth) * buffer.row_samples;
    // Where the first element computed falls on a vector boundary: where rows are loaded, of those
    // who read them.
    const int first = kernel.loops[buffer.loop].kind == LoopKind::kLoad
                          ? first_reader(kernel, ranges, index, range.x0)
                          : range.x0;
    const int lead = (columns.first - first) & (kVectorFloats - 1);
    rows.origin = columns.first - lead;
    const int planes = kernel.planes_outer ? 1 : buffer.planes;
    rows.base = workspace.carve(static_cast<std::size_t>(rows.plane_floats) * planes);
    return rows;
}

}  // namespace

LineBuffers::LineBuffers(const KernelRun& run, const TileRanges& ranges, Workspace& workspace)
    : run_(run), ranges_(ranges) {
    const auto columns = [&](std::size_t l) {
        return Interval{ranges.loops[l].x0, ranges.loops[l].x1};
    };
    const auto stored = [&](int image) { return run.stored(image); };
    for (int i = 0; i < static_cast<int>(run.kernel.line_buffers.size()); ++i) {
        rows_.push_back(carved(run.kernel, ranges, i, workspace));
        between_edges_.push_back(weft::between_edges(
            run.kernel, i, columns(static_cast<std::size_t>(run.kernel.line_buffers[i].loop)),
            stored, columns));
    }
}

void LineBuffers::pad(int index, int y, int plane) const {
    const LineBuffer& spec = run_.kernel.line_buffers[index];
    if (!spec.padded) return;
    const RowBlock& rows = rows_[static_cast<std::size_t>(index)];
    const Interval columns = ranges_.line_buffer_columns[index];
    const Rect& domain = run_.plan.images[spec.image].shape.domain;
    if (columns.first >= domain.x0 && columns.last <= domain.x1) return;
    fill_border(rows.row(y, plane), rows.origin, columns.first, columns.last, domain.x0, domain.x1,
                spec.border);
}

}  // namespace weft
