// Strips and column blocks: how a kernel's region is cut into tasks.
#include <fmt/format.h>

#include <algorithm>

#include "core/reduction.h"
#include "passes/cpu/cpu_passes.h"
#include "passes/cpu/kernel_outputs.h"
#include "passes/cpu/lower/lower.h"
#include "passes/cpu/measure.h"
#include "passes/cpu/recurrences.h"
#include "passes/cpu/stage_kernels.h"
#include "plan/ranges.h"
#include "support/integers.h"

namespace weft {

namespace {

constexpr std::size_t kLineBufferBudgetInL2 = 2;
constexpr int kBlockAlignment = 64;  // floats: whole cache lines of every picture
constexpr int kStripsPerThread = 4;  // tasks per thread from which the load is even enough

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

/// The width of column blocks: the widest whose line buffers are at most twice the second-level
/// cache. Each line buffer row is written and read in turn, so that overflowing by as much costs
/// little, while every further block pays for its halo and for the start of every row
/// (docs/performance.md). Whole columns have a budget of their own. Where the kernel reduces, the
/// states of a row fit the first level too.
int choose_block_width(const CpuPlan& plan, Kernel kernel) {
    const int width = kernel.region.width();
    if (runs_along_rows(kernel)) return width;
    const int alignment = reduces(kernel) ? kLeafWidth : kBlockAlignment;
    const std::size_t budget = keeps_columns(kernel) ? column_budget(plan.target)
                                                     : kLineBufferBudgetInL2 * plan.target.l2_bytes;
    kernel.block_width = width;
    for (int blocks = 1;; ++blocks) {
        const int candidate =
            blocks == 1 ? width : divide_up(divide_up(width, blocks), alignment) * alignment;
        if (blocks > 1 && (candidate < kSmallestBlock || blocks > 64)) return kernel.block_width;
        kernel.block_width = candidate;
        const Kernel tried = measured(plan, kernel);
        if (tried.task_bytes <= budget && lane_bytes(tried) <= plan.target.l1_bytes)
            return candidate;
    }
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
    return whole_leaves(kernel, std::min(widest, even * kBlockAlignment), kLeafWidth);
}

/// How long the tasks take on so many threads, in units of all the work on one: tasks in order,
/// each to the thread that is free first.
double makespan(const CpuPlan& plan, const Kernel& kernel, int threads) {
    std::vector<double> busy(static_cast<std::size_t>(threads), 0.0);
    const double region = static_cast<double>(kernel.region.area()) * kernel.planes;
    for (const Task& task : tasks(kernel))
        *std::min_element(busy.begin(), busy.end()) +=
            static_cast<double>(task.tile.area()) / region;
    return *std::max_element(busy.begin(), busy.end()) * redundancy(plan, kernel);
}

/// Rows that one call of a recurrence along rows computes: fewer cost as much.
int rows_side_by_side(const Kernel& kernel) {
    int rows = 1;
    for (const Loop& loop : kernel.loops)
        if (loop.is_recurrence()) rows = std::max(rows, loop.batch_rows);
    return rows;
}

/// Strips, and planes that need none: the partition that is done first, counting rows that are
/// computed twice. Among equals, more tasks, which even out a busy machine.
Kernel with_strips(const CpuPlan& plan, const Kernel& kernel) {
    constexpr double kEvenness = 0.01;  // what a task per thread more is worth, up to four
    const int height = kernel.region.height();
    const int threads = std::max(plan.target.cores, 1);
    const int rows = rows_side_by_side(kernel);
    Kernel candidate = kernel, best = kernel;
    if (runs_along_columns(kernel)) return best;    // of one strip: another would begin anew
    candidate.block_width = kernel.region.width();  // blocks do not change rows
    candidate.planes = planes_at_once(kernel);
    double best_time = 0;
    const int all_whole = candidate.planes > 1 ? candidate.planes / threads * threads : 0;
    for (int whole : {0, all_whole}) {
        for (int strips = 1; strips <= std::min(height, threads * kStripsPerThread); ++strips) {
            candidate.whole_planes = whole;
            candidate.strip_height = whole_leaves(
                kernel, std::min(divide_up(divide_up(height, strips), rows) * rows, height),
                kLeafHeight);
            const double per_thread = static_cast<double>(tasks(candidate).size()) / threads;
            const double time = makespan(plan, candidate, threads) *
                                (1 + kEvenness * std::max(0.0, kStripsPerThread - per_thread));
            if (best_time > 0 && time >= best_time) continue;
            best_time = time;
            best.whole_planes = whole;
            best.strip_height = candidate.strip_height;
        }
        if (all_whole == 0) break;
    }
    return best;
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
        kernel.block_width = context.block_width > 0
                                 ? whole_leaves(kernel, context.block_width, kLeafWidth)
                                 : choose_block_width(plan, kernel);
        if (context.block_width == 0 && runs_along_columns(kernel))
            kernel.block_width = balanced_block_width(plan, kernel, kernel.block_width);
        if (context.strip_height > 0)
            kernel.strip_height = whole_leaves(kernel, context.strip_height, kLeafHeight);
        else
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
        kernel.strip_height =
            whole_leaves(kernel, divide_up(kernel.region.height(), strips), kLeafHeight);
        kernel = settled(plan, context, std::move(kernel));
        decisions.add(kernel.name, "turned off: " + described(plan, kernel));
    }
    return plan;
}

}  // namespace weft
