// Paper: border-partitioning, section III: bounds of regions and blocks in each, by brute force.
#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "table1.h"

namespace weft {
namespace {

constexpr BorderScheme kSchemes[] = {BorderScheme::kNaive, BorderScheme::kBody, BorderScheme::kNine,
                                     BorderScheme::kWarp};

/// Equation 2 with floors throughout has BH_L = floor(1 / 32) = 0, no left region, though column 0
/// reads column -1. Left and top round up.
TEST(BorderPartitioningBounds, RoundUpOnTheLeftAndDownOnTheRight) {
    // 3 taps, 100 elements, blocks of 32: ceil(1 / 32) = 1, floor(99 / 32) = 3, 4 blocks in all.
    EXPECT_EQ(axis_bounds({100, 1, 1}, 32), (AxisBounds{4, 1, 3}));
    // 13 taps, 512 elements, blocks of 4: ceil(6 / 4) = 2, floor(506 / 4) = 126 of 128.
    EXPECT_EQ(axis_bounds({512, 6, 6}, 4), (AxisBounds{128, 2, 126}));
    // No window, no checks: also where the last block is ragged, floor(100 / 32) = 3 of 4.
    EXPECT_EQ(axis_bounds({100, 0, 0}, 32), (AxisBounds{4, 0, 4}));
}

TEST(BorderPartitioningBounds, FallBackWhereABlockWouldNeedBothChecks) {
    // One block of 32 for 20 elements: ceil(1 / 32) = 1 > floor(19 / 32) = 0.
    EXPECT_FALSE(axis_bounds({20, 1, 1}, 32).splits());
    EXPECT_FALSE(axis_bounds({1, 1, 1}, 1).splits());  // a single pixel: 1 > 0
    EXPECT_FALSE(axis_bounds({4, 6, 6}, 4).splits());  // a window larger than the picture: 2 > -1
    EXPECT_TRUE(axis_bounds({64, 32, 32}, 32).splits());  // 1 and 1: left and right, no body
    const BorderPartition p =
        partition_borders({20, 1, 1}, {512, 1, 1}, {32, 4}, BorderScheme::kNine);
    EXPECT_TRUE(p.falls_back());
    EXPECT_EQ(p.region_of(0, 64), BorderRegion::kChecked);
    EXPECT_EQ(units_by_region(p)[static_cast<int>(BorderRegion::kChecked)], 128);
}

TEST(BorderPartitioningChecks, AreTwoInCornersOneAtEdgesNoneInTheBody) {
    EXPECT_EQ(checks_of(BorderRegion::kTopLeft), (BorderChecks{true, false, true, false}));
    EXPECT_EQ(checks_of(BorderRegion::kBottomRight), (BorderChecks{false, true, false, true}));
    EXPECT_EQ(checks_of(BorderRegion::kTop).count(), 1);
    EXPECT_EQ(checks_of(BorderRegion::kRight), (BorderChecks{false, true, false, false}));
    EXPECT_EQ(checks_of(BorderRegion::kBody).count(), 0);
    EXPECT_EQ(checks_of(BorderRegion::kChecked).count(), 4);
}

/// Section V-B: 3 x 3, blocks of 128: only the leftmost and the rightmost warp need a check.
TEST(BorderPartitioningWarps, NarrowTheCheckedColumnsToOneWarp) {
    // 1024 = 8 blocks of 4 warps: BH 1 and 7 of 8 blocks, W 1 and 31 of 32 warps.
    const BorderAxis u{1024, 1, 1}, v{1024, 1, 1};
    EXPECT_EQ(partition_borders(u, v, {128, 1}, BorderScheme::kNine).u, (AxisBounds{8, 1, 7}));
    EXPECT_EQ(partition_borders(u, v, {128, 1}, BorderScheme::kWarp).u, (AxisBounds{32, 1, 31}));
    // Blocks that are not whole warps wide have no warps to tell apart.
    EXPECT_EQ(partition_borders(u, v, {16, 8}, BorderScheme::kWarp).u, (AxisBounds{64, 1, 63}));
}

/// Listing 5 compares the warp's index within the block, which is right only for BH_L = 1. By the
/// warp's global column a window of 200 over blocks of 64 leaves 7 of 8 left warps checked.
TEST(BorderPartitioningWarps, AreCountedAcrossBlocks) {
    // ceil(200 / 64) = 4 blocks = 8 warps on the left; ceil(200 / 32) = 7 warps need the check.
    const BorderAxis u{4096, 200, 200}, v{64, 0, 0};
    EXPECT_EQ(partition_borders(u, v, {64, 4}, BorderScheme::kNine).u.first, 4);
    const BorderPartition warps = partition_borders(u, v, {64, 4}, BorderScheme::kWarp);
    EXPECT_EQ(warps.u.first, 7);
    EXPECT_EQ(warps.region_of(6, 0), BorderRegion::kLeft);
    EXPECT_EQ(warps.region_of(7, 0), BorderRegion::kBody);  // warp 1 of block 3
}

/// The conjunctions that table I counts in each region are those of listing 3's tests in order.
TEST(BorderPartitioningSwitching, TakesTheConjunctionsOfTable1) {
    for (int r = 0; r < kBorderRegions - 1; ++r)
        EXPECT_EQ(switch_conjunctions(static_cast<BorderRegion>(r)), kTable1Conjunctions[r]) << r;
    // Top left: x < L, y < T, and, branch.
    EXPECT_EQ(switch_instructions(BorderScheme::kNine, BorderRegion::kTopLeft), 4);
    // Body: four comparisons, four conjunctions, eight branches not taken.
    EXPECT_EQ(switch_instructions(BorderScheme::kNine, BorderRegion::kBody), 16);
    EXPECT_EQ(switch_instructions(BorderScheme::kNaive, BorderRegion::kChecked), 0);
}

/// Whatever the picture, the window and the block: every element is in exactly one region; a region
/// that omits a check never reads across that border; the counts in closed form are those of a walk
/// over all units.
class RandomPartitions : public testing::TestWithParam<unsigned> {};

TEST_P(RandomPartitions, CoverEveryElementAndReadNothingOutside) {
    std::mt19937 random(GetParam());
    const auto between = [&](int lo, int hi) {
        return std::uniform_int_distribution<int>(lo, hi)(random);
    };
    for (int round = 0; round < 60; ++round) {
        const BorderAxis u{between(1, 300), between(0, 40), between(0, 40)};
        const BorderAxis v{between(1, 90), between(0, 20), between(0, 20)};
        const int widths[] = {1, 7, 16, 32, 64, 128};
        const BlockShape block{widths[between(0, 5)], between(1, 9)};
        for (const BorderScheme scheme : kSchemes) {
            const BorderPartition p = partition_borders(u, v, block, scheme);
            std::vector<int> covered(static_cast<std::size_t>(u.extent * v.extent));
            std::array<long long, kBorderRegions> counted{};
            for (int j = 0; j < p.v.count; ++j)
                for (int i = 0; i < p.u.count; ++i) {
                    const BorderRegion region = p.region_of(i, j);
                    const BorderChecks checks = checks_of(region);
                    ++counted[static_cast<std::size_t>(region)];
                    for (int y = j * p.unit_v; y < std::min((j + 1) * p.unit_v, v.extent); ++y)
                        for (int x = i * p.unit_u; x < std::min((i + 1) * p.unit_u, u.extent);
                             ++x) {
                            ++covered[static_cast<std::size_t>(y * u.extent + x)];
                            ASSERT_TRUE(checks.left || x >= u.before);
                            ASSERT_TRUE(checks.right || x < u.extent - u.after);
                            ASSERT_TRUE(checks.top || y >= v.before);
                            ASSERT_TRUE(checks.bottom || y < v.extent - v.after);
                        }
                }
            for (const int times : covered) ASSERT_EQ(times, 1);
            const auto units = units_by_region(p);
            EXPECT_EQ(units, counted);
            EXPECT_EQ(std::accumulate(units.begin(), units.end(), 0LL), p.units());
        }
    }
}

/// No more is checked than must be: where the picture splits, a unit that checks a border holds an
/// element that reads across it.
TEST_P(RandomPartitions, CheckNoBorderInVain) {
    std::mt19937 random(GetParam() + 1000);
    const auto between = [&](int lo, int hi) {
        return std::uniform_int_distribution<int>(lo, hi)(random);
    };
    for (int round = 0; round < 500; ++round) {
        const BorderAxis axis{between(1, 400), between(0, 50), between(0, 50)};
        const int unit = between(1, 64);
        const AxisBounds bounds = axis_bounds(axis, unit);
        if (!bounds.splits()) continue;
        for (int i = 0; i < bounds.count; ++i) {
            const int last = std::min((i + 1) * unit, axis.extent) - 1;
            if (i < bounds.first) {
                EXPECT_LT(i * unit, axis.before);
            }
            if (i >= bounds.last) {
                EXPECT_GT(axis.after, 0);
                EXPECT_GE(last + axis.after, axis.extent);
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPartitions, testing::Range(1u, 6u));

}  // namespace
}  // namespace weft
