#include "runtime/cpu/tile_run.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "plan/in_place.h"
#include "plan/kernel_sections.h"
#include "plan/reach_arguments.h"
#include "runtime/convert.h"
#include "runtime/cpu/constant_rows.h"
#include "runtime/cpu/leaves.h"
#include "runtime/cpu/line_buffers.h"
#include "runtime/cpu/pixel_run.h"
#include "runtime/cpu/row_moves.h"
#include "runtime/cpu/row_source.h"
#include "runtime/cpu/with_samples.h"

namespace weft {

namespace {

StoredAs stored_as(SampleFormat format) {
    switch (format) {
        case SampleFormat::kU8: return kStoredU8;
        case SampleFormat::kU16: return kStoredU16;
        case SampleFormat::kHalf: return kStoredHalf;
        case SampleFormat::kFloat: break;
    }
    return kStoredFloat;
}

/// Columns of a loop's rows, and where each of its reads finds what it needs for them.
struct RowPart {
    Interval columns;
    std::vector<RowSource> sources;
    std::vector<long> prefetch;  // by read: RowArgs::prefetch
    bool placed = false;         // results go where PlacedRows say, if their line buffer has such
};

/// Pointers of one loop, refilled for every part of a row.
struct LoopState {
    Rect range;
    std::vector<RowPart> parts;
    std::vector<const float*> in;
    std::vector<float*> out;
    std::vector<const void*> members;
    std::vector<int> reaches;
    std::vector<float*> state;  // state_rows pointers per plane
    float* scratch = nullptr;
    std::vector<PictureArgs> pictures;
};

class TileRun {
  public:
    TileRun(const KernelRun& run, const Rect& tile, int plane, Workspace& workspace,
            Profiler* profiler)
        : run_(run),
          plan_(run.plan),
          kernel_(run.kernel),
          tile_(tile),
          plane_(plane),
          workspace_(restarted(workspace)),
          profiler_(profiler),
          ranges_(tile_ranges(run.plan, run.kernel, tile)),
          walk_(run.plan, run.kernel, ranges_, *this),
          pixels_(PixelRun::over(run, ranges_)),
          line_buffers_(run, ranges_, workspace_),
          constants_(run.kernel, ranges_, run.rows()),
          functions_(run.codes.functions != nullptr ? *run.codes.functions : run.functions) {
        carve_loops();
    }

    TileOutcome run() {
        walk_.run(tile_);
        return outcome_;
    }

    /// Called by the walk: computes rows y to y + count - 1 of `loop`.
    bool rows(Id<Loop> loop, int y, int count) {
        if (outcome_ = run_.outcome(); outcome_ != TileOutcome::kDone) return false;
        if (run_.progress != nullptr) run_.progress->in_between();
        if (pixels_) {
            if (loop == pixels_->loop())
                for (int i = 0; i < count; ++i) compute_pixels(y + i);
            return true;
        }
        switch (kernel_.loops[loop].kind) {
            case LoopKind::kLoad: moved(loop, [&] { load(loop, y, count); }); break;
            case LoopKind::kCopy: moved(loop, [&] { copy(loop, y); }); break;
            case LoopKind::kStore: moved(loop, [&] { store(loop, y); }); break;
            case LoopKind::kParallel:
            case LoopKind::kVerticalScan:
            case LoopKind::kHorizontalScan:
            case LoopKind::kReduce:
            case LoopKind::kResult: compute(loop, y, count); break;
        }
        return outcome_ == TileOutcome::kDone;
    }

  private:
    static Workspace& restarted(Workspace& workspace) {
        workspace.restart();
        return workspace;
    }

    /// Moves a row, and counts the time where it is to be counted.
    template <class Move>
    void moved(Id<Loop> loop, Move move) {
        if (profiler_ != nullptr) charge(*profiler_, kRestSection, 0);
        move();
        if (profiler_ != nullptr) charge(*profiler_, first_section(kernel_, loop), 0);
    }

    int planes_of(int count) const { return kernel_.planes_outer ? 1 : count; }

    void carve_loops() {
        float* const scan_scratch =
            workspace_.carve(static_cast<std::size_t>(scan_scratch_floats(kernel_)));
        for (const Id<Loop> l : kernel_.loops.ids()) {
            const Loop& loop = kernel_.loops[l];
            LoopState state;
            state.range = ranges_.loops[l];
            state.in.resize(static_cast<std::size_t>(loop.read_slots * loop.batch_rows));
            state.out.resize(static_cast<std::size_t>(loop.write_slots * loop.batch_rows));
            for (const Id<Stage> s : loop.stages) {
                state.members.push_back(plan_.stages[s].members.data());
                for (const StageInput& input : plan_.stages[s].inputs) {
                    const std::vector<int> reach = cpu_reach_arguments(input);
                    state.reaches.insert(state.reaches.end(), reach.begin(), reach.end());
                }
            }
            const std::size_t row = static_cast<std::size_t>(state.range.width()) + kSlackFloats;
            for (int i = 0; i < loop.state_rows * planes_of(loop.planes); ++i)
                state.state.push_back(workspace_.carve(row));
            if (loop.kind == LoopKind::kHorizontalScan)
                state.scratch = scan_scratch;
            else if (loop.scratch_floats > 0)
                state.scratch = workspace_.carve(static_cast<std::size_t>(loop.scratch_floats));
            if (!loop.stages.empty()) state.parts = parts_of(loop, state.range);
            for (const PictureRead& read : loop.pictures)
                state.pictures.push_back(picture_args(read));
            loops_.add(std::move(state));
        }
    }

    /// Of a picture that has a plane for each of the loop's iterations, the first one's is given.
    PictureArgs picture_args(const PictureRead& read) const {
        if (plan_.images[read.image].is_state()) return state_args(run_, read.image);
        const PictureView& view = run_.sources[read.image].view;
        const bool pixel = input_of(plan_, read.by).granularity == ePixel;
        const bool own_plane = !pixel && kernel_.planes_outer && view.planes > 1;
        const bool one_plane = !pixel && (kernel_.planes_outer || view.planes == 1);
        const std::ptrdiff_t size = sample_size(view.format);
        const Rect& d = domain_of(read.image);
        PictureArgs args{};
        args.first = reinterpret_cast<const float*>(view.base +
                                                    (own_plane ? plane_ * view.plane_stride : 0));
        args.row_samples = view.y_stride / size;
        args.plane_samples = one_plane ? 0 : view.plane_stride / size;
        args.pixel_samples = view.x_stride / size;
        args.x0 = d.x0;
        args.y0 = d.y0;
        args.x1 = d.x1;
        args.y1 = d.y1;
        args.outside = read.border.value;
        args.stored = stored_as(view.format);
        return args;
    }

    /// The body of a row that reads pictures in place, between its ends.
    std::vector<RowPart> parts_of(const Loop& loop, const Rect& range) const {
        const Interval body = body_columns(kernel_, loop, {range.x0, range.x1},
                                           [&](Id<PlanImage> image) { return run_.stored(image); });
        std::vector<RowPart> parts;
        const auto add = [&](int first, int last, bool in_place) {
            if (first >= last) return;
            RowPart part{{first, last}, {}, {}, false};
            for (const Read& read : loop.reads) {
                const RowSource source = source_of(read, first, in_place);
                part.prefetch.push_back(source.loop ? 0 : source.rows.row_floats);
                part.sources.push_back(source);
            }
            parts.push_back(std::move(part));
        };
        if (const std::optional<PlacedRows> placed = placed_rows(loop)) {
            add(range.x0, placed->columns.last, false);
            if (!parts.empty()) parts.front().placed = true;
            add(placed->columns.last, range.x1, false);
            return parts;
        }
        add(range.x0, body.first, false);
        add(body.first, body.last, true);
        add(body.last, range.x1, false);
        return parts;
    }

    /// Of the first line buffer that the loop fills and that has such: all have the same columns.
    std::optional<PlacedRows> placed_rows(const Loop& loop) const {
        for (const Write& write : loop.writes)
            if (write.line_buffer && line_buffers_.placed(*write.line_buffer))
                return line_buffers_.placed(*write.line_buffer);
        return {};
    }

    /// For elements from column x on; `in_place` where a line buffer that holds edges is not
    /// needed.
    RowSource source_of(const Read& read, int x, bool in_place) const {
        constexpr int kFar = 1 << 30;
        const Rect& domain = domain_of(read.image);
        RowSource source;
        source.read = &read;
        const bool from_line_buffer =
            read.line_buffer && !(in_place && kernel_.line_buffers[*read.line_buffer].edges);
        const bool virtual_rows = read.virtual_rows && from_line_buffer;
        source.inside_first = virtual_rows ? -kFar : domain.y0 - read.rows.front();
        source.inside_last = virtual_rows ? kFar : domain.y1 - 1 - read.rows.back();
        if (read.scale_y != Scale{}) {  // looked up one by one
            source.inside_first = kFar;
            source.inside_last = -kFar;
        }
        if (from_line_buffer) {
            const Id<Loop> filler = kernel_.line_buffers[*read.line_buffer].loop;
            source.rows = line_buffers_[*read.line_buffer];
            source.loop = filler;
            source.upwards = kernel_.loops[filler].upwards;
            if (read.broadcast) source.rows.plane_floats = 0;
        } else {
            source.rows = picture_rows(run_.sources[read.image].view);
        }
        source.column = scaled(read.scale_x, x) - source.rows.origin;
        return source;
    }

    /// A picture's rows of floats; where each task computes one plane, that plane's.
    RowBlock picture_rows(const PictureView& view) const {
        RowBlock rows = rows_of(view);
        if (kernel_.planes_outer && view.planes > 1) rows.base += plane_ * rows.plane_floats;
        if (kernel_.planes_outer || view.planes == 1) rows.plane_floats = 0;
        return rows;
    }

    const Rect& domain_of(Id<PlanImage> image) const { return plan_.images[image].shape.domain; }

    int image_plane(Id<PlanImage> image, int plane) const {
        return plan_.images[image].shape.planes == 1 ? 0 : kernel_.planes_outer ? plane_ : plane;
    }

    /// Those of a picture that the task's planes are.
    OutsidePlanes outside_planes(Id<PlanImage> image) const {
        return {image_plane(image, 0), planes_of(plan_.images[image].shape.planes)};
    }

    /// Meanwhile as many rows come from memory, which are loaded next.
    void load(Id<Loop> l, int y, int count) {
        const Loop& loop = kernel_.loops[l];
        const Read& read = loop.reads[0];
        const Id<LineBuffer> at = *loop.writes[0].line_buffer;
        const RowBlock& line_buffer = line_buffers_[at];
        const PictureView& view = run_.sources[read.image].view;
        const Rect& domain = domain_of(read.image);
        const OutsidePlanes planes = outside_planes(read.image);
        const Rect& range = loops_[l].range;
        const Rect inside = intersect(range, domain);
        const Interval skipped = line_buffers_.between_edges(at);
        const bool prefetch = !kernel_.line_buffers[at].edges;
        const auto load_one = [&]<class Sample>(int row, Sample** rows) {
            for (int p = 0; p < planes.count; ++p)
                rows[p] = reinterpret_cast<Sample*>(line_buffer.row(row, p)) - line_buffer.origin;
            load_columns(view, domain, read.border, row, {range.x0, skipped.first}, planes, rows);
            const int later = row + (loop.upwards ? -count : count);
            if (prefetch && later >= inside.y0 && later < inside.y1)
                prefetch_rows(view, later, inside.x0, inside.x1, planes.first, planes.count);
            load_columns(view, domain, read.border, row, {skipped.last, range.x1}, planes, rows);
        };
        with_samples(run_.rows(), [&]<class Sample>(Sample) {
            Sample* rows[kMaxPlanes];  // where column 0 of the picture would be
            for (int i = 0; i < count; ++i)
                load_one(loop.upwards ? y + count - 1 - i : y + i, rows);
        });
    }

    void copy(Id<Loop> l, int y) {
        const Read& read = kernel_.loops[l].reads[0];
        const RowBlock& from = line_buffers_[*read.line_buffer];
        const Id<LineBuffer> line_buffer = *kernel_.loops[l].writes[0].line_buffer;
        const RowBlock& to = line_buffers_[line_buffer];
        if (!held(*read.line_buffer, y)) return;
        const Rect& range = loops_[l].range;
        for (int p = 0; p < planes_of(kernel_.line_buffers[line_buffer].planes); ++p) {
            std::memcpy(
                to.from(to.row(y, p), range.x0 - to.origin),
                from.from(from.row(y, p), range.x0 - from.origin),
                static_cast<std::size_t>(range.width()) * static_cast<std::size_t>(from.sample));
            line_buffers_.pad(line_buffer, y, p);
        }
    }

    void store(Id<Loop> l, int y) {
        const Read& read = kernel_.loops[l].reads[0];
        const Write& write = kernel_.loops[l].writes[0];
        const RowBlock& line_buffer = line_buffers_[*read.line_buffer];
        if (!held(*read.line_buffer, y)) return;
        const Rect& range = loops_[l].range;
        for (const BoundPicture& destination : run_.destinations[read.image]) {
            const Rect& domain = destination.view.domain;
            int first = std::max(range.x0, domain.x0);
            const int last = std::min(range.x1, domain.x1);
            if (const auto& placed = line_buffers_.placed(*read.line_buffer))
                first = placed->columns.last;
            if (y < domain.y0 || y >= domain.y1 || first >= last) continue;
            const OutsidePlanes planes = outside_planes(read.image);
            with_samples(run_.rows(), [&]<class Sample>(Sample) {
                const Sample* rows[kMaxPlanes];
                for (int p = 0; p < planes.count; ++p)
                    rows[p] = reinterpret_cast<const Sample*>(line_buffer.row(y, p)) +
                              (first - line_buffer.origin);
                store_columns(destination.view, y, {first, last}, planes, rows,
                              write.non_temporal ? Stores::kNonTemporal : Stores::kOrdinary);
            });
        }
    }

    /// The planner promised that the line buffer still holds this row; a broken promise stops the
    /// run.
    bool held(Id<LineBuffer> id, int row) {
        if (walk_.rows_since(kernel_.line_buffers[id].loop, row) < line_buffers_[id].depth)
            return true;
        outcome_ = TileOutcome::kLineBufferTooShallow;
        return false;
    }

    /// Whether a vertical scan's state is built at the first of these rows, in its direction.
    static bool builds_state(const Loop& loop, int y, int count) {
        if (!loop.is_recurrence()) return (y - loop.domain.y0) % loop.restart_period == 0;
        return loop.backwards ? y + count == loop.domain.y1 : y == loop.domain.y0;
    }

    void compute(Id<Loop> l, int y, int count) {
        const Loop& loop = kernel_.loops[l];
        LoopState& state = loops_[l];
        ProfiledArgs args = args_of(state);
        args.in = state.in.data();
        args.out = state.out.data();
        args.scratch = state.scratch;
        args.pictures = state.pictures.data();
        args.y = y;
        args.rows = count;
        args.rebuild = loop.kind == LoopKind::kVerticalScan && builds_state(loop, y, count);
        if (loop.kind == LoopKind::kReduce) {
            const int height = leaf_of(run_.plan, loop).height;
            const int row = (y - loop.domain.y0) % height;
            args.rebuild = row == 0;
            args.complete = row == height - 1 || y == loop.domain.y1 - 1;
        }
        const int lanes = loop.scratch_floats / planes_of(loop.planes);
        for (int p = 0; p < planes_of(loop.planes); ++p) {
            if (loop.kind == LoopKind::kReduce)
                args.scratch = state.scratch + std::ptrdiff_t{p} * lanes;
            args.plane = kernel_.planes_outer ? plane_ : p;
            args.state = state.state.data() + static_cast<std::ptrdiff_t>(p) * loop.state_rows;
            for (const RowPart& part : state.parts) {
                args.prefetch = part.prefetch.data();
                args.x = part.columns.first;
                args.count = part.columns.last - part.columns.first;
                for (int i = 0; i < count; ++i) point_at_row(loop, state, part, y + i, i, p);
                if (outcome_ != TileOutcome::kDone) return;
                if (profiler_ != nullptr) charge(*profiler_, kRestSection, 0);
                functions_[l](&args);
            }
            for (const Write& write : loop.writes)
                if (write.line_buffer)
                    for (int i = 0; i < count; ++i)
                        for (int q = 0; q < write.slot_planes; ++q)
                            line_buffers_.pad(*write.line_buffer, y + i,
                                              write.slot_planes > 1 ? q : p);
        }
    }

    /// What a loop's stages are given, whatever they run over.
    ProfiledArgs args_of(const LoopState& state) const {
        ProfiledArgs args{};
        args.profiler = profiler_;
        args.watch = run_.watch;
        args.members = state.members.data();
        args.reaches = state.reaches.data();
        return args;
    }

    void compute_pixels(int y) {
        if (profiler_ != nullptr) charge(*profiler_, kRestSection, 0);
        pixels_->compute(y, args_of(loops_[pixels_->loop()]));
    }

    /// Sets the pointers of a part of the batch's row `index`, which is row y.
    void point_at_row(const Loop& loop, LoopState& state, const RowPart& part, int y, int index,
                      int p) {
        const float** in = state.in.data() + static_cast<std::ptrdiff_t>(index) * loop.read_slots;
        float** out = state.out.data() + static_cast<std::ptrdiff_t>(index) * loop.write_slots;
        for (const RowSource& source : part.sources) point_at_source(source, y, p, in);
        for (const Write& write : loop.writes) point_at_target(part, write, y, p, out);
    }

    void point_at_source(const RowSource& source, int y, int p, const float** in) {
        const Read& read = *source.read;
        const float** slots = in + read.first_slot;
        if (y >= source.inside_first && y <= source.inside_last) {
            if (!source.loop || held(*read.line_buffer, source.oldest(y)))
                source.point_inside(y, p, slots);
            return;
        }
        if (!read.slot_rows.empty())
            for (int dy : read.slot_rows) slots = point_row(source, y, dy, p, slots);
        else
            for (int dy : read.rows)
                point_row(source, y, dy, p,
                          slots + std::ptrdiff_t{dy - read.slot_row0} * read.slot_planes);
    }

    /// Sets the slots of one tap row that may lie outside; returns the slot after them.
    const float** point_row(const RowSource& source, int y, int dy, int p, const float** slots) {
        const Read& read = *source.read;
        const int inside = source_row(plan_, read, y, dy, !source.loop);
        if (inside != kOutside) {
            if (source.loop && !held(*read.line_buffer, inside)) return slots;
            return source.point(source.rows.slot(inside), p, slots);
        }
        for (int q = 0; q < read.slot_planes; ++q) *slots++ = constants_.of(read.border.value);
        return slots;
    }

    void point_at_target(const RowPart& part, const Write& write, int y, int p, float** out) {
        const int x = part.columns.first;
        for (int q = 0; q < write.slot_planes; ++q) {
            const int plane = write.slot_planes > 1 ? q : p;
            float*& slot = out[write.first_slot + q];
            if (plan_.images[write.image].is_state()) {
                slot = leaf_at(run_, write, x, y, kernel_.planes_outer ? plane_ : p);
            } else if (write.line_buffer) {
                const auto& placed = line_buffers_.placed(*write.line_buffer);
                const RowBlock& line_buffer = line_buffers_[*write.line_buffer];
                slot = part.placed && placed
                           ? reinterpret_cast<float*>(
                                 placed->picture->at(x, y, image_plane(write.image, plane)))
                           : line_buffer.from(line_buffer.row(y, plane), x - line_buffer.origin);
            } else {
                slot = reinterpret_cast<float*>(run_.destinations[write.image].front().view.at(
                    x, y, image_plane(write.image, plane)));
            }
        }
    }

    const KernelRun& run_;
    const CpuPlan& plan_;
    const Kernel& kernel_;
    const Rect tile_;
    const int plane_;
    Workspace& workspace_;
    Profiler* const profiler_;
    const TileRanges ranges_;
    RowWalk<TileRun> walk_;
    std::optional<PixelRun> pixels_;  // in place of all loops, where pictures lie so
    LineBuffers line_buffers_;
    ConstantRows constants_;
    const Table<RowFunction, Loop>& functions_;
    Table<LoopState, Loop> loops_;
    TileOutcome outcome_ = TileOutcome::kDone;
};

}  // namespace

TileOutcome run_tile(const KernelRun& run, const Rect& tile, int plane, Workspace& workspace,
                     Profiler* profiler) {
    const TileOutcome outcome = TileRun(run, tile, plane, workspace, profiler).run();
    stream_fence();
    return outcome;
}

}  // namespace weft
