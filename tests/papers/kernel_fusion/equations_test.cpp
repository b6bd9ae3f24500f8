// Paper: kernel-fusion, section II-C: the numbers of equations 3 to 12.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "graphs.h"

namespace weft::test {
namespace {

/// A chain of two kernels; `source` and `destination` are the sides of their masks.
FusionGraph chain(int source, int destination, double alu) {
    FusionGraphBuilder b;
    const int middle = b.kernel("s", {b.input("in")}, source, alu);
    b.keep(b.kernel("d", {middle}, destination));
    return b.graph;
}

EdgeBenefit benefit(const FusionGraph& graph, const FusionCosts& costs = {},
                    const FusionLegality& legality = kPaperLegality) {
    return edge_benefit(graph, edges(graph).front(), legality, costs);
}

/// Printed with the floor around the whole term, which gives 8 · 8 = 64 for 3 × 3 into 5 × 5; the
/// text below it says 7 × 7. The floor is of √sz / 2 alone.
TEST(KernelFusionEquation9, FloorsHalfTheSideAlone) {
    const auto g = [](int source, int destination) {
        return fused_window({source, source}, {destination, destination}).area();
    };
    EXPECT_EQ(g(3, 5), 49);
    EXPECT_EQ(g(3, 3), 25);
    EXPECT_EQ(g(5, 3), 49);
    for (int source = 1; source <= 15; source += 2)
        for (int destination = 1; destination <= 15; destination += 2) {
            const int side = destination + source / 2 * 2;
            EXPECT_EQ(g(source, destination), side * side) << source << " into " << destination;
        }
}

/// A mask of one row into one of one column is a window of both, not a square of the longer.
TEST(KernelFusionEquation9, TakesAxesApart) {
    EXPECT_EQ(fused_window({1, 7}, {7, 1}), (WindowSize{7, 7}));
    EXPECT_EQ(fused_window({7, 1}, {7, 1}), (WindowSize{13, 1}));
}

TEST(KernelFusionEquation6, WeighsOperations) {
    EXPECT_EQ(operation_cost({.alu = 4, .sfu = 32}, {.alu = 10, .sfu = 3}), 136);
}

TEST(KernelFusionEquation5, IsPointBasedWhateverTheProducer) {
    for (int source : {1, 3, 9}) {
        const EdgeBenefit b = benefit(chain(source, 1, 1000));
        EXPECT_EQ(b.scenario, FusionScenario::kPointBased);
        EXPECT_EQ(b.weight, 400);
        EXPECT_EQ(b.redundancy, 0);
    }
}

/// δ_reg − cost_op · IS · sz = 400 − (4 · 2) · 1 · 9.
TEST(KernelFusionEquation8, TradesComputationForReading) {
    const EdgeBenefit b = benefit(chain(1, 3, 2));
    EXPECT_EQ(b.scenario, FusionScenario::kPointToLocal);
    EXPECT_EQ(b.locality, 400);
    EXPECT_EQ(b.redundancy, 72);
    EXPECT_EQ(b.weight, 328);
}

/// "An expensive producer kernel that ... loads many input images will increase the cost."
TEST(KernelFusionEquation8, CountsTheImagesThatTheProducerReads) {
    FusionGraphBuilder two;
    const int a = two.input("a"), b = two.input("b");
    two.keep(two.kernel("d", {two.kernel("s", {a, b}, 1, 2)}, 3));
    EXPECT_EQ(benefit(two.graph).weight, 256);

    FusionGraph large = chain(1, 3, 2);
    for (FusionImage& image : large.images) image.size = 1000;
    EXPECT_EQ(benefit(large).weight, 328000);
}

/// For 3 × 3 and t_g = 400 the sign is that of 4 − n_ALU · t_s: all but trivial producers of all
/// but the fastest shared memory are left alone.
TEST(KernelFusionEquation11, IsPositiveForTrivialProducersOnly) {
    for (int n = 1; n <= 8; ++n)
        for (double t_s : {0.25, 0.5, 1.0, 2.0, 3.0, 4.0, 8.0}) {
            const EdgeBenefit b = benefit(chain(3, 3, n), {.shared = t_s});
            EXPECT_EQ(b.scenario, FusionScenario::kLocalToLocal);
            EXPECT_EQ(b.locality, 400 / t_s);
            EXPECT_EQ(b.redundancy, 4.0 * n * 25);
            EXPECT_EQ(b.gain > 0, n * t_s < 4) << n << " operations, t_s " << t_s;
            EXPECT_EQ(b.gain < 0, n * t_s > 4) << n << " operations, t_s " << t_s;
        }
}

/// A producer far too expensive must not come out as a large benefit, as it does where the
/// difference is unsigned.
TEST(KernelFusionEquation12, DoesNotWrapBelowZero) {
    const FusionCosts costs;
    for (double alu : {12.0, 1e3, 1e9, 1e300}) {
        const EdgeBenefit b = benefit(chain(1, 3, alu));
        EXPECT_LT(b.gain, 0);
        EXPECT_EQ(b.weight, costs.least);
    }
    for (double alu : {std::numeric_limits<double>::infinity(), std::nan("")})
        EXPECT_EQ(benefit(chain(1, 3, alu)).weight, costs.least);
}

TEST(KernelFusionEquation12, AddsOtherGainsBeforeTheClamp) {
    EXPECT_EQ(benefit(chain(1, 3, 2), {.other_gains = 10}).weight, 338);
    // 400 − 4 · 12 · 9 = −32.
    EXPECT_EQ(benefit(chain(1, 3, 12)).gain, -32);
    EXPECT_EQ(benefit(chain(1, 3, 12), {.other_gains = 40}).weight, 8);
}

/// ε is what illegal edges weigh, positive and lost in no sum of the others.
TEST(KernelFusionEquation12, KeepsTheLeastWeightApart) {
    const double least = FusionCosts{}.least;
    EXPECT_GT(least, 0);
    EXPECT_EQ(328.0 + least + least - 328.0, 2 * least);
    FusionGraph other = chain(1, 1, 1);
    other.vertices[1].header.evaluations = 3;
    const EdgeBenefit b = benefit(other);
    EXPECT_EQ(b.scenario, FusionScenario::kIllegal);
    EXPECT_EQ(b.weight, least);
    EXPECT_NE(b.why_illegal.find("s and d differ"), std::string::npos) << b.why_illegal;
}

/// Memory's latency in clocks. Section II-C2 expects 400 to 800 of its own cards.
TEST(KernelFusionCosts, FollowFromTheDevice) {
    for (const GpuTarget& target : gpu_targets()) {
        const FusionCosts costs = fusion_costs(target);
        EXPECT_DOUBLE_EQ(costs.global, target.latency_seconds * target.clock_hz) << target.name;
        EXPECT_EQ(costs.alu, 4) << target.name;
        EXPECT_GE(costs.sfu, costs.alu) << target.name;
        EXPECT_GE(costs.shared, costs.alu) << target.name;
        EXPECT_LT(costs.shared, costs.global) << target.name;
    }
    const GpuTarget* kepler = find_gpu_target("gtx-680");
    ASSERT_NE(kepler, nullptr);
    EXPECT_GE(fusion_costs(*kepler).global, 400);
    EXPECT_LE(fusion_costs(*kepler).global, 800);
    EXPECT_EQ(fusion_costs(*kepler).sfu, 24);  // 192 lanes for additions, 32 for functions
}

}  // namespace
}  // namespace weft::test
