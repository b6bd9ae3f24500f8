// Paper: kernel-fusion, sections III and V: the partitions of its programs, as far as they hold.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exhaustive.h"
#include "graphs.h"

namespace weft::test {
namespace {

using testing::ElementsAre;

std::string blocks(const FusionGraph& graph, const FusionLegality& legality) {
    return to_text(graph, partition(graph, legality).blocks.values());
}

/// The partitions that algorithm 1 may arrive at, whichever of equal cuts it takes.
std::vector<std::string> over_all_ties(const FusionGraph& graph, const FusionLegality& legality) {
    std::vector<std::string> texts;
    for (const auto& blocks : partitions_over_all_ties({graph, legality, {}}))
        texts.push_back(to_text(graph, blocks));
    return texts;
}

/// "We obtain and assign 328 to edge {(sx, gx), (sy, gy)} and 256 to {(sxy, gxy)}"; the other seven
/// are illegal and weigh ε.
TEST(KernelFusionHarris, HasThePapersWeights) {
    const FusionGraph graph = harris();
    const FusionPartition p = partition(graph, kPaperLegality);
    ASSERT_EQ(p.edges.size(), 10u);
    EXPECT_EQ(weight_of(graph, p, "sx", "gx"), 328);
    EXPECT_EQ(weight_of(graph, p, "sy", "gy"), 328);
    EXPECT_EQ(weight_of(graph, p, "sxy", "gxy"), 256);
    int illegal = 0;
    for (const EdgeBenefit& b : p.benefits)
        if (b.scenario == FusionScenario::kIllegal) {
            EXPECT_EQ(b.weight, FusionCosts{}.least);
            ++illegal;
        } else {
            EXPECT_EQ(b.scenario, FusionScenario::kPointToLocal);
        }
    EXPECT_EQ(illegal, 7);
}

/// Figure 3f. The paper takes the first of several minimum cuts; the result is the same for any.
TEST(KernelFusionHarris, FallsIntoThePapersBlocksOverAllTies) {
    const FusionGraph graph = harris();
    const char* const expected = "{dx}{dy}{sx,gx}{sy,gy}{sxy,gxy}{hc}";
    EXPECT_EQ(blocks(graph, kPaperLegality), expected);
    EXPECT_THAT(over_all_ties(graph, kPaperLegality), ElementsAre(expected));
}

/// "We obtain a global minimum cut of weight 2 · ε", by which {sy, gy} may be cut off.
TEST(KernelFusionHarris, IsFirstCutAtTwiceTheLeastWeight) {
    const FusionGraph graph = harris();
    const FusionPartition p = partition(graph, kPaperLegality);
    ASSERT_FALSE(p.cuts.empty());
    EXPECT_EQ(p.cuts.front().block.size(), 9u);
    EXPECT_EQ(p.cuts.front().weight, 2 * FusionCosts{}.least);
    EXPECT_EQ(p.cuts.size(), 5u);  // figures 3a to 3e
    EXPECT_EQ(p.benefit(), 328 + 328 + 256);

    const FusionBlock sy_gy = block_named(graph, {"sy", "gy"});
    bool found = false;
    for (const auto& [first, second] :
         all_minimum_cuts({graph, kPaperLegality, {}}, p.cuts.front().block))
        found |= first == sy_gy || second == sy_gy;
    EXPECT_TRUE(found);
}

/// With several outputs and inputs allowed, edges that read at the element weigh 400, and the
/// derivatives' products are computed with them.
TEST(KernelFusionHarris, FallsIntoThreeBlocksUnderExtendedRules) {
    const FusionGraph graph = harris();
    const FusionPartition p = partition(graph, kExtendedLegality);
    for (const auto& [from, to] : {std::pair{"dx", "sx"},
                                   {"dx", "sxy"},
                                   {"dy", "sxy"},
                                   {"dy", "sy"},
                                   {"gx", "hc"},
                                   {"gy", "hc"},
                                   {"gxy", "hc"}})
        EXPECT_EQ(weight_of(graph, p, from, to), 400) << from << " to " << to;
    EXPECT_EQ(weight_of(graph, p, "sx", "gx"), 328);
    EXPECT_EQ(weight_of(graph, p, "sxy", "gxy"), 256);

    const char* const expected = "{dx,dy,sx,sy,sxy}{gx,gy,hc}{gxy}";
    EXPECT_EQ(to_text(graph, p.blocks.values()), expected);
    EXPECT_THAT(over_all_ties(graph, kExtendedLegality), ElementsAre(expected));
    EXPECT_EQ(p.block_of(vertex_named(graph, "hc")), Id<FusionBlock>(2)) << "it waits for gxy";
}

/// Section V calls it local-to-local; two local kernels feed a point kernel, and no edge is.
TEST(KernelFusionSobel, IsOneKernelAtTheFirstCheck) {
    for (const FusionLegality& legality : {kPaperLegality, kExtendedLegality}) {
        const FusionPartition p = partition(sobel(), legality);
        EXPECT_EQ(to_text(sobel(), p.blocks.values()), "{dx,dy,magnitude}");
        EXPECT_TRUE(p.cuts.empty());
        for (const EdgeBenefit& b : p.benefits)
            EXPECT_NE(b.scenario, FusionScenario::kLocalToLocal);
    }
}

TEST(KernelFusionUnsharp, OfHipaccIsOneKernel) {
    for (const FusionLegality& legality : {kPaperLegality, kExtendedLegality}) {
        EXPECT_EQ(blocks(unsharp(), legality), "{blur,high,ratio,sharp}");
        EXPECT_TRUE(partition(unsharp(), legality).cuts.empty());
    }
}

/// Two filters of seven taps: 13 operations at each of 49 pixels cost far more than is saved.
TEST(KernelFusionUnsharp, OfHalideKeepsItsFiltersApart) {
    const FusionGraph graph = halide_unsharp();
    for (const FusionLegality& legality : {kPaperLegality, kExtendedLegality}) {
        const FusionPartition p = partition(graph, legality);
        const EdgeBenefit& filters = benefit_of(graph, p, "down", "across");
        EXPECT_EQ(filters.redundancy, 4 * 13 * 49);
        EXPECT_LT(filters.gain, 0);
        EXPECT_NE(p.block_of(vertex_named(graph, "down")),
                  p.block_of(vertex_named(graph, "across")));
        for (const auto& texts : partitions_over_all_ties({graph, legality, {}}))
            EXPECT_EQ(to_text(graph, texts).find("down,across"), std::string::npos);
    }
}

TEST(KernelFusionEnhance, IsOneKernel) {
    for (const FusionLegality& legality : {kPaperLegality, kExtendedLegality})
        EXPECT_EQ(blocks(enhance(), legality), "{mean,gain,gamma}");
}

/// "The first two local kernels are not fused ... Kernel fusion detects a local-to-point scenario
/// for Atrous1 and Scoto." Algorithm 1 as printed fuses all three: dependences and equation 2 allow
/// it, and only section II-C4 says that an edge without benefit counts as illegal.
TEST(KernelFusionNight, KeepsItsExpensiveStagesApart) {
    const FusionGraph graph = night();
    for (const FusionLegality& legality : {kPaperLegality, kExtendedLegality}) {
        EXPECT_FALSE(why_illegal(graph, {0, 1, 2}, legality)) << "legal as printed";
        const FusionPartition p = partition(graph, legality);
        EXPECT_EQ(benefit_of(graph, p, "A0", "A1").redundancy, 4 * 68 * 49);
        EXPECT_EQ(benefit_of(graph, p, "A0", "A1").weight, FusionCosts{}.least);
        EXPECT_EQ(weight_of(graph, p, "A1", "Scoto"), 400);
        EXPECT_EQ(to_text(graph, p.blocks.values()), "{A0}{A1,Scoto}");
        EXPECT_THAT(over_all_ties(graph, legality), ElementsAre("{A0}{A1,Scoto}"));
        ASSERT_EQ(p.cuts.size(), 1u);
        EXPECT_EQ(p.cuts[0].why, "computing A0 again for A1 costs 1.333e+04 cycles and saves 100");
    }
}

/// "If all the kernels are point operators and no shared memory is used, the proposed algorithm
/// would identify a legal fusion at the beginning and the whole graph would be fused" (III-C).
TEST(KernelFusionHarris, OfPointKernelsIsOneKernel) {
    FusionGraph graph = harris();
    for (FusionVertex& vertex : graph.vertices)
        for (FusionRead& read : vertex.reads) read.window = {};
    const FusionPartition p = partition(graph, kPaperLegality);
    EXPECT_EQ(p.blocks.size(), 1u);
    EXPECT_TRUE(p.cuts.empty());
}

/// Two blocks may be legal each by itself and yet wait for one another: a and d hold what c and b
/// need, and the other way round.
TEST(KernelFusionCircles, AreCut) {
    FusionGraphBuilder b;
    const int in = b.input("in");
    const int a = b.kernel("a", {in}, 1), c = b.kernel("c", {in}, 1);
    // a and d, c and b are read at the element; a for b, c for d by masks that cost too much.
    const auto at = [](int image, int side) { return FusionRead{image, {side, side}, false}; };
    b.keep(b.kernel_of("b", {at(c, 1), at(a, 21)}, 1));
    b.keep(b.kernel_of("d", {at(a, 1), at(c, 21)}, 1));
    const FusionGraph& graph = b.graph;
    EXPECT_FALSE(why_illegal(graph, block_named(graph, {"a", "d"}), kExtendedLegality));
    EXPECT_FALSE(why_illegal(graph, block_named(graph, {"c", "b"}), kExtendedLegality));

    const FusionPartition p = partition(graph, kExtendedLegality);
    EXPECT_EQ(p.blocks.size(), 3u) << to_text(graph, p.blocks.values());
    EXPECT_TRUE(WeightedFusion(graph, kExtendedLegality, {}).can_run(p.blocks.values()));
    ASSERT_EQ(p.cuts.size(), 2u);
    EXPECT_EQ(p.cuts[1].why, "it and another kernel would wait for one another");
}

TEST(KernelFusionPartition, OfNothingIsEmpty) {
    EXPECT_TRUE(partition({}, kPaperLegality).blocks.empty());
    FusionGraphBuilder b;
    b.keep(b.kernel("only", {b.input("in")}, 3));
    EXPECT_EQ(blocks(b.graph, kPaperLegality), "{only}");
}

TEST(KernelFusionPartition, OfSeparateProgramsKeepsThemApart) {
    FusionGraphBuilder b;
    for (const char* name : {"p", "q", "r"}) {
        const int first = b.kernel(name + std::string("1"), {b.input(name)}, 3);
        b.keep(b.kernel(name + std::string("2"), {first}, 1));
    }
    EXPECT_EQ(blocks(b.graph, kPaperLegality), "{p1,p2}{q1,q2}{r1,r2}");
}

}  // namespace
}  // namespace weft::test
