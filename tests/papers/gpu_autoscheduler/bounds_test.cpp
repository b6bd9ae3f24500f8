// Paper: gpu-autoscheduler: tile, block and bounds by listing 1 are those of the kernels that are
// emitted, of all effects, the paper's programs among them.
#include <gtest/gtest.h>

#include <algorithm>

#include "effects/builtin.h"
#include "gpu_planning.h"
#include "passes/gpu/fusion/auto_shape.h"
#include "passes/gpu/fusion/auto_stages.h"
#include "plan/group_levels.h"

namespace weft::test {
namespace {

GpuPlan greedy(const Effect& effect, NestedFusion nesting, const char* target) {
    GpuPlanning p;
    p.target = target;
    p.domain = {0, 0, 1536, 2560};
    p.choices.fusion = FusionStrategy::kGreedy;
    p.choices.nesting = nesting;
    return gpu_plan_of(effect.build(), p);
}

AutoTile along_axes(const GpuKernel& kernel, int u, int v) {
    return kernel.layout == Layout::kRows ? AutoTile{u, v} : AutoTile{v, u};
}

/// The most elements that any loop computes of the stage: one loop, but of a stage that is read on
/// several levels.
AutoTile emitted(const GpuKernel& kernel, Id<Stage> stage) {
    const GpuGroup& group = kernel.group;
    AutoTile most{0, 0};
    for (const GroupLoop& loop : group.loops)
        for (const GroupEvaluation& e : loop.evaluations) {
            if (e.stage != stage) continue;
            const TileExtent extent =
                loop_extent(group, kernel.layout, loop, {group.tile_u, group.tile_v});
            const AutoTile computed = along_axes(kernel, extent.u, extent.v);
            most = {std::max(most.x, computed.x), std::max(most.y, computed.y)};
        }
    return most;
}

/// Its levels go on beyond their pictures and end again (LevelEnd): of them one row or two more are
/// computed at either end than listing 1, which knows no ends, has it.
bool has_ends_of_its_own(const Effect& effect) { return effect.name == "interpolate-halide"; }

/// What the paper says of a group's tile and block, held against the group; whether it has any.
bool is_as_listing_1_has_it(const GpuPlan& plan, const GpuKernel& kernel) {
    const AutoMembers seen = auto_members(plan, kernel);
    const AutoTile tile = along_axes(kernel, kernel.group.tile_u, kernel.group.tile_v);
    const std::vector<AutoTile> bounds = local_bounds(seen.pipeline, seen.group, tile);
    AutoTile block{0, 0};
    for (std::size_t m = 0; m < bounds.size(); ++m) {
        const AutoStage& stage = seen.pipeline[static_cast<std::size_t>(seen.group.members[m])];
        EXPECT_EQ(emitted(kernel, Id<Stage>(stage.number)), bounds[m])
            << kernel.name << ", " << stage.name;
        block = {std::max(block.x, bounds[m].x), std::max(block.y, bounds[m].y)};
    }
    const Graph graph;
    const Library library;
    const GpuContext context{{graph, library, {}, {}, {}, {}}, plan.target};
    const AutoChoice choice = auto_choice(plan, context, kernel);
    if (!choice.cost.invalid.empty()) return false;
    EXPECT_EQ(along_axes(kernel, kernel.shape.block_u, kernel.shape.block_v), block) << kernel.name;
    if (!kernel.group.nested) {
        EXPECT_EQ(tile, choice.tile) << kernel.name;
    }
    return true;
}

/// Of a kernel of one stage that computes an element a thread, its block is the tile.
bool has_the_block_of_listing_1(const GpuPlan& plan, const GpuKernel& kernel) {
    const auto block = auto_block(plan, kernel);
    if (!block) return false;
    EXPECT_EQ(kernel.shape.block_u, block->u) << kernel.name;
    EXPECT_EQ(kernel.shape.block_v, block->v) << kernel.name;
    return true;
}

TEST(AutoschedulerListing1, IsEmittedOfEveryProgram) {
    int groups = 0, chosen = 0, alone = 0;
    for (const char* target : {"rtx-2080-ti", "gtx-680"})
        for (const Effect& effect : builtin_effects())
            for (const NestedFusion nesting : {NestedFusion::kNever, NestedFusion::kAuto}) {
                const GpuPlan plan = greedy(effect, nesting, target);
                for (const GpuKernel& kernel : plan.kernels) {
                    if (kernel.kind == GpuKernelKind::kParallel && !kernel.minimised)
                        alone += has_the_block_of_listing_1(plan, kernel);
                    if (kernel.kind != GpuKernelKind::kGroup || has_ends_of_its_own(effect))
                        continue;
                    ++groups;
                    chosen += is_as_listing_1_has_it(plan, kernel);
                }
            }
    EXPECT_GT(alone, 400);
    EXPECT_GT(groups, 400);
    EXPECT_GT(chosen, groups * 4 / 5);
}

bool has_a_tile(const GpuPlan& plan, const GpuKernel& kernel, Id<Stage> stage) {
    const Table<GroupTile>& tiles = kernel.group.tiles;
    return std::any_of(tiles.begin(), tiles.end(), [&](const GroupTile& tile) {
        return plan.images[tile.image].producer() == stage;
    });
}

/// Whether stages of the group read it at their own element alone.
bool is_read_at_the_element(const GpuPlan& plan, const GpuKernel& kernel, Id<Stage> stage) {
    for (const Id<Stage> reader : kernel.stages)
        for (const StageInput& input : plan.stages[reader].inputs)
            if (plan.images[input.image].producer() == stage &&
                (input.is_scaled() || !window_of(input.taps).is_point()))
                return false;
    return true;
}

bool goes_by_rows_of_another(const GpuKernel& kernel, Id<Stage> stage) {
    const Table<GroupLoop>& loops = kernel.group.loops;
    return std::any_of(loops.begin(), loops.end(), [&](const GroupLoop& loop) {
        return loop.rows == LoopRows::kWithNext && loop.evaluations.back().stage == stage;
    });
}

/// Of groups that are nested stage by stage each is at the level that listing 2 has for it among
/// the stages that have tiles without nesting: at rows, and in threads where others read it at
/// their own element.
TEST(AutoschedulerListing2, IsEmittedStageByStage) {
    int in_threads = 0, in_rows = 0;
    for (const Effect& effect : builtin_effects()) {
        const GpuPlan apart = greedy(effect, NestedFusion::kNever, "rtx-2080-ti");
        const GpuPlan nested = greedy(effect, NestedFusion::kStages, "rtx-2080-ti");
        for (const GpuKernel& kernel : nested.kernels) {
            const auto same =
                std::find_if(apart.kernels.begin(), apart.kernels.end(),
                             [&](const GpuKernel& other) { return other.stages == kernel.stages; });
            if (kernel.kind != GpuKernelKind::kGroup || same == apart.kernels.end()) continue;
            const AutoMembers seen = auto_members(apart, *same);
            const Nesting levels = nest(seen.pipeline, seen.group, kernel.layout == Layout::kRows);
            for (std::size_t m = 0; m + 1 < levels.size(); ++m) {
                const auto member = static_cast<std::size_t>(seen.group.members[m]);
                const Id<Stage> s(seen.pipeline[member].number);
                const bool in_row = levels[m].level == ComputeAt::Level::kRow;
                EXPECT_EQ(goes_by_rows_of_another(kernel, s), in_row)
                    << kernel.name << ", " << nested.stages[s].name;
                in_rows += in_row;
                if (!is_read_at_the_element(nested, kernel, s)) continue;
                const bool in_thread = levels[m].level == ComputeAt::Level::kThread;
                EXPECT_EQ(has_a_tile(nested, kernel, s), !in_thread)
                    << kernel.name << ", " << nested.stages[s].name;
                in_threads += in_thread;
            }
        }
    }
    EXPECT_GT(in_threads, 0);
    EXPECT_GT(in_rows, 0);
}

}  // namespace
}  // namespace weft::test
