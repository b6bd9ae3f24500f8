// Tiles for accumulations, the best of all by the model of time, where they beat an element a
// thread.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "models/occupancy.h"
#include "passes/gpu/accumulation_tile.h"
#include "passes/gpu/block_choice.h"
#include "passes/gpu/geometry.h"
#include "passes/gpu/gpu_passes.h"
#include "passes/gpu/kernel_resources.h"

namespace weft {

namespace {

/// As of staging: a lesser gain is within what the model does not know.
constexpr double kLeastGainOfTiles = 1.2;

struct TiledAccumulation {
    GpuKernel kernel;
    double seconds = 0;
    const char* bound = "";
};

/// The kernel with that tile and its time; nothing where it does not fit.
std::optional<TiledAccumulation> tried_tile(const GpuPlan& plan, const GpuContext& context,
                                            const GpuKernel& kernel, BlockShape block,
                                            const GpuAccumulation& tile) {
    TiledAccumulation tried{with_accumulation(plan, kernel, block.u, block.v, tile)};
    if (tried.kernel.shared_bytes == 0 ||
        tried.kernel.shared_bytes > plan.target.max_shared_per_block)
        return std::nullopt;
    tried.kernel = with_occupancy(plan, with_registers(plan, context, std::move(tried.kernel)));
    if (tried.kernel.occupancy <= 0 ||
        block.threads() > max_threads_by_registers(plan.target, tried.kernel.registers))
        return std::nullopt;
    const GpuWork work = KernelWork(plan, tried.kernel).work(block);
    const GpuShape& grid = tried.kernel.shape;
    const double blocks = 1.0 * grid.grid_u * grid.grid_v * grid.grid_planes;
    tried.seconds = seconds(plan.target, work, waiting(tried.kernel.occupancy)) *
                    std::max(1.0, plan.target.multiprocessors / blocks);
    tried.bound = bound_by(plan.target, work);
    return tried;
}

/// The powers of two up to `most`, 1 among them.
std::vector<int> powers_up_to(int most) {
    std::vector<int> all{1};
    while (all.back() * 2 <= most) all.push_back(all.back() * 2);
    return all;
}

std::optional<TiledAccumulation> best_tile(const GpuPlan& plan, const GpuContext& context,
                                           const GpuKernel& kernel, double turns) {
    constexpr int kMostElements = 8, kMostTurns = 64;
    const GpuTarget& target = plan.target;
    std::optional<TiledAccumulation> best;
    for (const int threads : powers_up_to(std::min(target.max_threads_per_block, 512))) {
        if (threads < target.warp_size) continue;
        for (const int u : powers_up_to(threads)) {
            if (u < target.warp_size / 4 || threads / u > 64) continue;
            for (const int across : powers_up_to(kMostElements))
                for (const int down : powers_up_to(kMostElements))
                    for (const int copied : powers_up_to(kMostTurns)) {
                        if (copied > 1 && copied / 2 >= turns) continue;
                        const auto tried = tried_tile(plan, context, kernel, {u, threads / u},
                                                      {across, down, copied});
                        if (tried && (!best || tried->seconds < best->seconds)) best = tried;
                    }
        }
    }
    return best;
}

/// With an element a thread, staged or not.
BlockChoice best_untiled(const GpuPlan& plan, const GpuContext& context, GpuKernel kernel) {
    kernel = with_registers(plan, context, std::move(kernel));
    Table<bool, GpuInput> filters;
    for (const GpuInput& input : kernel.inputs) filters.add(is_filter(plan, input));
    const StagingChoice choice = best_staging(plan, kernel, filters);
    const bool staged = choice.with.occupancy > 0 && choice.with.seconds < choice.without.seconds;
    return staged ? choice.with : choice.without;
}

/// The most that one kernel with its neighbours could save: each picture between them is neither
/// written nor read, and each neighbour is not launched. In tiles it stays a kernel of its own.
double most_saved_by_fusion(const GpuPlan& plan, const GpuKernel& kernel) {
    double bytes = 0, launches = 0;
    const auto add = [&](Id<PlanImage> image, const StageInput& read) {
        if (is_far(read)) return;
        bytes += 2 * picture_bytes(plan.images[image]);
        launches += 1;
    };
    const Stage& stage = plan.stages[kernel.stages.front()];
    for (const StageInput& input : stage.inputs)
        if (plan.images[input.image].producer()) add(input.image, input);
    for (const Stage& reader : plan.stages)
        for (const StageInput& input : reader.inputs)
            if (std::count(stage.outputs.begin(), stage.outputs.end(), input.image) > 0)
                add(input.image, input);
    return bytes / plan.target.dram_bytes_per_second + launches * plan.target.launch_seconds;
}

/// Why a kernel that accumulates has no tiles; "" where it can have them.
std::string why_no_tiles(const GpuKernel& kernel, const BoundAccumulation& bound) {
    if (!bound.why_no_tiles.empty()) return bound.why_no_tiles;
    if (kernel.layout == Layout::kColumns) return "it runs by columns";
    if (std::none_of(bound.reads.begin(), bound.reads.end(),
                     [](const TermReads& reads) { return reads.box.has_value(); }))
        return "where its terms read is no affine function of element and term";
    return "";
}

}  // namespace

GpuPlan accumulate_tiles(GpuPlan plan, const GpuContext& context, Decisions& decisions) {
    for (GpuKernel& kernel : plan.kernels) {
        if (kernel.kind != GpuKernelKind::kParallel || kernel.stages.size() != 1) continue;
        const Stage& stage = plan.stages[kernel.stages.front()];
        if (!stage.accumulation) continue;
        const BoundAccumulation& bound = *stage.accumulation;
        if (const std::string why = why_no_tiles(kernel, bound); !why.empty()) {
            decisions.add(kernel.name, "no tiles: " + why);
            continue;
        }
        const auto tiled = best_tile(plan, context, kernel, bound.outermost().turns);
        if (!tiled) {
            decisions.add(kernel.name, "no tiles: none fits a block");
            continue;
        }
        const BlockChoice untiled = best_untiled(plan, context, kernel);
        const double saved = most_saved_by_fusion(plan, kernel);
        const bool pays = tiled->seconds * kLeastGainOfTiles + saved < untiled.seconds;
        const GpuKernel& with = tiled->kernel;
        decisions.add(
            kernel.name,
            fmt::format("{}tiles of {}x{} elements, {}x{} a thread, {:.0f} terms in copies of {} "
                        "turns: by the model {:.1f} us (bound by {}) instead of {:.1f} us (bound "
                        "by {}) with an element a thread{}",
                        pays ? "" : "no ", with.tile_u(), with.tile_v(),
                        with.accumulation.elements_u, with.accumulation.elements_v, bound.turns(),
                        with.accumulation.turns, tiled->seconds * 1e6, tiled->bound,
                        untiled.seconds * 1e6, untiled.bound,
                        saved > 0 ? fmt::format(", where one kernel with its neighbours could save "
                                                "{:.1f} us",
                                                saved * 1e6)
                                  : std::string()));
        if (pays) kernel = with;
    }
    return plan;
}

}  // namespace weft
