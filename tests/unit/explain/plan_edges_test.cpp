// Where each stage finds what it reads: by value, in a tile, in rows that are kept, in memory.
#include "engine/plan_edges.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "affordable.h"
#include "fused_plans.h"

namespace weft::test {
namespace {

const PlanEdge& edge_between(const BoundGraph& plan, const std::vector<PlanEdge>& edges,
                             const std::string& from, const std::string& to) {
    for (const PlanEdge& edge : edges)
        if (edge.from == stage_id(plan, from) && edge.to.stage == stage_id(plan, to)) return edge;
    ADD_FAILURE() << "no edge from " << from << " to " << to;
    static const PlanEdge none;
    return none;
}

std::size_t inputs_of(const BoundGraph& plan) {
    std::size_t inputs = 0;
    for (const Stage& stage : plan.stages) inputs += stage.inputs.size();
    return inputs;
}

/// Whether every kernel that evaluates the reader evaluates what it reads as well.
bool goes_with(const GpuPlan& plan, Id<Stage> reader, Id<Stage> producer) {
    return std::all_of(plan.kernels.begin(), plan.kernels.end(), [&](const GpuKernel& kernel) {
        const auto evaluates = [&](Id<Stage> s) {
            return std::find(kernel.stages.begin(), kernel.stages.end(), s) != kernel.stages.end();
        };
        return !evaluates(reader) || evaluates(producer);
    });
}

TEST(PlanEdges, AreFusedWithinAKernelAndInMemoryBetween) {
    for (const Effect& effect : affordable(builtin_effects(), "edges"))
        for (const FusionStrategy fusion : kPublished) {
            const GpuPlan plan = fused_plan(effect.build(), {.fusion = fusion});
            const std::vector<PlanEdge> edges = plan_edges(plan);
            EXPECT_EQ(edges.size(), inputs_of(plan)) << effect.name;
            for (const PlanEdge& edge : edges) {
                const bool together = edge.from && goes_with(plan, edge.to.stage, *edge.from);
                EXPECT_EQ(edge.fused(), together) << effect.name << " " << name_of(fusion);
                if (edge.way == EdgeWay::kValue) {
                    EXPECT_TRUE(edge.window.is_point()) << effect.name;
                }
                if (!edge.fused()) {
                    EXPECT_TRUE(is_stored(plan, edge.image))
                        << effect.name << " " << name_of(fusion);
                }
            }
        }
}

TEST(PlanEdges, OfAFusedGpuKernel) {
    const GpuPlan plan = fused_plan("harris", {.all_in_one = true});
    const std::vector<PlanEdge> edges = plan_edges(plan);
    const PlanEdge& point = edge_between(plan, edges, "dx", "sx");
    EXPECT_EQ(point.way, EdgeWay::kValue);
    EXPECT_EQ(size_text(point.window), "1x1");
    const PlanEdge& local = edge_between(plan, edges, "sx", "gx");
    EXPECT_EQ(local.way, EdgeWay::kTile);
    EXPECT_EQ(size_text(local.window), "3x3");
    EXPECT_FALSE(local.staged);
}

TEST(PlanEdges, OfKernelsApart) {
    const GpuPlan plan = fused_plan("night", {.fusion = FusionStrategy::kNone});
    for (const PlanEdge& edge : plan_edges(plan)) {
        EXPECT_EQ(edge.way, EdgeWay::kMemory);
        const GpuKernel& reader = plan.kernels[kernels_of_stages(plan)[edge.to.stage].value()];
        EXPECT_EQ(edge.staged,
                  reader.inputs[Id<GpuInput>(edge.to.input.number())].access == GpuAccess::kShared);
    }
}

TEST(PlanEdges, OfACpuKernel) {
    const Graph graph = find_effect("night")->build();
    const CpuPlan whole = plan_of(graph);
    const std::vector<PlanEdge> edges = plan_edges(whole);
    EXPECT_EQ(edge_between(whole, edges, "atrous0", "atrous1").way, EdgeWay::kLineBuffer);
    EXPECT_EQ(edge_between(whole, edges, "atrous3", "scoto").way, EdgeWay::kValue);
    const CpuPlan apart = plan_of(graph, {.disabled = {"fuse"}});
    for (const PlanEdge& edge : plan_edges(apart)) EXPECT_EQ(edge.way, EdgeWay::kMemory);
}

}  // namespace
}  // namespace weft::test
