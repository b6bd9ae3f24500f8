#include "runtime/cpu/line_buffers.h"

#include "plan/in_place.h"
#include "runtime/cpu/border_fill.h"
#include "runtime/cpu/code_run.h"
#include "runtime/cpu/with_samples.h"

namespace weft {

namespace {

RowBlock carved(const Kernel& kernel, const TileRanges& ranges, Id<LineBuffer> id, int sample,
                Workspace& workspace) {
    const LineBuffer& buffer = kernel.line_buffers[id];
    const Rect& range = ranges.loops[buffer.loop];
    const Interval columns = ranges.line_buffer_columns[id];
    RowBlock rows;
    rows.first_row = range.y0;
    rows.depth = buffer.depth;
    rows.row_floats = buffer.row_samples;
    rows.plane_floats = static_cast<std::ptrdiff_t>(buffer.depth) * buffer.row_samples;
    // Where the first element computed falls on a vector boundary: where rows are loaded, of those
    // who read them.
    const int first = kernel.loops[buffer.loop].kind == LoopKind::kLoad
                          ? first_reader(kernel, ranges, id, range.x0)
                          : range.x0;
    const int vector = kVectorFloats * static_cast<int>(sizeof(float)) / sample;
    const int lead = (columns.first - first) & (vector - 1);
    rows.sample = sample;
    rows.origin = columns.first - lead;
    const int planes = kernel.planes_outer ? 1 : buffer.planes;
    rows.base = workspace.carve(static_cast<std::size_t>(rows.plane_floats) * planes);
    return rows;
}

/// The write that copies rows out of the line buffer, where no loop does anything else with them.
const Write* only_store(const Kernel& kernel, Id<LineBuffer> id) {
    const Write* store = nullptr;
    for (const Loop& loop : kernel.loops)
        for (const Read& read : loop.reads) {
            if (read.line_buffer != id) continue;
            if (loop.kind != LoopKind::kStore || store != nullptr) return nullptr;
            store = &loop.writes.front();
        }
    return store;
}

/// Whole vectors of each row of codes, where these are neighbours in the one picture that they are
/// stored to. Rows that go around the caches are left to their store, which aligns them.
std::optional<PlacedRows> placed_rows(const KernelRun& run, const TileRanges& ranges,
                                      Id<LineBuffer> id) {
    const LineBuffer& buffer = run.kernel.line_buffers[id];
    const Rect& made = ranges.loops[buffer.loop];
    if (run.rows() == SampleFormat::kFloat || made.empty()) return {};
    if (run.kernel.loops[buffer.loop].kind != LoopKind::kParallel) return {};
    const Write* const store = only_store(run.kernel, id);
    if (store == nullptr || store->non_temporal) return {};
    const std::vector<BoundPicture>& to = run.destinations[store->image];
    if (to.size() != 1 || !to.front().view.domain.contains(made)) return {};
    const PictureView& view = to.front().view;
    const int sample = sample_size(run.rows());
    if (view.format != run.rows() || view.x_stride != sample || !is_sample_grid(view)) return {};
    const int lanes = kVectorFloats * static_cast<int>(sizeof(float)) / sample;
    return PlacedRows{&view, {made.x0, made.x0 + made.width() / lanes * lanes}};
}

}  // namespace

LineBuffers::LineBuffers(const KernelRun& run, const TileRanges& ranges, Workspace& workspace)
    : run_(run), ranges_(ranges) {
    const auto columns = [&](Id<Loop> l) {
        return Interval{ranges.loops[l].x0, ranges.loops[l].x1};
    };
    const auto stored = [&](Id<PlanImage> image) { return run.stored(image); };
    for (const Id<LineBuffer> id : run.kernel.line_buffers.ids()) {
        rows_.add(carved(run.kernel, ranges, id, sample_size(run.rows()), workspace));
        between_edges_.add(weft::between_edges(
            run.kernel, id, columns(run.kernel.line_buffers[id].loop), stored, columns));
        placed_.add(placed_rows(run, ranges, id));
    }
}

void LineBuffers::pad(Id<LineBuffer> id, int y, int plane) const {
    const LineBuffer& spec = run_.kernel.line_buffers[id];
    if (!spec.padded) return;
    const RowBlock& rows = rows_[id];
    const Interval columns = ranges_.line_buffer_columns[id];
    const Rect& domain = run_.plan.images[spec.image].shape.domain;
    if (columns.first >= domain.x0 && columns.last <= domain.x1) return;
    with_samples(run_.rows(), [&]<class Sample>(Sample) {
        fill_border(reinterpret_cast<Sample*>(rows.row(y, plane)), rows.origin, columns.first,
                    columns.last, domain.x0, domain.x1, spec.border,
                    sample_of<Sample>(spec.border.value));
    });
}

}  // namespace weft
