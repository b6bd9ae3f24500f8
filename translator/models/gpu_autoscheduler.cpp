#include "models/gpu_autoscheduler.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ranges>
#include <set>

#include "models/occupancy.h"
#include "support/integers.h"

namespace weft {

namespace {

constexpr int kFewIterations = 64;
constexpr int kManyIterations = 1024;
constexpr int kFloatBytes = 4;
/// Costs that differ by less are equal.
constexpr double kRounding = 1e-9;

/// The place of a stage among a group's members, or nothing.
std::optional<std::size_t> place_of(const AutoGroup& group, int stage) {
    const auto found = std::find(group.members.begin(), group.members.end(), stage);
    if (found == group.members.end()) return std::nullopt;
    return static_cast<std::size_t>(found - group.members.begin());
}

const AutoStage& member(const AutoPipeline& pipeline, const AutoGroup& group, std::size_t place) {
    return pipeline[static_cast<std::size_t>(group.members[place])];
}

/// Whether a member reads the stage.
bool is_read_within(const AutoPipeline& pipeline, const AutoGroup& group, int stage) {
    return std::any_of(group.members.begin(), group.members.end(), [&](int m) {
        const std::vector<AutoRead>& reads = pipeline[static_cast<std::size_t>(m)].reads;
        return std::any_of(reads.begin(), reads.end(),
                           [&](const AutoRead& read) { return read.stage == stage; });
    });
}

bool in_thread(const ComputeAt& at) { return at.level == ComputeAt::Level::kThread; }

/// Cheaper, or as cheap and less of the device.
bool is_better(const AutoCost& a, const AutoCost& b) {
    if (a.cost < b.cost * (1 - kRounding)) return true;
    return a.cost <= b.cost * (1 + kRounding) && wants_nesting(b) && !wants_nesting(a);
}

AutoCost invalidate(AutoCost cost, std::string why) {
    cost.invalid = std::move(why);
    return cost;
}

}  // namespace

TiledAxes tiled_axes(int width, int height) {
    const TiledAxes axes{width >= kFewIterations, height >= kFewIterations};
    return axes.count() > 0 ? axes : TiledAxes{width >= height, width < height};
}

TileBounds tile_bounds(int extent, int axes) {
    TileBounds bounds;
    bounds.upper = extent < kManyIterations ? extent / 2 : axes > 1 ? extent / 32 : extent;
    bounds.upper = std::max(bounds.upper, 1);
    bounds.lower = std::min(extent > kFewIterations ? 8 : 2, bounds.upper);
    return bounds;
}

std::vector<int> tile_sizes(TileBounds bounds, AutoPhase phase) {
    std::vector<int> sizes;
    if (phase == AutoPhase::kFinalTiling) {
        for (int size = bounds.lower; size <= bounds.upper; size += 2) sizes.push_back(size);
        return sizes;
    }
    for (long long size = 1; size <= bounds.upper; size *= 2)
        if (size >= bounds.lower) sizes.push_back(static_cast<int>(size));
    if (sizes.empty()) sizes.push_back(bounds.lower);
    return sizes;
}

std::vector<AutoTile> local_bounds(const AutoPipeline& pipeline, const AutoGroup& group,
                                   AutoTile tile) {
    /// From the first element to the last, along an axis.
    struct Range {
        int first = 0, last = 0;

        Range read_at(const AutoScale& scale, int before, int after) const {
            return {divide_down(first * scale.times, scale.over) - before,
                    divide_up(last * scale.times, scale.over) + after};
        }
        void extend(const Range& o) {
            first = std::min(first, o.first);
            last = std::max(last, o.last);
        }
        int count() const { return last - first + 1; }
    };
    struct Needed {
        Range x, y;
    };
    std::vector<std::optional<Needed>> needed(group.members.size());
    std::vector<AutoTile> bounds(group.members.size());
    for (std::size_t m = group.members.size(); m-- > 0;) {
        if (!needed[m]) needed[m] = {{0, tile.x - 1}, {0, tile.y - 1}};
        const Needed& own = *needed[m];
        bounds[m] = {own.x.count(), own.y.count()};
        for (const AutoRead& read : member(pipeline, group, m).reads) {
            const auto place = place_of(group, read.stage);
            if (!place) continue;
            const Needed by{own.x.read_at(read.x, read.left, read.right),
                            own.y.read_at(read.y, read.up, read.down)};
            std::optional<Needed>& all = needed[*place];
            if (!all) {
                all = by;
                continue;
            }
            all->x.extend(by.x);
            all->y.extend(by.y);
        }
    }
    return bounds;
}

int register_bound(const GpuTarget& target, int threads) {
    return std::min(target.max_registers_per_thread, target.registers / std::max(threads, 1));
}

double global_load_cost(const GpuTarget& target) {
    const double operations =
        static_cast<double>(target.multiprocessors) * target.fp32_lanes * target.clock_hz;
    return operations * kFloatBytes / target.dram_bytes_per_second;
}

double shared_load_cost(const GpuTarget& target) {
    return static_cast<double>(target.fp32_lanes) * kFloatBytes / target.shared_bytes_per_clock;
}

Nesting unnested(const AutoGroup& group) {
    Nesting nesting(group.members.size());
    for (std::size_t m = 0; m + 1 < nesting.size(); ++m) nesting[m].consumer = group.members.back();
    return nesting;
}

Nesting nest(const AutoPipeline& pipeline, const AutoGroup& group, bool inner_x) {
    using Level = ComputeAt::Level;
    Nesting nesting(group.members.size());
    // The stages in whose threads and in whose rows each member is computed: others, or itself.
    std::vector<std::size_t> home(group.members.size()), row_home(group.members.size());
    for (std::size_t m = group.members.size(); m-- > 0;) {
        ComputeAt& at = nesting[m];
        home[m] = row_home[m] = m;
        std::set<std::size_t> threads, rows;
        StageUse use;
        for (const int stage : group.members)
            for (const AutoRead& read : pipeline[static_cast<std::size_t>(stage)].reads) {
                if (read.stage != group.members[m]) continue;
                const std::size_t consumer = *place_of(group, stage);
                threads.insert(home[consumer]);
                rows.insert(row_home[consumer]);
                at.consumer = stage;
                const bool again_x = read.reuses_x(), again_y = read.reuses_y();
                use.again_inner = use.again_inner || (inner_x ? again_x : again_y);
                use.again_outer =
                    use.again_outer || (inner_x ? again_y : again_x) ||
                    (read.reuses() && (read.x != AutoScale{} || read.y != AutoScale{}));
            }
        use.threads_of = threads.size();
        use.rows_of = rows.size();
        at.level = listing_2_level(use);
        if (at.level == Level::kThread) home[m] = *threads.begin();
        if (at.level != Level::kBlock) row_home[m] = *rows.begin();
    }
    return nesting;
}

AutoCost group_cost(const GpuTarget& target, const AutoPipeline& pipeline, const AutoGroup& group,
                    AutoTile tile, AutoPhase phase, const Nesting& nesting,
                    const AutoLimits& limits) {
    AutoCost cost;
    const std::vector<AutoTile> bounds = local_bounds(pipeline, group, tile);
    const AutoStage& output = member(pipeline, group, group.members.size() - 1);
    const int across = divide_up(output.width, tile.x), down = divide_up(output.height, tile.y);
    const double tiles = static_cast<double>(across) * down;
    const int floats_of_transaction = std::max(1, target.segment_bytes / kFloatBytes);

    std::vector<double> operations(group.members.size());
    for (std::size_t m = 0; m < group.members.size(); ++m) {
        const AutoStage& stage = member(pipeline, group, m);
        const double elements = static_cast<double>(bounds[m].x) * bounds[m].y * stage.planes;
        operations[m] = elements * stage.operations;
        for (const AutoRead& read : stage.reads) {
            const auto place = place_of(group, read.stage);
            const double loads = read.loads * elements;
            if (!place)
                cost.memory += loads * global_load_cost(target) /
                               std::clamp(read.consecutive, 1, floats_of_transaction);
            else if (!in_thread(nesting[*place]))
                cost.memory += loads * shared_load_cost(target);
        }
        if (in_thread(nesting[m])) continue;
        cost.block_x = std::max(cost.block_x, bounds[m].x);
        cost.block_y = std::max(cost.block_y, bounds[m].y);
        if (is_read_within(pipeline, group, group.members[m]))
            cost.shared_bytes +=
                static_cast<std::size_t>(elements) * static_cast<std::size_t>(stage.bytes);
    }

    const long long threads = static_cast<long long>(cost.block_x) * cost.block_y;
    if (threads > target.max_threads_per_block)
        return invalidate(cost, fmt::format("{} threads a block, at most {}", threads,
                                            target.max_threads_per_block));
    if (phase == AutoPhase::kFinalTiling && threads % target.warp_size != 0)
        return invalidate(cost, fmt::format("{} threads a block are not whole warps", threads));
    if (cost.shared_bytes > target.max_shared_per_block)
        return invalidate(cost, fmt::format("{} bytes of shared memory a block, at most {}",
                                            cost.shared_bytes, target.max_shared_per_block));
    cost.active_multiprocessors = static_cast<int>(std::min<double>(tiles, target.multiprocessors));
    if (cost.active_multiprocessors < target.multiprocessors)
        return invalidate(
            cost, fmt::format("{} blocks for {} multiprocessors", tiles, target.multiprocessors));

    cost.occupancy = 1;
    cost.active_threads = target.max_threads_per_block;
    const int registers =
        std::min(limits.registers, register_bound(target, static_cast<int>(threads)));
    for (std::size_t m = 0; m < group.members.size(); ++m) {
        // What is nested is not reused, so that it has the extent of its consumer.
        const int stage_threads = bounds[m].x * bounds[m].y;
        const BlockNeeds needs{stage_threads, registers, cost.shared_bytes};
        const double active =
            static_cast<double>(resident_blocks(target, needs).count()) * stage_threads;
        const double occupied = occupancy(target, needs);
        if (occupied < limits.occupancy)
            return invalidate(cost,
                              fmt::format("occupancy {:.2f} of stage {}, at least {:.2f}", occupied,
                                          member(pipeline, group, m).name, limits.occupancy));
        cost.arithmetic += operations[m] / (occupied * active);
        cost.occupancy = std::min(cost.occupancy, occupied);
        cost.active_threads = std::min(cost.active_threads, active);
    }
    cost.cost = (cost.arithmetic + cost.memory / (cost.occupancy * cost.active_threads)) * tiles;
    return cost;
}

AutoChoice cheapest_tile(const GpuTarget& target, const AutoPipeline& pipeline,
                         const AutoGroup& group, AutoPhase phase, const AutoLimits& limits,
                         const std::function<bool(AutoTile)>& can_run) {
    const AutoStage& output = member(pipeline, group, group.members.size() - 1);
    const TiledAxes axes = tiled_axes(output.width, output.height);
    const auto sizes = [&](bool tiled, int extent) {
        return tiled ? tile_sizes(tile_bounds(extent, axes.count()), phase)
                     : std::vector<int>{extent};
    };
    const Nesting none = unnested(group);
    AutoChoice choice;
    bool first = true;
    const std::vector<int> across = sizes(axes.x, output.width);
    const std::vector<int> down = sizes(axes.y, output.height);
    for (const int x : std::views::reverse(across))
        for (const int y : down) {
            // A thread for each element of the output at least.
            if (!first && static_cast<long long>(x) * y > target.max_threads_per_block) break;
            AutoCost cost = group_cost(target, pipeline, group, {x, y}, phase, none, limits);
            if (cost.invalid.empty() && !is_better(cost, choice.cost)) continue;
            if (can_run && cost.invalid.empty() && !can_run({x, y})) {
                cost = invalidate(std::move(cost), "no kernel of such tiles fits the device");
                cost.cost = std::numeric_limits<double>::infinity();
            }
            if (!cost.invalid.empty() && !first && choice.cost.invalid.empty()) continue;
            first = false;
            choice = {{x, y}, std::move(cost)};
        }
    return choice;
}

bool merge_pays(const AutoCost& merged, const AutoCost& producer, const AutoCost& consumer) {
    return merged.cost < producer.cost + consumer.cost;
}

bool wants_nesting(const AutoCost& cost) {
    constexpr std::size_t kMuchShared = 32u << 10;
    constexpr double kLowOccupancy = 0.3;
    constexpr int kManyThreads = 900;
    return cost.shared_bytes > kMuchShared || cost.occupancy < kLowOccupancy ||
           cost.threads() > kManyThreads;
}

}  // namespace weft
