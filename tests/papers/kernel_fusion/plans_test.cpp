// Paper: kernel-fusion, section V, on the plans of the built-in effects.
#include <gtest/gtest.h>

#include "graphs.h"
#include "models/kernel_fusion_basic.h"
#include "unit/passes/gpu_planning.h"

namespace weft::test {
namespace {

struct Planned {
    GpuPlan plan;
    FusionGraph graph;
};

Planned planned(const Graph& graph, const GpuPlanning& planning = {.disabled = {"transpose"}}) {
    Planned result{gpu_plan_of(graph, planning), {}};
    Table<FusionOperations, Stage> operations;
    for (const Stage& stage : result.plan.stages) {
        const StageOperations& o = stage.operations;
        operations.add({o.fp + o.integer, o.special});
    }
    result.graph = fusion_graph(result.plan, operations);
    return result;
}

Planned planned(const char* effect) { return planned(find_effect(effect)->build()); }

std::string blocks_of(const Planned& p, const FusionLegality& legality,
                      const FusionCosts& costs = {}) {
    return to_text(p.graph, partition_by_minimum_cuts(p.graph, legality, costs).blocks.values());
}

TEST(KernelFusionGraphs, FollowThePlan) {
    const Planned p = planned("harris");
    ASSERT_EQ(p.graph.vertices.size(), p.plan.stages.size());
    ASSERT_EQ(p.graph.images.size(), p.plan.images.size());
    EXPECT_EQ(edges(p.graph).size(), 10u);
    for (const FusionVertex& vertex : p.graph.vertices) {
        const bool is_local = vertex.name[0] == 'd' || vertex.name[0] == 'g';
        EXPECT_EQ(mask(vertex), (is_local ? WindowSize{3, 3} : WindowSize{1, 1})) << vertex.name;
        EXPECT_EQ(vertex.header.evaluations, 3) << vertex.name;
        EXPECT_GT(vertex.operations.alu, 0) << vertex.name;
        EXPECT_TRUE(vertex.fusible);
    }
    int live_out = 0;
    for (const FusionImage& image : p.graph.images) {
        EXPECT_EQ(image.size, 1) << image.name;
        live_out += image.live_out;
    }
    EXPECT_EQ(live_out, 1);
}

TEST(KernelFusionGraphs, KnowWhatIsTransposedAndWhatIsNoStencil) {
    const Planned p = planned(find_effect("diffusion")->build(), {.domain = {0, 0, 3072, 2304}});
    int transposed = 0, scans = 0;
    for (const FusionEdge& e : edges(p.graph)) transposed += e.transposed;
    for (const FusionVertex& v : p.graph.vertices) scans += !v.fusible;
    EXPECT_GT(transposed, 0);
    EXPECT_GT(scans, 0);
    for (const FusionImage& image : p.graph.images)
        EXPECT_TRUE(image.producer >= 0 || !image.live_out) << image.name;
    const FusionPartition partition = partition_by_minimum_cuts(p.graph, kExtendedLegality, {});
    for (const FusionEdge& e : partition.edges)
        EXPECT_FALSE(partition.is_fused(e) &&
                     (e.transposed || !p.graph.vertices[static_cast<std::size_t>(e.from)].fusible));
}

TEST(KernelFusionEffects, HarrisAndShiTomasiFallIntoThePapersBlocks) {
    EXPECT_EQ(blocks_of(planned("harris"), kPaperLegality), "{dx}{dy}{sx,gx}{sy,gy}{sxy,gxy}{hc}");
    EXPECT_EQ(blocks_of(planned("harris"), kExtendedLegality), "{dx,dy,sx,sy,sxy}{gx,gy,hc}{gxy}");
    const std::string tomasi = blocks_of(planned("shi-tomasi"), kPaperLegality);
    EXPECT_EQ(tomasi.substr(0, tomasi.rfind('{')), "{dx}{dy}{sx,gx}{sy,gy}{sxy,gxy}");
}

TEST(KernelFusionEffects, SobelAndUnsharpAreOneKernel) {
    for (const FusionLegality& legality : {kPaperLegality, kExtendedLegality}) {
        EXPECT_EQ(blocks_of(planned("sobel"), legality), "{dx,dy,magnitude}");
        EXPECT_EQ(blocks_of(planned("unsharp-hipacc"), legality), "{blur,high,ratio,sharp}");
    }
}

TEST(KernelFusionEffects, NightOfTwoLevelsKeepsThemApart) {
    const Planned p = planned("night-two-levels");
    for (const FusionLegality& legality : {kPaperLegality, kExtendedLegality})
        EXPECT_EQ(blocks_of(p, legality), "{atrous0}{atrous1,scoto}");
    EXPECT_EQ(mask(p.graph.vertices[1]), (WindowSize{5, 5}));
}

/// Halide's: no two of its filters together, for grey has another header than colours besides.
TEST(KernelFusionEffects, UnsharpOfHalideKeepsItsFiltersApart) {
    const Planned p = planned("unsharp-halide");
    const FusionPartition partition = partition_by_minimum_cuts(p.graph, kPaperLegality, {});
    int local_to_local = 0;
    for (const FusionEdge& e : partition.edges) {
        if (mask(p.graph.vertices[static_cast<std::size_t>(e.from)]).is_point() ||
            e.window.is_point())
            continue;
        EXPECT_FALSE(partition.is_fused(e));
        ++local_to_local;
    }
    EXPECT_EQ(local_to_local, 1);
}

/// The facts hold with a device's own constants too, on the paper's cards and today's.
TEST(KernelFusionEffects, AreFusedAlikeByTheConstantsOfDevices) {
    for (const char* device : {"gtx-680", "h100"}) {
        const GpuTarget* target = find_gpu_target(device);
        ASSERT_NE(target, nullptr) << device;
        const FusionCosts costs = fusion_costs(*target);
        EXPECT_EQ(blocks_of(planned("harris"), kPaperLegality, costs),
                  "{dx}{dy}{sx,gx}{sy,gy}{sxy,gxy}{hc}")
            << device;
        EXPECT_EQ(blocks_of(planned("sobel"), kPaperLegality, costs), "{dx,dy,magnitude}")
            << device;
        EXPECT_EQ(blocks_of(planned("night-two-levels"), kPaperLegality, costs),
                  "{atrous0}{atrous1,scoto}")
            << device;
    }
}

std::string pairs_of(const Planned& p) {
    return to_text(p.graph, fuse_pairwise(p.graph, kPaperLegality).blocks);
}

/// Section V: basic fusion does nothing for Sobel and Unsharp, fuses the chain of Enhance, and of
/// Harris what is point-to-local.
TEST(KernelFusionBasic, FusesWhatThePaperSaysOfIt) {
    EXPECT_EQ(pairs_of(planned("sobel")), "{dx}{dy}{magnitude}");
    EXPECT_EQ(pairs_of(planned("unsharp-hipacc")), "{blur}{high}{ratio}{sharp}");
    EXPECT_EQ(pairs_of(planned("harris")), "{dx}{dy}{sx,gx}{sy,gy}{sxy,gxy}{hc}");
    // A chain of one local and two point operators.
    const Planned enhance = planned("enhance");
    EXPECT_EQ(fuse_pairwise(enhance.graph, kPaperLegality).blocks.size(), 1u) << pairs_of(enhance);
    // No two local ones.
    EXPECT_EQ(pairs_of(planned("night-two-levels")), "{atrous0}{atrous1,scoto}");
}

/// "The proposed technique has all the power of the basic one."
TEST(KernelFusionBasic, IsNeverWorthMoreThanMinimumCuts) {
    for (const Effect& effect : builtin_effects()) {
        const Planned p = planned(effect.build());
        const FusionPartition cut = partition_by_minimum_cuts(p.graph, kPaperLegality, {});
        FusionPartition pairs = cut;
        pairs.blocks = Table<FusionBlock>(fuse_pairwise(p.graph, kPaperLegality).blocks);
        EXPECT_LE(pairs.benefit(), cut.benefit()) << effect.name;
    }
}

TEST(KernelFusionEffects, AllHavePartitionsThatCoverThem) {
    for (const Effect& effect : builtin_effects()) {
        const Planned p = planned(effect.build());
        for (const FusionLegality& legality : {kPaperLegality, kExtendedLegality}) {
            const FusionPartition partition = partition_by_minimum_cuts(p.graph, legality, {});
            std::size_t covered = 0;
            for (const FusionBlock& block : partition.blocks) {
                covered += block.size();
                EXPECT_EQ(
                    why_not_fused(p.graph, block, partition.edges, partition.benefits, legality),
                    std::nullopt)
                    << effect.name << " " << to_text(p.graph, {block});
            }
            EXPECT_EQ(covered, p.plan.stages.size()) << effect.name;
        }
    }
}

}  // namespace
}  // namespace weft::test
