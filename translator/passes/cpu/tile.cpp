// Strips and column blocks: how a kernel's region is cut into tasks.
#include <fmt/format.h>

#include <algorithm>

#include "passes/cpu/cpu_passes.h"
#include "passes/cpu/far_reads.h"
#include "passes/cpu/kernel_outputs.h"
#include "passes/cpu/lower/lower.h"
#include "passes/cpu/measure.h"
#include "passes/cpu/recurrences.h"
#include "passes/cpu/stage_clocks.h"
#include "passes/cpu/stage_kernels.h"
#include "plan/ranges.h"
#include "plan/register_tile.h"
#include "support/integers.h"

namespace weft {

namespace {

constexpr int kBlockAlignment = 64;  // floats: whole cache lines of every picture
constexpr int kStripsPerThread = 4;  // tasks per thread from which the load is even enough
/// The most work that blocks of columns may be, over what is asked for: caches save no more.
constexpr double kMostInBlocks = 1.25;
/// How much better than strips blocks of columns have to be: their rows are short, and begin anew.
constexpr double kShortRows = 1.5;

/// So many rows or columns, rounded up to whole leaves where the kernel reduces.
int whole_leaves(const Kernel& kernel, int length, int leaf) {
    return reduces(kernel) ? divide_up(length, leaf) * leaf : length;
}

/// The states that a row of one plane is collected in: each element changes one at random.
std::size_t lane_bytes(const Kernel& kernel) {
    std::size_t bytes = 0;
    for (const Loop& loop : kernel.loops)
        if (loop.kind == LoopKind::kReduce)
            bytes += static_cast<std::size_t>(loop.scratch_floats) * sizeof(float) /
                     static_cast<std::size_t>(kernel.planes_outer ? 1 : loop.planes);
    return bytes;
}

/// Clocks that an element takes in each loop: of all planes that a task has.
Table<double, Loop> element_clocks(const CpuPlan& plan, const Kernel& kernel) {
    const CpuCosts costs;
    const auto moved = [&](double loads, double stores) {
        return loads / costs.loads_per_clock + stores / costs.stores_per_clock;
    };
    Table<double, Loop> clocks;
    for (const Loop& loop : kernel.loops) {
        double elements = loop.stages.empty() ? moved(1, 1) : 0;
        for (const Id<Stage> s : loop.stages) {
            const StageOperations& o = plan.stages[s].operations;
            elements += arithmetic_clocks(o, costs) + moved(o.loads, o.stores);
        }
        if (!loop.stages.empty() && loop.width == 1) elements *= plan.target.vector_width;
        clocks.add(elements * (kernel.planes_outer ? 1 : loop.planes));
    }
    return clocks;
}

/// How long the tasks take together, over what the region would as a single tile: 1 where nothing
/// is computed twice.
double work(const CpuPlan& plan, const Kernel& kernel, const Table<double, Loop>& clocks) {
    const auto of_tile = [&](const Rect& tile) {
        const TileRanges ranges = tile_ranges(plan, kernel, tile);
        double sum = 0;
        for (const Id<Loop> l : kernel.loops.ids())
            sum += static_cast<double>(ranges.loops[l].area()) * clocks[l];
        return sum;
    };
    double all = 0;
    for (const Task& task : tasks(kernel)) all += of_tile(task.tile);
    const double needed = of_tile(kernel.region) * kernel.planes;
    return needed > 0 ? all / needed : 1;
}

/// Bytes that terms of `width` columns of results read anywhere, where they differ from column to
/// column.
double column_bytes(const CpuPlan& plan, const Loop& loop, int width) {
    const Stage& stage = plan.stages[loop.stages.front()];
    double bytes = 0;
    for (const PictureRead& read : loop.pictures) {
        const std::optional<TermReads::Box>& box = stage.accumulation->reads[read.by.input].box;
        if (!box || box->x.factor("X") == 0) continue;
        const int turns = static_cast<int>(std::max(stage.accumulation->outermost().turns, 1.0));
        const BoxExtent extent = box_extent(*stage.accumulation, *box, width, 1, turns);
        bytes += static_cast<double>(extent.width) * static_cast<double>(extent.height) *
                 static_cast<double>(extent.planes) * sizeof(float);
    }
    return bytes;
}

/// Where terms of tiles of results are added in registers: the widest blocks of which what they
/// read in their columns stays in the second-level cache from tile to tile.
std::optional<int> width_of_tiles(const CpuPlan& plan, const Kernel& kernel) {
    std::optional<int> least;
    for (const Loop& loop : kernel.loops) {
        if (!register_tile(plan, loop) || loop.pictures.empty()) continue;
        const int width = kernel.region.width(), vectors = divide_up(width, loop.batch_columns);
        int chosen = width;
        for (int blocks = 1; blocks <= vectors; ++blocks) {
            chosen = divide_up(vectors, blocks) * loop.batch_columns;
            if (2 * column_bytes(plan, loop, chosen) <= static_cast<double>(plan.target.l2_bytes))
                break;
        }
        if (chosen < width) least = std::min(least.value_or(chosen), chosen);
    }
    return least;
}

/// The width of column blocks: the widest whose line buffers are in row_budget(), or those that
/// come nearest without computing too much twice. Whole columns have a budget of their own. Where
/// the kernel reduces, the states of a row fit the first level too.
int choose_block_width(const CpuPlan& plan, Kernel kernel) {
    const int width = kernel.region.width();
    if (runs_along_rows(kernel)) return width;
    if (const std::optional<int> tiles = width_of_tiles(plan, kernel)) return *tiles;
    const int alignment = reduces(kernel) ? leaves_of(plan, kernel).width : kBlockAlignment;
    const std::size_t budget =
        keeps_columns(kernel) ? column_budget(plan.target) : row_budget(plan.target);
    const Table<double, Loop> clocks = element_clocks(plan, kernel);
    int chosen = width;
    for (int blocks = 1; blocks <= 64; ++blocks) {
        const int candidate =
            blocks == 1 ? width : divide_up(divide_up(width, blocks), alignment) * alignment;
        kernel.block_width = candidate;
        if (blocks > 1 &&
            (candidate < kSmallestBlock || work(plan, kernel, clocks) > kMostInBlocks))
            break;
        chosen = candidate;
        const Kernel tried = measured_columns(plan, kernel);
        if (tried.task_bytes <= budget && lane_bytes(tried) <= plan.target.l1_bytes) break;
    }
    return chosen;
}

/// How many planes threads have at a time.
int planes_at_once(const Kernel& kernel) { return kernel.plane_loop ? 1 : kernel.planes; }

/// The width of blocks of a kernel that runs along columns: where no strips are cut, blocks are
/// what threads share.
int balanced_block_width(const CpuPlan& plan, const Kernel& kernel, int widest) {
    const int threads = std::max(plan.target.cores, 1);
    int blocks = std::max(divide_up(threads * kStripsPerThread, planes_at_once(kernel)),
                          divide_up(kernel.region.width(), widest));
    while (blocks * planes_at_once(kernel) % threads != 0) ++blocks;
    const int even = divide_up(divide_up(kernel.region.width(), blocks), kBlockAlignment);
    return whole_leaves(kernel, std::min(widest, even * kBlockAlignment),
                        leaves_of(plan, kernel).width);
}

/// How long the tasks take on all threads, in units of all of them on one: tasks in order, each to
/// the thread that is free first.
double makespan(const CpuPlan& plan, const Kernel& kernel) {
    const int threads = std::max(plan.target.cores, 1);
    std::vector<double> busy(static_cast<std::size_t>(threads), 0.0);
    const double region = static_cast<double>(kernel.region.area()) * kernel.planes;
    for (const Task& task : tasks(kernel))
        *std::min_element(busy.begin(), busy.end()) +=
            static_cast<double>(task.tile.area()) / region;
    return *std::max_element(busy.begin(), busy.end());
}

/// What a partition costs: the product of the time that it takes and of the work that it is, so
/// that threads are used as long as they save more than the halo of their tasks costs. Without the
/// second factor many threads would compute nearly all of a picture each, with as many line
/// buffers, to be done hardly sooner. Among equals, more tasks, which even out a busy machine.
double cost(const CpuPlan& plan, const Kernel& kernel, const Table<double, Loop>& clocks) {
    constexpr double kEvenness = 0.01;  // what a task per thread more is worth, up to four
    const double per_thread =
        static_cast<double>(tasks(kernel).size()) / std::max(plan.target.cores, 1);
    const double all = work(plan, kernel, clocks);
    const double uneven = 1 + kEvenness * std::max(0.0, kStripsPerThread - per_thread);
    return makespan(plan, kernel) * all * all * uneven * uneven;
}

/// Rows that one call of a recurrence along rows, or of a tile in registers, computes: fewer cost
/// as much.
int rows_side_by_side(const CpuPlan& plan, const Kernel& kernel) {
    int rows = 1;
    for (const Loop& loop : kernel.loops)
        if (loop.is_recurrence() || register_tile(plan, loop))
            rows = std::max(rows, loop.batch_rows);
    return rows;
}

/// Strips, and planes that need none: the partition that costs least.
Kernel with_strips(const CpuPlan& plan, const Kernel& kernel) {
    const int height = kernel.region.height();
    const int threads = std::max(plan.target.cores, 1);
    const int rows = rows_side_by_side(plan, kernel);
    const Table<double, Loop> clocks = element_clocks(plan, kernel);
    Kernel candidate = kernel, best = kernel;
    candidate.block_width = kernel.region.width();  // blocks do not change rows
    candidate.planes = planes_at_once(kernel);
    double least = 0;
    const int all_whole = candidate.planes > 1 ? candidate.planes / threads * threads : 0;
    for (int whole : {0, all_whole}) {
        for (int strips = 1; strips <= std::min(height, threads * kStripsPerThread); ++strips) {
            candidate.whole_planes = whole;
            candidate.strip_height = whole_leaves(
                kernel, std::min(divide_up(divide_up(height, strips), rows) * rows, height),
                leaves_of(plan, kernel).height);
            const double tried = cost(plan, candidate, clocks);
            if (least > 0 && tried >= least) continue;
            least = tried;
            best.whole_planes = whole;
            best.strip_height = candidate.strip_height;
        }
        if (all_whole == 0) break;
    }
    return best;
}

/// Blocks of whole columns, which need no rows above them again.
Kernel with_columns(const CpuPlan& plan, Kernel kernel) {
    kernel.block_width = balanced_block_width(plan, kernel, kernel.block_width);
    kernel.strip_height = kernel.region.height();
    kernel.whole_planes = 0;
    return kernel;
}

/// Strips or, where those compute much of each other, blocks of columns alone. A kernel that runs
/// along columns has the latter: another strip would begin anew. Its `block_width` is the widest.
Kernel shared_out(const CpuPlan& plan, const Kernel& kernel) {
    const Kernel columns = with_columns(plan, kernel);
    if (runs_along_columns(kernel)) return columns;
    const Kernel strips = with_strips(plan, kernel);
    if (runs_along_rows(kernel) || reduces(kernel)) return strips;
    const Table<double, Loop> clocks = element_clocks(plan, kernel);
    return cost(plan, strips, clocks) > kShortRows * cost(plan, columns, clocks) ? columns : strips;
}

/// Measures the kernel, and lowers it again where tasks would write over each other.
Kernel settled(const CpuPlan& plan, const CpuContext& context, Kernel kernel) {
    std::set<Id<PlanImage>> through_line_buffers;
    while (true) {
        const std::set<Id<PlanImage>> overlapping = overlapping_writes(plan, kernel);
        if (overlapping.empty()) return measured(plan, std::move(kernel));
        through_line_buffers.insert(overlapping.begin(), overlapping.end());
        kernel = lower_kernel(plan, context, std::move(kernel), through_line_buffers);
    }
}

std::string described(const CpuPlan& plan, const Kernel& kernel) {
    return fmt::format(
        "tiles of {}x{}{}, {} tasks, {:.0f} KB of line buffers each, {:.1f} % computed twice",
        kernel.block_width, kernel.strip_height, kernel.planes_outer ? " and one plane" : "",
        tasks(kernel).size(), static_cast<double>(kernel.task_bytes) / 1024,
        (redundancy(plan, kernel) - 1) * 100);
}

}  // namespace

CpuPlan tile(CpuPlan plan, const CpuContext& context, Decisions& decisions) {
    for (Kernel& kernel : plan.kernels) {
        kernel.strip_height = kernel.region.height();
        kernel.block_width = kernel.region.width();
        kernel = settled(plan, context, std::move(kernel));
        const Leaf leaves = leaves_of(plan, kernel);
        kernel.block_width = context.block_width > 0
                                 ? whole_leaves(kernel, context.block_width, leaves.width)
                                 : choose_block_width(plan, kernel);
        if (context.strip_height > 0)
            kernel.strip_height = whole_leaves(kernel, context.strip_height, leaves.height);
        else if (context.block_width == 0)
            kernel = shared_out(plan, kernel);
        else if (!runs_along_columns(kernel))
            kernel = with_strips(plan, kernel);
        kernel = settled(plan, context, std::move(kernel));
        decisions.add(kernel.name, described(plan, kernel));
    }
    return plan;
}

CpuPlan one_block_per_row(CpuPlan plan, const CpuContext& context, Decisions& decisions) {
    for (Kernel& kernel : plan.kernels) {
        kernel.block_width = kernel.region.width();
        const int strips = runs_along_columns(kernel) ? 1 : std::max(context.target.cores, 1);
        kernel.strip_height = whole_leaves(kernel, divide_up(kernel.region.height(), strips),
                                           leaves_of(plan, kernel).height);
        kernel = settled(plan, context, std::move(kernel));
        decisions.add(kernel.name, "turned off: " + described(plan, kernel));
    }
    return plan;
}

}  // namespace weft
