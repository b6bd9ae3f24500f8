#include "passes/cpu/cpu_work.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "passes/cpu/measure.h"
#include "passes/stage_operations.h"
#include "plan/in_place.h"
#include "plan/intermediate_bytes.h"
#include "plan/part_bytes.h"
#include "plan/register_tile.h"
#include "plan/unroll_and_jam.h"

namespace weft {

namespace {

constexpr double kFloat = sizeof(float);
constexpr double kLineBytes = 64;
constexpr int kGroups = 2;         // of lanes, that a horizontal scan runs together
constexpr double kUnrolled = 128;  // operations of a body; an estimate

double ceil_div(double a, double b) { return std::ceil(a / b); }

/// Bytes of one sample.
double sample_bytes(const PlanImage& image) { return static_cast<double>(bytes_of(image.samples)); }

/// Bytes of all pictures that a run meets: what must fit where they are to stay between kernels
/// and from run to run.
double picture_bytes(const CpuPlan& plan) {
    double bytes = 0;
    for (const PlanImage& image : plan.images)
        if (image.graph_input() || !image.graph_outputs.empty())
            bytes += part_bytes(image, part_met(image));
    return bytes + static_cast<double>(intermediate_bytes(plan));
}

void move(CpuWork& work, CpuLevel level, double bytes) {
    // What comes from far comes through what is nearer.
    if (level >= CpuLevel::kL2) work.l2_bytes += bytes;
    if (level >= CpuLevel::kLastLevel) work.llc_bytes += bytes;
    if (level >= CpuLevel::kMemory) work.memory_bytes += bytes;
}

/// One loop over one task.
class LoopWork {
  public:
    LoopWork(const CpuPlan& plan, const Kernel& kernel, const TileRanges& ranges, Id<Loop> loop)
        : plan_(plan),
          kernel_(kernel),
          ranges_(ranges),
          loop_(kernel.loops[loop]),
          range_(ranges.loops[loop]),
          planes_(kernel.planes_outer ? 1 : loop_.planes),
          rows_(static_cast<double>(range_.height()) * planes_),
          line_buffers_(level_of(plan.target, static_cast<double>(kernel.task_bytes))),
          pictures_(level_of(plan.target, picture_bytes(plan) / std::max(plan.target.cores, 1))),
          lanes_(lanes()) {}

    CpuWork work() {
        if (range_.empty()) return {};
        switch (loop_.kind) {
            case LoopKind::kLoad:
            case LoopKind::kCopy:
            case LoopKind::kStore: copy(); break;
            case LoopKind::kParallel:
            case LoopKind::kReduce:
            case LoopKind::kResult:
            case LoopKind::kVerticalScan: compute(); break;
            case LoopKind::kHorizontalScan: scan_along(); break;
        }
        for (const Read& read : loop_.reads) fetch(read);
        for (const Write& write : loop_.writes) leave(write);
        work_.rows += ceil_div(rows_, loop_.batch_rows);
        work_.pointers += rows_ * (loop_.read_slots + loop_.write_slots);
        return work_;
    }

  private:
    /// Elements that an instruction computes.
    int lanes() const {
        return loop_.stages.empty() || vectorised_by_compiler() ? plan_.target.vector_width
                                                                : loop_.width;
    }

    /// Compilers vectorise loops over elements by themselves where bodies are short enough to be
    /// unrolled and no element takes another path or waits for the one before it.
    bool vectorised_by_compiler() const {
        if (loop_.kind == LoopKind::kHorizontalScan) return false;
        return std::all_of(loop_.stages.begin(), loop_.stages.end(), [&](Id<Stage> s) {
            const Stage& stage = plan_.stages[s];
            return stage.facts.simd && !stage.facts.divergent && stage.operations.fp <= kUnrolled;
        });
    }

    /// Lines that a vector touches: those off a boundary may lie in two.
    double lines(int x) const {
        return lanes_ == 1 || x % lanes_ == 0 ? 1 : 1 + lanes_ * kFloat / kLineBytes;
    }

    /// The part of a picture that there is.
    Rect stored(Id<PlanImage> image) const {
        const PlanImage& picture = plan_.images[image];
        return picture.region.empty() ? picture.shape.domain : picture.region;
    }

    /// Whether the read finds its rows in place, but for their ends.
    bool holds_edges(const Read& read) const {
        return read.line_buffer && kernel_.line_buffers[*read.line_buffer].edges;
    }
    /// Whether the loop loads nothing but a picture's edges.
    bool loads_edges(const Loop& loop) const {
        return loop.kind == LoopKind::kLoad &&
               kernel_.line_buffers[*loop.writes[0].line_buffer].edges;
    }

    /// Columns of a row that the loop goes through.
    int columns_met() const {
        if (!loads_edges(loop_)) return range_.width();
        const Interval between = between_edges(
            kernel_, *loop_.writes[0].line_buffer, {range_.x0, range_.x1},
            [&](Id<PlanImage> image) { return stored(image); },
            [&](Id<Loop> l) { return Interval{ranges_.loops[l].x0, ranges_.loops[l].x1}; });
        return range_.width() - (between.last - between.first);
    }

    void copy() {
        const double vectors = rows_ * ceil_div(columns_met(), lanes_);
        work_.loads += vectors;
        work_.stores += vectors;
        // Loads fill in what lies beyond their picture, element by element.
        if (loop_.kind != LoopKind::kLoad) return;
        const Rect& domain = plan_.images[loop_.reads[0].image].shape.domain;
        work_.outside += rows_ * (range_.width() - intersect(range_, domain).width());
    }

    const StageInput& input_of(const Read& read) const { return weft::input_of(plan_, *read.by); }

    void compute() {
        const double evaluations = rows_ * ceil_div(range_.width(), lanes_);
        evaluate(evaluations);
        for (const Read& read : loop_.reads) {
            work_.loads += evaluations * lines_of_taps(read) * read.slot_planes *
                           share_of_taps(read.by->stage);
        }
        for (const PictureRead& read : loop_.pictures) gather(read, evaluations);
        for (const Write& write : loop_.writes) work_.stores += evaluations * write.slot_planes;
        const double state_accesses = evaluations / (loop_.is_recurrence() ? loop_.batch_rows : 1);
        work_.loads += state_accesses * loop_.state_rows;
        work_.stores += state_accesses * loop_.state_rows;
    }

    /// Lines that a vector's taps touch; those that rows side by side share are counted once.
    double lines_of_taps(const Read& read) const {
        const std::vector<Offset>& taps = input_of(read).taps;
        double touched = 0;
        if (!is_unrolled_and_jammed(loop_) || read.scale_y != Scale{}) {
            for (const Offset& tap : taps) touched += lines(tap.x);
            return touched;
        }
        std::set<std::pair<int, int>> distinct;
        for (const Offset& tap : taps)
            for (int row = 0; row < loop_.batch_rows; ++row) distinct.insert({tap.y + row, tap.x});
        for (const auto& [y, x] : distinct) touched += lines(x);
        return touched / loop_.batch_rows;
    }

    /// Terms of a tile of results are loaded once for its rows or its columns.
    void read_for_tiles(const Stage& stage, Id<StageInput> input, const RegisterTile& tile,
                        double evaluations) {
        const BoundAccumulation& sums = *stage.accumulation;
        // As many values are of rows as of columns.
        work_.loads += evaluations * sums.reads_of_element(input) * tile.loads() / 2;
        const std::optional<TermReads::Box>& box = sums.reads[input].box;
        if (!box) return;
        const int turns = static_cast<int>(std::max(sums.outermost().turns, 1.0));
        const BoxExtent extent = box_extent(sums, *box, range_.width(), range_.height(), turns);
        move(work_, pictures_,
             static_cast<double>(extent.width) * static_cast<double>(extent.height) *
                 static_cast<double>(extent.planes) * kFloat);
    }

    /// Lanes that read anywhere load one by one, from a picture that is met once as a whole.
    void gather(const PictureRead& read, double evaluations) {
        const Stage& stage = plan_.stages[read.by.stage];
        const StageInput& input = stage.inputs[read.by.input];
        if (const std::optional<RegisterTile> tile = register_tile(plan_, loop_))
            return read_for_tiles(stage, read.by.input, *tile, evaluations);
        const double planes =
            input.granularity == ePixel ? plan_.images[input.image].shape.planes : 1;
        work_.loads += evaluations * lanes_ * stage.operations.loads;
        move(work_, pictures_,
             static_cast<double>(range_.area()) * sample_bytes(plan_.images[input.image]) * planes);
    }

    void evaluate(double evaluations) {
        for (const Id<Stage> s : loop_.stages) {
            const StageOperations& o = plan_.stages[s].operations;
            work_.fp += evaluations * o.fp;
            work_.divisions += evaluations * (o.special - o.functions);
            work_.functions += evaluations * o.functions;
            if (lanes_ == 1) work_.integer += evaluations * o.integer;
        }
    }

    /// A scan meets its whole window where its state is built, else what Kernel() reads.
    double share_of_taps(Id<Stage> stage) const {
        const Stage& s = plan_.stages[stage];
        if (!s.is_scan()) return 1;
        const double taps = std::max(taps_of(plan_, s), 1.0);
        const double built = s.is_recurrence() ? 0 : 1.0 / loop_.restart_period;
        return std::min(s.operations.loads / taps + built, 1.0);
    }

    /// Groups of segments, a segment for each lane: transposed in, run, transposed out. A
    /// recurrence has groups of rows, a row for each lane.
    void scan_along() {
        const bool lines = loop_.is_recurrence();
        const double period = lines ? kScanChunk : loop_.restart_period;
        const double lines_each = lines ? planes_ : rows_;  // of as many groups
        const double groups =
            lines ? ceil_div(range_.height(), lanes_) : ceil_div(range_.width(), period * lanes_);
        const double length = lines ? range_.width() : period;
        const double steps = lines_each * groups * length;
        evaluate(steps);
        work_.waits += lines_each * ceil_div(groups, kGroups) * length *
                       plan_.stages[loop_.stages.front()].operations.fp;
        double in = 0, out = 0;
        for (const Read& read : loop_.reads)
            in += (period + read.x_last - read.x_first) / period *
                  static_cast<double>(read.rows.size()) * read.slot_planes;
        for (const Write& write : loop_.writes) out += write.slot_planes;
        double taps = 0;
        for (const Read& read : loop_.reads)
            taps += static_cast<double>(input_of(read).taps.size()) * read.slot_planes *
                    share_of_taps(read.by->stage);
        work_.shuffles += steps * (in + out) * log2_lanes();
        work_.loads += steps * (in + taps + out);
        work_.stores += steps * (in + out + out);
        const double scratch = loop_.scratch_floats * kFloat;
        move(work_, level_of(plan_.target, scratch),
             steps * lanes_ * (in + taps + 2 * out) * kFloat);
    }

    double log2_lanes() const { return lanes_ == 1 ? 0 : std::log2(lanes_); }

    /// Rows that a call brings near the core. A line buffer's are where the task's memory is. Of a
    /// picture one row is new; those met before are with the line buffers.
    void fetch(const Read& read) {
        const int count = loop_.batch_rows;
        std::set<int> distinct;
        for (int row = 0; row < count; ++row)
            for (int dy : read.rows) distinct.insert(row + dy);
        const double row_bytes = (columns_met() + read.x_last - read.x_first) *
                                 sample_bytes(plan_.images[read.image]) * read.slot_planes;
        const double met = rows_ * static_cast<double>(distinct.size()) / count * row_bytes;
        if (read.line_buffer && !holds_edges(read)) {
            move(work_, line_buffers_, met);
            return;
        }
        const double fresh = std::min(met, rows_ * row_bytes) * (first_reader(read) ? 1 : 0);
        move(work_, pictures_, fresh);
        move(work_, line_buffers_, met - fresh);
        if (fresh > 0) start(read.image, read.slot_planes);
    }

    /// Rows of a picture that are cut short begin anew, each a wait for what no one foresaw.
    void start(Id<PlanImage> image, int planes) {
        const bool far = pictures_ > CpuLevel::kL2;
        if (far && range_.width() + kRowSlack < stored(image).width())
            work_.starts += rows_ * planes;
    }

    /// Of several reads of a picture in place the first in the kernel meets its rows.
    bool first_reader(const Read& read) const {
        for (const Loop& loop : kernel_.loops) {
            if (loads_edges(loop)) continue;
            for (const Read& other : loop.reads)
                if ((!other.line_buffer || holds_edges(other)) && other.image == read.image)
                    return &other == &read;
        }
        return !loads_edges(loop_);
    }

    /// A line is brought near before it is written, and goes back: unless it goes around the
    /// caches.
    void leave(const Write& write) {
        const PlanImage& image = plan_.images[write.image];
        if (image.is_state()) return;  // one for thousands of elements
        const double bytes = rows_ * columns_met() * sample_bytes(image) * write.slot_planes;
        if (write.line_buffer) {
            move(work_, line_buffers_, 2 * bytes);
            const LineBuffer& line_buffer = kernel_.line_buffers[*write.line_buffer];
            const Interval columns = ranges_.line_buffer_columns[*write.line_buffer];
            if (line_buffer.padded && loop_.kind != LoopKind::kLoad)
                work_.outside += rows_ * write.slot_planes *
                                 std::max(0, columns.last - columns.first - range_.width());
        } else if (write.non_temporal) {
            work_.memory_bytes += bytes;
            start(write.image, write.slot_planes);
        } else {
            move(work_, pictures_, 2 * bytes);
            start(write.image, write.slot_planes);
        }
    }

    const CpuPlan& plan_;
    const Kernel& kernel_;
    const TileRanges& ranges_;
    const Loop& loop_;
    const Rect range_;
    const int planes_;
    const double rows_;  // calls, if none were batched
    const CpuLevel line_buffers_, pictures_;
    const int lanes_;
    CpuWork work_;
};

/// Tasks of a kernel, and the work of each loop for each; those that are alike are looked at once.
class Tasks {
  public:
    Tasks(const CpuPlan& plan, const Kernel& kernel) : plan_(plan), kernel_(kernel) {
        for (const Task& task : tasks(kernel)) of_tasks_.push_back(&work_of(task.tile));
        threads_ =
            std::clamp(static_cast<int>(of_tasks_.size()), 1, std::max(plan.target.cores, 1));
    }
    Tasks(const Tasks&) = delete;

    int threads() const { return threads_; }
    /// By task, by loop.
    const std::vector<const Table<CpuWork, Loop>*>& work() const { return of_tasks_; }

  private:
    const Table<CpuWork, Loop>& work_of(const Rect& tile) {
        const auto [place, fresh] = known_.try_emplace({tile.x0, tile.y0, tile.x1, tile.y1});
        if (!fresh) return place->second;
        const TileRanges ranges = tile_ranges(plan_, kernel_, tile);
        for (const Id<Loop> l : kernel_.loops.ids())
            place->second.add(loop_work(plan_, kernel_, ranges, l));
        return place->second;
    }

    const CpuPlan& plan_;
    const Kernel& kernel_;
    std::map<std::tuple<int, int, int, int>, Table<CpuWork, Loop>> known_;
    std::vector<const Table<CpuWork, Loop>*> of_tasks_;
    int threads_ = 1;
};

}  // namespace

CpuLevel level_of(const Target& target, double bytes) {
    if (bytes <= static_cast<double>(target.l1_bytes)) return CpuLevel::kL1;
    if (bytes <= static_cast<double>(target.l2_bytes)) return CpuLevel::kL2;
    const double shared = static_cast<double>(target.llc_bytes) / std::max(target.cores, 1);
    return bytes <= shared ? CpuLevel::kLastLevel : CpuLevel::kMemory;
}

CpuWork loop_work(const CpuPlan& plan, const Kernel& kernel, const TileRanges& ranges,
                  Id<Loop> loop) {
    return LoopWork(plan, kernel, ranges, loop).work();
}

Table<LoopTime, Loop> loop_times(const CpuPlan& plan, const Kernel& kernel, const CpuCosts& costs) {
    const Tasks all(plan, kernel);
    Table<CpuWork, Loop> sums(kernel.loops.size());
    for (const Table<CpuWork, Loop>* task : all.work())
        for (const Id<Loop> l : sums.ids()) sums[l] += (*task)[l];
    Table<LoopTime, Loop> times;
    for (const CpuWork& sum : sums)
        times.add({seconds(costs, all.threads(), sum), bound_by(costs, all.threads(), sum),
                   bound_beyond_l2(costs, all.threads(), sum)});
    return times;
}

double kernel_seconds(const CpuPlan& plan, const Kernel& kernel, const CpuCosts& costs) {
    const Tasks all(plan, kernel);
    std::vector<double> each;
    for (const Table<CpuWork, Loop>* task : all.work()) {
        double time = 0;
        for (const CpuWork& loop : *task) time += seconds(costs, all.threads(), loop);
        each.push_back(time);
    }
    return makespan(costs, all.threads(), each);
}

double run_seconds(const CpuPlan& plan, const CpuCosts& costs) {
    double total = 0;
    for (const Kernel& kernel : plan.kernels) total += kernel_seconds(plan, kernel, costs);
    return total;
}

}  // namespace weft
