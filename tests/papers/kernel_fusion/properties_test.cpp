// What holds for the partition of any graph, on random ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "exhaustive.h"
#include "graphs.h"
#include "models/minimum_cut.h"
#include "random_run.h"

namespace weft::test {
namespace {

/// Calls check(graph, legality) for `count` random graphs of up to `most` kernels.
template <class Check>
void for_random_graphs(int count, int most, Check check) {
    const std::uint64_t seed = run_seed();
    for (int i = 0; i < count && !testing::Test::HasFailure(); ++i)
        for (const FusionLegality& legality : {kPaperLegality, kExtendedLegality}) {
            SCOPED_TRACE("seed " + std::to_string(seed + static_cast<unsigned>(i)) +
                         (legality.rules == FusionRules::kPaper ? ", paper" : ", extended"));
            check(random_fusion_graph(seed + static_cast<unsigned>(i), most), legality);
        }
}

TEST(KernelFusionPartition, CoversEveryKernelOnceWithLegalBlocksThatCanRun) {
    for_random_graphs(300, 24, [](const FusionGraph& graph, const FusionLegality& legality) {
        const FusionPartition p = partition(graph, legality);
        std::vector<int> times(graph.vertices.size());
        for (const FusionBlock& block : p.blocks) {
            EXPECT_TRUE(std::is_sorted(block.begin(), block.end()));
            for (int v : block) ++times[static_cast<std::size_t>(v)];
            EXPECT_EQ(why_not_fused(graph, block, p.edges, p.benefits, legality), std::nullopt)
                << to_text(graph, {block});
        }
        EXPECT_EQ(std::count(times.begin(), times.end(), 1),
                  static_cast<std::ptrdiff_t>(times.size()));
        for (const FusionEdge& e : p.edges)
            EXPECT_LE(p.block_of(e.from), p.block_of(e.to)) << "a block runs before its input";
        for (const EdgeBenefit& b : p.benefits) EXPECT_GE(b.weight, FusionCosts{}.least);
    });
}

TEST(KernelFusionPartition, IsTheSameForTheSameGraph) {
    for_random_graphs(50, 24, [](const FusionGraph& graph, const FusionLegality& legality) {
        EXPECT_EQ(partition(graph, legality).blocks, partition(graph, legality).blocks);
    });
}

TEST(KernelFusionPartition, CutsWhatIsIllegalWhereLeastIsLost) {
    for_random_graphs(80, 11, [](const FusionGraph& graph, const FusionLegality& legality) {
        const WeightedFusion fusion(graph, legality, {});
        for (const FusionCut& cut : partition(graph, legality).cuts) {
            EXPECT_FALSE(cut.why.empty());
            EXPECT_NEAR(cut.weight, fusion.weight_between(cut.first, cut.second), 1e-9);
            const auto all = all_minimum_cuts(fusion, cut.block);
            EXPECT_NEAR(cut.weight, fusion.weight_between(all[0].first, all[0].second), 1e-9);
            FusionBlock both = cut.first;
            both.insert(both.end(), cut.second.begin(), cut.second.end());
            std::sort(both.begin(), both.end());
            EXPECT_EQ(both, cut.block);
            EXPECT_FALSE(cut.first.empty() || cut.second.empty());
        }
    });
}

/// Blocks never wait for one another under the paper's rules: what leaves a block is computed from
/// all of it.
TEST(KernelFusionPartition, IsOneOfThoseOverAllTies) {
    for_random_graphs(80, 10, [](const FusionGraph& graph, const FusionLegality& legality) {
        const FusionPartition p = partition(graph, legality);
        const bool had_circle = std::any_of(p.cuts.begin(), p.cuts.end(), [](const FusionCut& c) {
            return c.why.find("wait for one another") != std::string::npos;
        });
        EXPECT_FALSE(had_circle && legality.rules == FusionRules::kPaper);
        if (had_circle) return;
        std::vector<FusionBlock> sorted = p.blocks.values();
        std::sort(sorted.begin(), sorted.end());
        EXPECT_TRUE(partitions_over_all_ties({graph, legality, {}}).contains(sorted))
            << to_text(graph, sorted);
    });
}

/// Recursive cuts promise no optimum where there are many; after none or a single one they do, for
/// any other partition cuts at least a minimum cut.
TEST(KernelFusionPartition, IsTheBestOfAllAfterOneCut) {
    int compared = 0;
    for_random_graphs(200, 6, [&](const FusionGraph& graph, const FusionLegality& legality) {
        const FusionPartition p = partition(graph, legality);
        const WeightedFusion fusion(graph, legality, {});
        EXPECT_NEAR(p.benefit(), fusion.benefit(p.blocks.values()), 1e-9);
        if (p.cuts.size() > 1) return;
        ++compared;
        EXPECT_GE(p.benefit() + 1e-9, fusion.benefit(greedy_partition(fusion)));
        for (const auto& other : all_legal_partitions(fusion))
            EXPECT_GE(p.benefit() + 1e-9, fusion.benefit(other)) << to_text(graph, other);
    });
    EXPECT_GT(compared, 20);
}

TEST(KernelFusionMinimumCut, IsTheLeastOfAllCuts) {
    std::mt19937_64 bits(run_seed());
    for (int round = 0; round < 200; ++round) {
        const int n = 2 + static_cast<int>(bits() % 9);
        std::vector<WeightedEdge> edges;
        for (std::uint64_t e = bits() % 30; e > 0; --e)
            edges.push_back({static_cast<int>(bits() % static_cast<unsigned>(n)),
                             static_cast<int>(bits() % static_cast<unsigned>(n)),
                             static_cast<double>(bits() % 7)});
        const auto weight = [&](const std::vector<bool>& first) {
            double sum = 0;
            for (const WeightedEdge& e : edges)
                if (first[static_cast<std::size_t>(e.a)] != first[static_cast<std::size_t>(e.b)])
                    sum += e.weight;
            return sum;
        };
        double least = 1e300;
        for (unsigned side = 1; side < (1u << (n - 1)); ++side) {
            std::vector<bool> first(static_cast<std::size_t>(n), true);
            for (int v = 1; v < n; ++v)
                first[static_cast<std::size_t>(v)] = (side >> (v - 1) & 1u) == 0;
            least = std::min(least, weight(first));
        }
        const GraphCut cut = minimum_cut(n, edges);
        EXPECT_EQ(cut.weight, least);
        EXPECT_EQ(weight(cut.first), least);
        EXPECT_TRUE(cut.first[0]);
        EXPECT_NE(std::count(cut.first.begin(), cut.first.end(), false), 0);
    }
}

}  // namespace
}  // namespace weft::test
