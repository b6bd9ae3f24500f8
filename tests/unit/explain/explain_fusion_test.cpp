// What is said of fused kernels, of edges that are fused and of those that are not.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "affordable.h"
#include "engine/explain_edges.h"
#include "engine/explain_gpu.h"
#include "engine/explain_group.h"
#include "engine/gpu_figures.h"
#include "fused_plans.h"
#include "golden/golden.h"
#include "passes/gpu/block_choice.h"
#include "passes/gpu/fusion/group_shape.h"
#include "passes/gpu/fusion/group_work.h"

namespace weft::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// The kernel's section of the text.
std::string section(const std::string& text, const GpuKernel& kernel) {
    const std::size_t at = text.find("kernel " + kernel.name + ":");
    EXPECT_NE(at, std::string::npos) << kernel.name;
    return at == std::string::npos ? "" : text.substr(at, text.find("\n\n", at) - at);
}

int count(const std::string& text, const std::string& part) {
    int n = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++n;
    return n;
}

TEST(ExplainGroup, TellsEveryLoopTileAndStage) {
    for (const Effect& effect : affordable(builtin_effects(), "told"))
        for (const FusionStrategy fusion : kPublished) {
            const GpuPlan plan = fused_plan(effect.build(), {.fusion = fusion});
            const std::string text = explain_gpu_plan(plan);
            for (const GpuKernel& kernel : plan.kernels) {
                const std::string own = section(text, kernel);
                EXPECT_THAT(own, HasSubstr(fmt::format("{:.1f} us by the model",
                                                       modelled_time(plan, kernel).seconds * 1e6)));
                if (kernel.kind != GpuKernelKind::kGroup) continue;
                EXPECT_THAT(own, Not(HasSubstr("moving average")));
                EXPECT_EQ(count(own, "\n  loop "), static_cast<int>(kernel.group.loops.size()));
                for (const Id<GroupTile> t : kernel.group.tiles.ids())
                    EXPECT_THAT(own, HasSubstr(fmt::format("\n  tile {:<4} ", t.number())));
                for (const Id<Stage> s : kernel.stages)
                    EXPECT_THAT(own, HasSubstr("\n              " + plan.stages[s].name + " "));
                for (const GroupLoop& loop : kernel.group.loops)
                    EXPECT_THAT(own, HasSubstr(fmt::format("{:.2f} evaluations",
                                                           redundancy(kernel, loop))));
                EXPECT_EQ(count(own, "a barrier of the block;") +
                              count(own, "the warp waits for itself;"),
                          std::count_if(kernel.group.loops.begin(), kernel.group.loops.end(),
                                        [](const GroupLoop& loop) { return loop.barrier_before; }));
            }
        }
}

/// Of the loads of a group that algorithm 2 has chosen for, and of no other's.
TEST(ExplainGroup, TellsTheTransactionsOfAlgorithm2) {
    GpuPlan plan = fused_plan("unsharp-halide", {.all_in_one = true});
    GpuKernel& kernel = plan.kernels.front();
    const auto told = [&](int bytes) {
        kernel.group.transaction_bytes = bytes;
        return explain_group(plan, kernel);
    };
    EXPECT_THAT(told(0), Not(HasSubstr("transactions")));
    EXPECT_THAT(told(128), HasSubstr("in transactions of 128 bytes, as algorithm 2 has it: lines "
                                     "of the first-level cache"));
    EXPECT_THAT(told(32), HasSubstr("in transactions of 32 bytes, as algorithm 2 has it: of the "
                                    "second-level cache, past the first"));
}

/// With plain shapes, which no model chooses: a person should find these readable.
TEST(ExplainGroup, IsWhatItWas) {
    for (const char* effect : {"harris", "unsharp-hipacc", "night"}) {
        const GpuPlan plan = fused_plan(effect, {.disabled = {"shape"}, .all_in_one = true});
        ASSERT_EQ(plan.kernels.size(), 1u) << effect;
        expect_golden(fmt::format("{}/explain/{}.txt", WEFT_GOLDEN_DIR, effect),
                      explain_group(plan, plan.kernels.front()));
    }
}

/// 641 x 479 x 3 floats are 3.51 MB; of harris' nine pictures eight pass between its stages.
TEST(ExplainEdges, CountsWhatStaysOutOfMemory) {
    const std::string fused = explain_edges(fused_plan("harris", {.all_in_one = true}));
    EXPECT_THAT(fused,
                HasSubstr("edges: 10 of 10 fused; 8 pictures, 28.1 MB, are never in memory"));
    EXPECT_THAT(fused, HasSubstr("sx -> gx    3x3  tile        3.5 MB not read, nor written"));
    const std::string apart =
        explain_edges(fused_plan("harris", {.fusion = FusionStrategy::kNone}));
    EXPECT_THAT(apart, HasSubstr("edges: 0 of 10 fused; 0 pictures, 0.0 MB"));
}

TEST(ExplainEdges, SayWhyStagesAreApart) {
    const auto edges = [](const char* effect, const Fusing& fusing) {
        return explain_edges(fused_plan(effect, fusing));
    };
    EXPECT_THAT(edges("degrain", {}), HasSubstr("equation 2: shared memory grows"));
    EXPECT_THAT(edges("degrain", {}), HasSubstr("another kernel has to run between them"));
    EXPECT_THAT(edges("night", {}), HasSubstr("computing atrous0 again for atrous1 costs"));
    EXPECT_THAT(
        edges("night", {.fusion = FusionStrategy::kGreedy}),
        HasSubstr("atrous0 -> atrous1  5x5    memory      3.5 MB read by way of a tile: not "
                  "merged: "));
    EXPECT_THAT(edges("diffusion", {}), HasSubstr("boxblur1 is no point or local operator"));
    EXPECT_THAT(edges("harris", {.fusion = FusionStrategy::kNone}),
                HasSubstr("us as one kernel, "));
    EXPECT_THAT(edges("night", {.disabled = {"fuse"}}), HasSubstr("the pass fuse is turned off"));
    const GpuPlan transposed = fused_plan("diffusion", {.domain = {0, 0, 3071, 2303}});
    EXPECT_THAT(explain_edges(transposed), HasSubstr("a kernel of its own transposes it"));
}

TEST(ExplainEdges, AreAbsentWhereOneStageIsAll) {
    EXPECT_EQ(explain_edges(fused_plan(graph_of(*library().find("Clamp")))), "");
}

/// Times are those by which the planner has chosen.
TEST(GpuFigures, AreThePlannersOwn) {
    const GpuPlan apart =
        fused_plan("night", {.fusion = FusionStrategy::kNone, .borders = BorderScheme::kNaive});
    double total = 0;
    for (const GpuKernel& kernel : apart.kernels) {
        EXPECT_DOUBLE_EQ(modelled_time(apart, kernel).seconds, best_block(apart, kernel).seconds);
        total += modelled_time(apart, kernel).seconds + apart.target.launch_seconds;
    }
    EXPECT_DOUBLE_EQ(modelled_seconds(apart), total);
    const GpuPlan fused = fused_plan("harris", {.all_in_one = true});
    for (const TileKind team : {TileKind::kBlock, TileKind::kWarp}) {
        const auto best = best_shape(fused, {}, fused.kernels.front(), {team});
        ASSERT_TRUE(best);
        const KernelTime time = modelled_time(fused, best->kernel);
        EXPECT_DOUBLE_EQ(time.seconds, best->seconds);
        EXPECT_EQ(time.bound, best->bound);
    }
}

}  // namespace
}  // namespace weft::test
