// Staging: which inputs, in which tiles, and what fits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "gpu_planning.h"
#include "neighbourhood/convolution2d.h"
#include "neighbourhood/dwt1d.h"
#include "passes/gpu/block_choice.h"
#include "passes/gpu/gpu_passes.h"
#include "passes/gpu/kernel_resources.h"
#include "passes/gpu/knapsack.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

TEST(Knapsack, EqualsAllSubsets) {
    const std::uint64_t seed = run_seed();
    for (std::uint64_t i = 0; i < 300; ++i) {
        std::mt19937_64 random(seed + i);
        std::vector<KnapsackItem> items(random() % 9);
        for (KnapsackItem& item : items)
            item = {static_cast<double>(random() % 21) - 4, 1 + random() % 50};
        const std::size_t space = random() % 150;
        double best = 0;
        for (unsigned set = 0; set < 1u << items.size(); ++set) {
            double value = 0;
            std::size_t bytes = 0;
            for (std::size_t k = 0; k < items.size(); ++k)
                if (set >> k & 1) {
                    value += items[k].value;
                    bytes += items[k].bytes;
                }
            if (bytes <= space) best = std::max(best, value);
        }
        const std::vector<bool> chosen = knapsack(items, space);
        double value = 0;
        std::size_t bytes = 0;
        for (std::size_t k = 0; k < items.size(); ++k)
            if (chosen[k]) {
                value += items[k].value;
                bytes += items[k].bytes;
                EXPECT_GT(items[k].value, 0);
            }
        EXPECT_DOUBLE_EQ(value, best) << "WEFT_TEST_SEED=" << seed + i;
        EXPECT_LE(bytes, space);
    }
}

Graph convolution(int radius_x, int radius_y) {
    return graph_with([&](GraphBuilder& build, const Image& input) {
        Image output;
        build.name_next("one");
        functors::Convolution2D(radius_x, radius_y)(input, output);
        return output;
    });
}

TEST(Staging, IsForDenseWindowsWhereCachesServeReads) {
    // 17 x 17 taps share a tile; three taps of a wavelet meet in the cache.
    const GpuPlan dense = gpu_plan_of(convolution(8, 8), {.target = "h100"});
    EXPECT_EQ(kernel_of(dense, "one").inputs.front().access, GpuAccess::kShared);
    const GpuPlan wavelet = gpu_plan_of(find_effect("degrain")->build(), {.target = "h100"});
    EXPECT_EQ(kernel_of(wavelet, "level1/dwt1d1").inputs.front().access, GpuAccess::kBordered);
    EXPECT_THAT(decisions_of(wavelet, "stage", "level1/dwt1d1"),
                AllOf(HasSubstr("3 taps in 3x1"), HasSubstr("bound by memory")));
    // Where nothing caches, three taps are three times the traffic.
    const GpuPlan first = gpu_plan_of(find_effect("degrain")->build(), {.target = "cc-1.0"});
    EXPECT_EQ(kernel_of(first, "level1/dwt1d1").inputs.front().access, GpuAccess::kShared);
}

TEST(Staging, LeavesPointsAndSwitchedOffKernelsAlone) {
    for (const GpuTarget& target : gpu_targets()) {
        const GpuPlan plan =
            gpu_plan_of(convolution(8, 8), {.target = target.name, .disabled = {"stage"}});
        EXPECT_EQ(kernel_of(plan, "one").inputs.front().access, GpuAccess::kBordered)
            << target.name;
        const GpuPlan degrain =
            gpu_plan_of(find_effect("degrain")->build(), {.target = target.name});
        for (const GpuInput& input : kernel_of(degrain, "level1/sum1").inputs)
            EXPECT_EQ(input.access, GpuAccess::kGlobal) << target.name;
    }
}

/// Several filters in one functor, of which not all tiles fit: built by hand from a convolution,
/// for no functor of ours reads so much.
GpuPlan with_more_inputs(GpuPlan plan, const std::vector<int>& reaches) {
    Stage& stage = plan.stages.front();
    GpuKernel& kernel = plan.kernels.front();
    const StageInput first = stage.inputs.front();
    for (int reach : reaches) {
        StageInput read = first;
        read.taps.clear();
        for (int y : {-reach, 0, reach})
            for (int x = -reach; x <= reach; ++x) read.taps.push_back({x, y});
        GpuInput input = kernel.inputs.front();
        input.by.input = stage.inputs.add(read);
        input.window = {-reach, reach, -reach, reach};
        kernel.inputs.add(input);
    }
    return plan;
}

TEST(Staging, ChoosesTheBestSubsetWhereSpaceRunsOut) {
    const Graph graph = convolution(4, 4);
    GpuPlan plan = with_more_inputs(
        gpu_plan_of(graph, {.target = "cc-1.3", .disabled = {"stage", "shape"}}), {20, 20, 6});
    const GpuKernel& kernel = plan.kernels.front();
    const StagingChoice choice = best_staging(plan, kernel, {true, true, true, true});
    EXPECT_TRUE(choice.out_of_space);
    ASSERT_GT(choice.with.occupancy, 0);
    EXPECT_LT(choice.with.seconds, choice.without.seconds);
    std::size_t bytes = 0, all = 0;
    for (const Id<GpuInput> i : kernel.inputs.ids()) {
        const std::size_t tile =
            tile_bytes(plan, kernel, kernel.inputs[i], choice.with.block.u, choice.with.block.v);
        all += tile;
        if (choice.staged[i]) bytes += tile;
    }
    EXPECT_GT(bytes, 0u);
    EXPECT_LE(bytes, 16000u);
    EXPECT_GT(all, 16000u);
    // With the space of a Hopper all of them fit.
    plan.target = *find_gpu_target("h100");
    EXPECT_FALSE(best_staging(plan, kernel, {true, true, true, true}).out_of_space);
}

/// (block + reach) squared, for each plane that a thread sees.
TEST(Tiles, HoldTheBlockAndItsWindow) {
    const GpuPlan plan = gpu_plan_of(convolution(3, 5), {.target = "h100", .disabled = {"stage"}});
    const GpuKernel& kernel = kernel_of(plan, "one");
    EXPECT_EQ(tile_bytes(plan, kernel, kernel.inputs.front(), 32, 8), 4u * (32 + 6) * (8 + 10));
    GpuKernel columns = kernel;
    columns.layout = Layout::kColumns;
    EXPECT_EQ(tile_bytes(plan, columns, columns.inputs.front(), 32, 8), 4u * (32 + 10) * (8 + 6));
}

}  // namespace
}  // namespace weft::test
