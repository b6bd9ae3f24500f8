#include "passes/gpu/block_choice.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "models/occupancy.h"
#include "passes/gpu/geometry.h"
#include "passes/gpu/kernel_resources.h"
#include "passes/gpu/knapsack.h"
#include "support/integers.h"

namespace weft {

namespace {

/// The model of occupancy, ours: below kEnoughOccupancy time grows as occupancy falls; from there
/// to full occupancy it falls by another kLastThreads.
constexpr double kEnoughOccupancy = 0.5, kLastThreads = 0.25;
/// Differences of time that the model cannot tell.
constexpr double kNoise = 0.01;
/// What a thread outside the picture costs, against one inside.
constexpr double kIdleThread = 0.1;
/// Blocks of this many threads are neither too many to launch nor too large to balance.
constexpr int kUsualThreads = 256;

struct Reach {
    int u = 0, v = 0;
};

/// The longest reaches of the inputs, of those that are staged where any is.
Reach reach_of(const GpuKernel& kernel) {
    const auto longest = [&](bool staged_only) {
        Reach reach;
        for (const GpuInput& input : kernel.inputs)
            if (!staged_only || input.access == GpuAccess::kShared) {
                reach.u = std::max(reach.u, reach_u(input.window, kernel.layout));
                reach.v = std::max(reach.v, reach_v(input.window, kernel.layout));
            }
        return reach;
    };
    const Reach staged = longest(true);
    return staged.u > 0 || staged.v > 0 ? staged : longest(false);
}

/// Whole warps, the most first; on 1.x in steps of the four half-warps that equation 1 counts by.
std::vector<int> thread_counts(const GpuTarget& target) {
    std::vector<int> counts;
    if (target.registers_by_block)
        for (int t = target.max_threads_per_block; t >= 64; t -= 64) counts.push_back(t);
    else
        for (int t = target.max_threads_per_block; t >= 64; t /= 2) counts.push_back(t);
    counts.push_back(target.warp_size);
    return counts;
}

/// The paper's shapes: a line for rows and points; for filters along v a line along v that shares
/// or one along u that coalesces; a square or rectangle where both axes count, and beside that one
/// of whole half-warps, for coalescing.
void add_papers_shapes(const GpuTarget& target, const GpuKernel& kernel, Reach reach, int threads,
                       std::vector<BlockShape>& blocks) {
    const bool staged = std::any_of(kernel.inputs.begin(), kernel.inputs.end(),
                                    [](const auto& i) { return i.access == GpuAccess::kShared; });
    if (reach.v == 0 || (reach.u == 0 && !staged)) {
        blocks.push_back(line_along_u(threads));
        return;
    }
    const int half_warp = coalescing_group(target);
    blocks.push_back(rectangle(threads, reach.u, reach.v));
    if (reach.u > 0) blocks.push_back({half_warp, threads / half_warp});
}

/// Rectangles of whole warps along u; narrower where the region is.
void add_warp_rectangles(const GpuKernel& kernel, int warp, int threads,
                         std::vector<BlockShape>& blocks) {
    const int width = extent_u(kernel);
    const auto narrow = static_cast<int>(std::bit_ceil(static_cast<unsigned>(std::max(width, 1))));
    for (int u = std::min(warp, narrow); u <= threads; u *= 2)
        if (threads / u <= 64) blocks.push_back({u, threads / u});
}

double overhang(const GpuKernel& kernel, BlockShape block) {
    const auto covered = [](int extent, int by) {
        return static_cast<double>(divide_up(extent, by)) * by / extent;
    };
    return covered(extent_u(kernel), block.u) * covered(extent_v(kernel), block.v);
}

/// A block as the choice weighs it.
struct Scored {
    BlockChoice choice;
    double score = INFINITY;

    /// By score, and where that is even: more threads at once, the usual size, the longer line.
    bool better_than(const Scored& o) const {
        if (score < o.score * (1 - kNoise)) return true;
        if (score > o.score * (1 + kNoise)) return false;
        if (std::abs(choice.occupancy - o.choice.occupancy) > 1e-9)
            return choice.occupancy > o.choice.occupancy;
        const auto oddness = [](BlockShape b) {
            return std::abs(std::log2(static_cast<double>(b.threads()) / kUsualThreads));
        };
        const double mine = oddness(choice.block), theirs = oddness(o.choice.block);
        if (std::abs(mine - theirs) > 1e-9) return mine < theirs;
        return score < o.score;
    }
};

Scored scored(const GpuPlan& plan, const GpuKernel& kernel, const KernelWork& work,
              BlockShape block, std::size_t shared) {
    const GpuTarget& target = plan.target;
    Scored s;
    s.choice.block = block;
    if (block.threads() > max_threads_by_registers(target, kernel.registers)) return s;
    s.choice.occupancy = occupancy(target, {block.threads(), kernel.registers, shared});
    if (s.choice.occupancy <= 0) return s;
    const GpuWork asked = work.work(block);
    s.choice.seconds = seconds(target, asked, waiting(s.choice.occupancy));
    s.choice.bound = bound_by(target, asked);
    const GpuShape launch = launch_shape(plan, kernel, block.u, block.v, target.multiprocessors);
    const double blocks = static_cast<double>(launch.grid_u) * launch.grid_v * launch.grid_planes;
    s.score = s.choice.seconds * (1 - kIdleThread + kIdleThread * overhang(kernel, block)) *
              std::max(1.0, target.multiprocessors / blocks);
    return s;
}

std::size_t tiles_bytes(const GpuPlan& plan, const GpuKernel& kernel, BlockShape block) {
    GpuKernel tried = kernel;
    tried.shape.block_u = block.u;
    tried.shape.block_v = block.v;
    return with_tiles(plan, std::move(tried)).shared_bytes;
}

}  // namespace

double waiting(double occupancy) {
    return std::max(1.0, kEnoughOccupancy / occupancy) *
           (1 + kLastThreads * (1 - std::max(occupancy, kEnoughOccupancy)));
}

std::vector<BlockShape> candidate_blocks(const GpuPlan& plan, const GpuKernel& kernel) {
    const GpuTarget& target = plan.target;
    if (kernel.kind == GpuKernelKind::kTranspose)
        return {{kTransposeTile, 8}, {kTransposeTile, 4}, {kTransposeTile, 1}};
    const bool advances = advancing_stage(plan, kernel) != nullptr;
    const Reach reach = reach_of(kernel);
    std::vector<BlockShape> blocks;
    for (int threads : thread_counts(target)) {
        if (advances)
            blocks.push_back(advances_along_u(plan, kernel) ? line_along_v(threads)
                                                            : line_along_u(threads));
        else if (kernel.minimised || kernel.is_reduction())
            blocks.push_back(line_along_u(threads));
        else if (target.registers_by_block)
            add_papers_shapes(target, kernel, reach, threads, blocks);
        else
            add_warp_rectangles(kernel, target.warp_size, threads, blocks);
    }
    return blocks;
}

BlockChoice best_block(const GpuPlan& plan, const GpuKernel& kernel) {
    const std::vector<BlockShape> blocks = candidate_blocks(plan, kernel);
    const KernelWork work(plan, kernel);
    Scored best;
    best.choice.block = blocks.back();
    for (const BlockShape block : blocks) {
        const Scored s = scored(plan, kernel, work, block, tiles_bytes(plan, kernel, block));
        if (s.score < INFINITY && s.better_than(best)) best = s;
    }
    return best.choice;
}

StagingChoice best_staging(const GpuPlan& plan, const GpuKernel& kernel,
                           const Table<bool, GpuInput>& candidates) {
    const GpuTarget& target = plan.target;
    StagingChoice result{
        Table<bool, GpuInput>(kernel.inputs.size()), {}, best_block(plan, kernel), false};
    GpuKernel staged = kernel;
    for (const Id<GpuInput> i : candidates.ids())
        if (candidates[i]) staged.inputs[i].access = GpuAccess::kShared;

    Scored best;
    KernelWork work(plan, kernel);
    for (const BlockShape block : candidate_blocks(plan, staged)) {
        // Gains in all parts of the device together: as if nothing overlapped.
        const auto cost = [&](const GpuWork& w) {
            return w.dram_bytes / target.dram_bytes_per_second +
                   (w.wavefronts + w.second_lines + w.instructions / target.fp32_lanes) /
                       (target.multiprocessors * target.clock_hz);
        };
        constexpr std::size_t kAlignment = 16;
        Table<KnapsackItem, GpuInput> items(candidates.size());
        std::size_t wanted = 0;
        for (const Id<GpuInput> i : candidates.ids()) {
            if (!candidates[i]) continue;
            items[i] = {
                cost(work.in_place(i, block)) - cost(work.staged(i, block)),
                round_up(tile_bytes(plan, kernel, kernel.inputs[i], block.u, block.v), kAlignment)};
            if (items[i].value > 0) wanted += items[i].bytes;
        }
        const Table<bool, GpuInput> chosen(knapsack(items.values(), target.max_shared_per_block));
        std::size_t shared = 0;
        for (const Id<GpuInput> i : chosen.ids()) {
            work.stage(i, chosen[i]);
            if (chosen[i]) shared += items[i].bytes;
        }
        if (shared == 0) continue;
        const Scored s = scored(plan, kernel, work, block, shared);
        if (s.score == INFINITY || !s.better_than(best)) continue;
        best = s;
        result.staged = chosen;
        result.with = s.choice;
        result.out_of_space = shared < wanted;
    }
    return result;
}

}  // namespace weft
