#include "passes/gpu/fusion/group_work.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "models/border_partition.h"
#include "passes/gpu/geometry.h"
#include "passes/gpu/kernel_regions.h"
#include "passes/stage_operations.h"
#include "plan/hybrid_tile.h"
#include "support/integers.h"

namespace weft {

namespace {

double padded_to(int extent, int by) { return static_cast<double>(divide_up(extent, by)) * by; }

/// Elements that the lanes of a warp compute of a hybrid tile, idle lanes included.
struct HybridElements {
    double shared, held;
};
HybridElements hybrid_elements(const GpuKernel& kernel, const GroupScaling& scaling,
                               const GroupLoop& loop) {
    const int lanes = kernel.group.team_u * kernel.group.team_v;
    const HybridPart part = hybrid_part(kernel, scaling, loop.level, loop.halo);
    return {padded_to(part.shared_elements(), lanes),
            static_cast<double>(part.registers()) * lanes};
}

/// By way of shared memory: elements that a loop computes for each of the results' in a piece.
double redundancy_of_pieces(const GpuKernel& kernel, const GroupLoop& loop) {
    const GpuGroup& group = kernel.group;
    const auto [columns, height] =
        loop_extent(group, kernel.layout, loop, {group.piece_u, group.piece_v});
    const int width = columns_gone_over(loop, columns);
    const auto rows_of = [&](int u, int v) { return padded_to(width, u) * padded_to(height, v); };
    const int threads = group.team_u * group.team_v;
    const double computed =
        goes_with_others(group, loop)       ? rows_of(threads / row_warps(group), row_warps(group))
        : goes_by_rows(kernel.layout, loop) ? rows_of(group.team_u, group.team_v)
                                            : padded_to(width * height, threads);
    return computed / (static_cast<double>(group.piece_u) * group.piece_v);
}

/// How a value is read that another element has computed: from shared memory, from the lane that
/// holds it, or from the registers that hold what neighbours have sent before.
enum class Between { kShared, kLanes, kLineBuffers };

class Work {
  public:
    Work(const GpuPlan& plan, const GpuKernel& kernel)
        : plan_(plan),
          kernel_(kernel),
          target_(plan.target),
          run_(run_of_block(target_, kernel.group.team_u, true)),
          scaling_(scaling_of(kernel)),
          elements_(static_cast<double>(kernel.region.area()) * kernel.planes) {}

    /// What is printed, as if each instruction were executed once.
    GpuWork text() {
        work_.instructions = kPrologue;
        for (const GroupLoop& loop : kernel_.group.loops) {
            if (kernel_.group.kind == TileKind::kHybrid) add_hybrid_text(loop);
            if (kernel_.group.kind == TileKind::kStream)
                add_strip(loop, kernel_.group.strip.period * kernel_.group.strip.columns /
                                    redundancy(kernel_, loop));
            const BorderVariants forms = forms_of(loop);
            add(loop, forms.count, Between::kShared, forms.checked / forms.count);
        }
        return work_;
    }

    /// As it is executed, by what the text lets expect.
    GpuWork all() { return all(share_checked()); }
    /// The same where that share of elements checks borders.
    GpuWork all(double checked) {
        const GpuGroup& group = kernel_.group;
        for (const Id<GroupLoop> l : group.loops.ids()) {
            const GroupLoop& loop = group.loops[l];
            if (group.kind == TileKind::kHybrid) add_hybrid(loop, elements_ * (1 - checked));
            if (group.kind == TileKind::kStream) add_strip(loop, elements_ * (1 - checked));
            if (in_registers(group.kind))
                add(loop, elements_ * checked * redundancy_of_pieces(kernel_, loop),
                    Between::kShared, 1);
            else
                add(loop, elements_ * redundancy_of_pieces(kernel_, loop), Between::kShared,
                    checked);
            work_.instructions += elements_ / per_thread() * barriers(l);
        }
        for (const Id<PlanImage> image : kernel_.outputs)
            work_ += write_work(target_, run_, samples_of(plan_.images[image]));
        const int teams = kernel_.shape.threads() / (group.team_u * group.team_v);
        work_.blocks =
            elements_ / (static_cast<double>(group.tile_u) * group.tile_v * std::max(teams, 1));
        return work_;
    }

  private:
    /// Estimates, in instructions of a thread: an element's place in a tile and its bounds, an
    /// address, the remapping of both coordinates where a loop has a halo (fitted to compiled
    /// groups of 9.0) and of a read anywhere (as of kernels of one stage), and what a barrier holds
    /// up; an element's bounds where its place is known when the kernel is compiled, and choosing
    /// what a lane sends; a thread's way to its tile.
    static constexpr double kElement = 10, kAddress = 2, kRemap = 40, kBarrier = 24;
    static constexpr double kRemapAnywhere = 12;
    static constexpr double kHeld = 2, kSelect = 2, kPrologue = 50;
    /// A warp that waits for itself alone.
    static constexpr double kWarpBarrier = 2;

    /// What the barriers of a tile's loop take of a thread. Of loops that go row by row together
    /// only the first, whose rows the others have too, waits for the team; and whoever is to write
    /// the next row waits until this one has been read.
    double barriers(Id<GroupLoop> l) const {
        const GpuGroup& group = kernel_.group;
        const GroupLoop& loop = group.loops[l];
        if (group.kind == TileKind::kStream) return 0;
        if (!goes_with_the_last(group, l)) return loop.barrier_before ? kBarrier : 0;
        const int rows = loop_extent(group, kernel_.layout, loop, {group.piece_u, group.piece_v}).v;
        return divide_up(rows, row_warps(group)) *
               (loop.barrier_before + (loop.rows == LoopRows::kLast)) * kWarpBarrier;
    }

    /// Of the text of an element by way of shared memory.
    BorderVariants forms_of(const GroupLoop& loop) const {
        if (in_registers(kernel_.group.kind)) return {1, 1};
        if (kernel_.borders == BorderScheme::kWarp)
            return {leaves_domain(kernel_, loop) ? 2.0 : 1.0, 1};
        return variants_of(kernel_.borders);
    }

    void add_hybrid_text(const GroupLoop& loop) {
        const double lanes = kernel_.group.team_u * kernel_.group.team_v;
        const HybridElements per_tile = hybrid_elements(kernel_, scaling_, loop);
        if (per_tile.shared > 0) add(loop, 1, Between::kShared, 0);
        add(loop, per_tile.held / lanes, Between::kLanes, 0);
    }

    /// The parallelograms on the left and what they overlap by way of shared memory, the others in
    /// lanes.
    void add_hybrid(const GroupLoop& loop, double elements) {
        const HybridElements per_tile = hybrid_elements(kernel_, scaling_, loop);
        const double tiles = elements / tile_area();
        add(loop, tiles * per_tile.shared, Between::kShared, 0);
        add(loop, tiles * per_tile.held, Between::kLanes, 0);
    }

    /// Whoever reads beside a column has its lane's neighbours send theirs, once a row.
    void add_strip(const GroupLoop& loop, double elements) {
        const double times = elements * redundancy(kernel_, loop);
        add(loop, times, Between::kLineBuffers, 0);
        for (const Id<GroupTile> t : loop.tiles) {
            const GroupPart& part = kernel_.group.parts[t];
            add_shuffles(times * (part.before + part.after) * kernel_.group.tiles[t].planes /
                         kernel_.group.strip.columns);
        }
    }

    void add_shuffles(double count) {
        work_ += shared_work(target_, count);
        work_.instructions += count;
    }

    void add(const GroupLoop& loop, double times, Between between, double checked) {
        const bool halo = leaves_domain(kernel_, loop);
        work_.instructions += times * ((between == Between::kShared ? kElement : kHeld) +
                                       (halo ? checked * kRemap : 0));
        if (loop.copies) {
            const GpuInput& in = kernel_.inputs[*loop.copies];
            const PlanImage& image = plan_.images[in.image];
            const double copies = times * (kernel_.group.planes_inside ? image.shape.planes : 1);
            work_ += read_work(target_, run_, copies, distinct(loop, image, times), cached());
            work_.second_lines += copies * second_lines(loop, in, {}, between);
            work_.instructions +=
                copies * kAddress /
                (between == Between::kLineBuffers ? kernel_.group.strip.columns : 1);
        }
        for (const GroupEvaluation& e : loop.evaluations) add(loop, e, times, between, checked);
        if (between != Between::kShared) return;
        for (const Id<GroupTile> t : loop.tiles)
            work_ += shared_work(target_, times * kernel_.group.tiles[t].planes);
    }

    void add(const GroupLoop& loop, const GroupEvaluation& e, double times, Between between,
             double checked) {
        const Stage& stage = plan_.stages[e.stage];
        const double elements = times;
        if (kernel_.group.planes_inside) times *= stage.planes;
        const StageOperations& operations = stage.operations;
        work_.instructions += times * (operations.fp + operations.integer);
        work_.special += times * operations.special;
        for (const Id<StageInput> i : e.reads.ids()) {
            const StageInput& input = stage.inputs[i];
            const double planes =
                input.granularity == ePixel ? plan_.images[input.image].shape.planes : 1;
            const double taps = times * reads_of_evaluation(plan_, stage, i);
            if (const auto* tile = std::get_if<FromTile>(&e.reads[i])) {
                add_read_of_tile(loop, tile->tile, input, times * planes, taps, between);
            } else if (const auto* memory = std::get_if<FromMemory>(&e.reads[i])) {
                const GpuInput& in = kernel_.inputs[memory->input];
                work_ += read_work(target_, run_, taps,
                                   distinct(loop, plan_.images[in.image], elements), cached());
                if (!is_far(input))
                    work_.second_lines +=
                        taps * second_lines(loop, in, window_of(input.taps), between);
                const double remap = input.freedom == eRandom          ? kRemapAnywhere
                                     : in.access == GpuAccess::kGlobal ? 0
                                                                       : checked * kRemap;
                work_.instructions += taps * (kAddress + remap);
            }
        }
    }

    void add_read_of_tile(const GroupLoop& loop, Id<GroupTile> tile, const StageInput& input,
                          double times, double taps, Between between) {
        if (between == Between::kShared) {
            work_ += shared_work(target_, taps);
            work_.instructions += taps * kAddress / 2;
        } else if (between == Between::kLanes) {
            const double sent = reads_sent(loop, tile, input);
            add_shuffles(times * sent);
            work_.instructions += times * sent * kSelect;
        }
    }

    /// Taps of an element that another lane holds: on the whole, over the elements of a step.
    double reads_sent(const GroupLoop& loop, Id<GroupTile> tile, const StageInput& input) const {
        const GpuGroup& group = kernel_.group;
        const GroupTile& read = group.tiles[tile];
        const HybridPart own = hybrid_part(kernel_, scaling_, loop.level, loop.halo);
        const HybridPart other = hybrid_part(kernel_, scaling_, read.level, read.halo);
        const LevelScaling &of = scaling_[loop.level], &to = scaling_[read.level];
        // The share of a step's elements for which one's own lane holds it, along an axis.
        const auto held = [&](const AxisScaling& a, const AxisScaling& b, int first, int tap,
                              int other_first, int lanes) {
            int count = 0;
            for (int i = first; i < first + a.step; ++i) {
                const int at = (input.is_scaled() ? read_around(a, b, i) : i) + tap - other_first;
                count += divide_down(at, b.step) % lanes == 0;
            }
            return static_cast<double>(count) / a.step;
        };
        double sent = 0;
        for (const Offset& tap : input.taps) {
            const Window at = in_uv({tap.x, tap.x, tap.y, tap.y}, kernel_.layout);
            sent += 1 - held(of.u, to.u, own.first_u, at.x_first, other.first_u, group.team_u) *
                            held(of.v, to.v, own.first_v, at.y_first, other.first_v, group.team_v);
        }
        return sent;
    }

    /// Floats of a picture that are read where its share of all elements of the loop's level is
    /// computed.
    double distinct(const GroupLoop& loop, const PlanImage& image, double times) const {
        const Rect level = level_region(kernel_.group, loop.level, kernel_.region);
        const double all = static_cast<double>(level.area()) * kernel_.planes;
        return samples_of(image) * std::min(1.0, times / all);
    }

    /// Second lines of the first-level cache that an access of the loop touches, over all taps of
    /// the window. Rows of teams that are narrower than a warp touch a line each as it is, and
    /// where they begin at another resolution differs from tile to tile.
    double second_lines(const GroupLoop& loop, const GpuInput& in, const Window& taps,
                        Between between) const {
        if (!cached() || loop.level != kResultsLevel || loop.from_boundary) return 0;
        const Window at = in_uv(taps, kernel_.layout);
        double sum = 0;
        for (int tap = at.x_first; tap <= at.x_last; ++tap)
            sum += second_lines_of_row(loop, first_float(plan_, kernel_, in) + tap, between);
        return sum / (at.x_last - at.x_first + 1);
    }

    /// The same of one tap. `first`: floats from a boundary to that of a tile's first element.
    double second_lines_of_row(const GroupLoop& loop, int first, Between between) const {
        const GpuGroup& group = kernel_.group;
        const int warp = coalescing_group(target_);
        const Window halo = in_uv(loop.halo, kernel_.layout);
        const auto off = [&](int at) { return group.tile_u % warp != 0 || at % warp != 0; };
        const double each = 1.0 / warp;
        if (between == Between::kLineBuffers)
            return off(first - group.strip.margin) ? each / group.strip.columns : 0;
        if (group.team_u % warp != 0) return 0;
        if (between == Between::kLanes)
            return off(first + (group.split.along_u ? halo.x_last : halo.x_first)) ? each : 0;
        const int begin = first + halo.x_first;
        if (goes_by_rows(kernel_.layout, loop) || goes_with_others(group, loop))
            return off(begin) ? each : 0;
        // Warps go on from row to row: what they touch ends with lines, and with warps.
        const int width =
            loop_extent(group, kernel_.layout, loop, {group.piece_u, group.piece_v}).u;
        if (!off(begin) && width % warp == 0) return 0;
        const int lines = (rest_of(begin, warp) + width - 1) / warp + 1;
        return (lines - each * std::gcd(width, warp)) / width;
    }

    /// Whether loads go through the first-level cache: where the device has them do so, and they
    /// are not told to go past it. The text of others is the same, whatever they are told.
    bool cached() const {
        return target_.caches_reads && kernel_.group.transaction_bytes != kSecondLevelBytes;
    }

    double tile_area() const {
        return static_cast<double>(kernel_.group.tile_u) * kernel_.group.tile_v;
    }

    /// The share of elements that check borders.
    double share_checked() const {
        const GpuGroup& group = kernel_.group;
        const bool body = in_registers(group.kind);
        if (!body && kernel_.borders == BorderScheme::kNaive) return 1;
        if (!body && kernel_.borders != BorderScheme::kBody)
            return share_of_checks(partition_of(plan_, kernel_, unit_of(kernel_)));
        const Window r = in_uv(whole_reach(group), kernel_.layout);
        const double width = std::max(extent_u(kernel_), 1);
        const double height = std::max(extent_v(kernel_), 1);
        const double sides_u = (r.x_first < 0) + (r.x_last > 0);
        const double sides_v = (r.y_first < 0) + (r.y_last > 0);
        // Of a strip, the rows that reach beyond the picture alone.
        const double rows =
            group.kind == TileKind::kStream ? r.y_last - r.y_first : sides_v * group.tile_v;
        const double inner_u = std::max(0.0, 1 - sides_u * group.tile_u / width);
        const double inner_v = std::max(0.0, 1 - rows / height);
        if (!body) return 1 - inner_u * inner_v;
        // A tile that is not whole is no body either.
        const double whole_u = std::floor(width / group.tile_u) * group.tile_u / width;
        const double whole_v = group.kind == TileKind::kStream
                                   ? 1
                                   : std::floor(height / group.tile_v) * group.tile_v / height;
        return 1 - std::min(inner_u, whole_u) * std::min(inner_v, whole_v);
    }

    double per_thread() const {
        return tile_area() / (kernel_.group.team_u * kernel_.group.team_v);
    }

    const GpuPlan& plan_;
    const GpuKernel& kernel_;
    const GpuTarget& target_;
    const GpuRun run_;
    const GroupScaling scaling_;  ///< of hybrid tiles
    const double elements_;
    GpuWork work_;
};

/// Accesses that are checked, of an element: its place where it may lie beyond a domain, and reads
/// of memory.
double checked_accesses(const GpuPlan& plan, const GpuKernel& kernel) {
    double accesses = 0;
    for (const GroupLoop& loop : kernel.group.loops) {
        if (leaves_domain(kernel, loop) || loop.copies) accesses += 1;
        for (const GroupEvaluation& e : loop.evaluations)
            for (const Id<StageInput> i : e.reads.ids())
                if (std::holds_alternative<FromMemory>(e.reads[i]))
                    accesses += static_cast<double>(plan.stages[e.stage].inputs[i].taps.size());
    }
    return accesses;
}

/// Rows of a strip that a thread waits for, one after another: a row is read when the one above it
/// is done.
double round_trips(const GpuKernel& kernel) {
    double trips = 0;
    for (const GroupLoop& loop : kernel.group.loops)
        if (loop.copies) trips += kernel.group.tile_v + reach_v(loop.halo, kernel.layout);
    return trips;
}

/// What a thread of a strip takes, and those before it whose place it takes on a multiprocessor.
/// Other groups have enough threads to hide it, or `waiting` counts that they have not.
void add_latency(const GpuPlan& plan, const GpuKernel& kernel, GpuWork& work) {
    if (kernel.group.kind != TileKind::kStream) return;
    const GpuShape& shape = kernel.shape;
    const double threads =
        static_cast<double>(shape.grid_u) * shape.grid_v * shape.grid_planes * shape.threads();
    const double at_once = kernel.occupancy * plan.target.max_threads * plan.target.multiprocessors;
    if (threads <= 0 || at_once <= 0) return;
    const double waves = std::max(1.0, threads / at_once);
    work.round_trips = waves * round_trips(kernel);
    work.chain = waves * issued_instructions(plan.target, work) / threads;
}

}  // namespace

double redundancy(const GpuKernel& kernel, const GroupLoop& loop) {
    const GpuGroup& group = kernel.group;
    const double area = static_cast<double>(group.tile_u) * group.tile_v;
    const double of_results = level_ratio(group, kernel.layout, loop.level).both();
    if (group.kind == TileKind::kHybrid) {
        const HybridElements elements = hybrid_elements(kernel, scaling_of(kernel), loop);
        return (elements.shared + elements.held) / area / of_results;
    }
    if (group.kind == TileKind::kStream)
        return static_cast<double>(group.strip.columns * group.team_u) *
               (group.tile_v + reach_v(loop.halo, kernel.layout)) / area;
    return redundancy_of_pieces(kernel, loop) / of_results;
}

double group_text_instructions(const GpuPlan& plan, const GpuKernel& kernel) {
    return issued_instructions(plan.target, Work(plan, kernel).text());
}

BorderInstructions group_border_instructions(const GpuPlan& plan, const GpuKernel& kernel) {
    const double elements = static_cast<double>(kernel.region.area()) * kernel.planes;
    if (elements <= 0) return {};
    const auto issued = [&](double checked) {
        return issued_instructions(plan.target, Work(plan, kernel).all(checked)) / elements;
    };
    const double all = issued(1);
    return {all, all - issued(0), checked_accesses(plan, kernel)};
}

GpuWork group_work(const GpuPlan& plan, const GpuKernel& kernel) {
    GpuWork work = Work(plan, kernel).all();
    work.instructions *= kernel.instruction_surplus;
    add_latency(plan, kernel, work);
    return work;
}

}  // namespace weft
