// Paper: warp-tiling, section 5: which lane finds what it reads where, by hand and by simulation.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "hybrid_loads.h"

namespace weft {
namespace {

constexpr int kWarp = 4;            // as in figure 4
constexpr HybridSplit kHalf{4, 2};  // four tiles, two of them in registers

/// The types of the loads of blurx at -1, 0, 1 by blury, whose right hyperplane is blurx's + 1.
std::vector<int> types(int tile, int lane) {
    std::vector<int> result;
    for (int offset = -1; offset <= 1; ++offset)
        result.push_back(static_cast<int>(
            load_source(kHalf, kWarp, tile, lane, load_distance(offset, 0, 1)).type));
    return result;
}

/// Figure 4, which the caption contradicts in its colours: T = 4, W = 4, half in registers.
TEST(WarpTilingFigure4, FirstRegisterTile) {
    EXPECT_EQ(types(2, 0), (std::vector{2, 2, 1}));
    EXPECT_EQ(types(2, 1), (std::vector{2, 3, 1}));
    EXPECT_EQ(types(2, 2), (std::vector{3, 3, 1}));
    EXPECT_EQ(types(2, 3), (std::vector{3, 3, 1}));
}

TEST(WarpTilingFigure4, LaterTilesHaveType4WhereTheFirstHasType2) {
    EXPECT_EQ(types(3, 0), (std::vector{4, 4, 1}));
    EXPECT_EQ(types(3, 1), (std::vector{4, 3, 1}));
    EXPECT_EQ(types(3, 2), (std::vector{3, 3, 1}));
    EXPECT_EQ(types(3, 3), (std::vector{3, 3, 1}));
}

TEST(WarpTilingFigure4, SharedTilesReadSharedMemory) {
    for (int tile = 0; tile < 2; ++tile)
        for (int lane = 0; lane < kWarp; ++lane)
            EXPECT_EQ(types(tile, lane), (std::vector{2, 2, 2}));
}

/// Figure 7 takes one lane for every load of type 4, warpSize - 1 + d. Lane 0 at d = -1 needs lane
/// 3, which would be 2 by the print; at d = -2 lanes 0 and 1 need lanes 2 and 3. (l + d) mod W.
TEST(WarpTilingFigure7, SourceLanesDifferFromLaneToLane) {
    EXPECT_EQ(load_source(kHalf, kWarp, 3, 0, -1), (LoadSource{LoadType::kPreviousTile, 2, 3}));
    EXPECT_EQ(load_source(kHalf, kWarp, 3, 0, -2), (LoadSource{LoadType::kPreviousTile, 2, 2}));
    EXPECT_EQ(load_source(kHalf, kWarp, 3, 1, -2), (LoadSource{LoadType::kPreviousTile, 2, 3}));
    EXPECT_EQ(load_source(kHalf, kWarp, 3, 2, -2), (LoadSource{LoadType::kCurrentTile, 3, 0}));
}

/// Case (b) is one shuffle and a read of shared memory, case (c) two shuffles, case (a) neither.
TEST(WarpTilingFigure7, CasesTakeTwoOneOrNoShuffle) {
    EXPECT_EQ(hybrid_load(kHalf, kWarp, 2, 0).shuffles(), 0);
    const HybridLoad b = hybrid_load(kHalf, kWarp, 2, -1);
    EXPECT_EQ(b, (HybridLoad{3, 1, 2, 1, true, false}));
    EXPECT_EQ(b.shuffles(), 1);
    const HybridLoad c = hybrid_load(kHalf, kWarp, 3, -1);
    EXPECT_EQ(c, (HybridLoad{3, 2, 3, 1, false, false}));
    EXPECT_EQ(c.shuffles(), 2);
    EXPECT_EQ(hybrid_load(kHalf, kWarp, 1, -1).shuffles(), 0);  // all in shared memory
    // Beyond one warp width: a whole one further is a register of this lane, two parallelograms
    // earlier.
    EXPECT_EQ(hybrid_load({8, 2}, kWarp, 7, -8), (HybridLoad{0, 5, 5, 0, false, false}));
    EXPECT_EQ(hybrid_load({8, 2}, kWarp, 7, -6), (HybridLoad{2, 5, 6, 2, false, false}));
}

/// A chain of stages along the split axis, computed by a warp parallelogram by parallelogram as the
/// model says: every stage first its shared part, with the overlap, then a register for each lane
/// and parallelogram. Every value is the number of its element, so that a wrong source shows.
class Chains : public testing::TestWithParam<unsigned> {};

TEST_P(Chains, EveryTapIsServedFromWhereItLies) {
    std::mt19937 random(GetParam());
    const auto between = [&](int lo, int hi) {
        return std::uniform_int_distribution<int>(lo, hi)(random);
    };
    for (int round = 0; round < 40; ++round) {
        const int warps[] = {1, 2, 4, 8, 16, 32};
        const int warp = warps[between(0, 5)];
        const HybridSplit split = split_tile(between(1, 9), between(0, 10));
        const int reads = between(1, 3);
        // Reaches of stage s + 1's reads of stage s; up to several warp widths.
        std::vector<int> lo, hi;
        for (int s = 0; s < reads; ++s) {
            lo.push_back(between(-5, 2));
            hi.push_back(std::max(lo.back(), between(-2, 5)));
        }
        std::vector<int> left(static_cast<std::size_t>(reads) + 1, 0), right(left);
        for (std::size_t s = left.size() - 1; s-- > 0;) {
            left[s] = std::max(0, left[s + 1] - lo[s]);
            right[s] = std::max(0, right[s + 1] + hi[s]);
        }
        for (std::size_t s = 0; s < static_cast<std::size_t>(reads); ++s) {
            // What stage s stores, in places counted from its first parallelogram's lane 0: shared
            // memory from the overlap up to the split, then registers by parallelogram and lane.
            const int overlap = left[s] + right[s];
            std::map<int, int> shared;
            std::map<std::pair<int, int>, int> registers;
            for (int p = -overlap; p < split.shared_tiles * warp; ++p) shared[p] = p + right[s];
            for (int k = split.shared_tiles; k < split.tiles; ++k)
                for (int l = 0; l < warp; ++l) registers[{k, l}] = k * warp + l + right[s];
            // The shared part of stage s + 1, overlap included, needs shared memory alone.
            for (int p = -(left[s + 1] + right[s + 1]); p < split.shared_tiles * warp; ++p)
                for (int t = lo[s]; t <= hi[s]; ++t) {
                    const auto found = shared.find(p + load_distance(t, right[s + 1], right[s]));
                    ASSERT_NE(found, shared.end());
                    ASSERT_EQ(found->second, p + right[s + 1] + t);
                }
            // Stage s + 1 reads it in each parallelogram of its own.
            for (int k = split.shared_tiles; k < split.tiles; ++k)
                for (int l = 0; l < warp; ++l)
                    for (int t = lo[s]; t <= hi[s]; ++t) {
                        const int distance = load_distance(t, right[s + 1], right[s]);
                        ASSERT_LE(distance, 0) << "parallel to the right hyperplane";
                        const int element = k * warp + l + right[s + 1] + t;
                        const LoadSource from = load_source(split, warp, k, l, distance);
                        const HybridLoad code = hybrid_load(split, warp, k, distance);
                        const bool late = l >= code.first_late;
                        EXPECT_EQ(from.tile, late ? code.late : code.early);
                        EXPECT_EQ(from.lane, (l + code.shift) % warp);
                        EXPECT_EQ(from.type == LoadType::kShared,
                                  late ? code.late_shared : code.early_shared);
                        if (from.type == LoadType::kShared) {
                            const auto found = shared.find(from.tile * warp + from.lane);
                            ASSERT_NE(found, shared.end()) << "not in shared memory";
                            ASSERT_EQ(found->second, element);
                        } else {
                            const auto found = registers.find({from.tile, from.lane});
                            ASSERT_NE(found, registers.end()) << "not in a register";
                            ASSERT_EQ(found->second, element);
                            ASSERT_LE(from.tile, k) << "not computed yet";
                            ASSERT_EQ(from.type == LoadType::kOwnRegister, from.lane == l);
                        }
                    }
        }
    }
}

/// The same in two axes, either of them split: warps of W_x by W_y lanes.
TEST_P(Chains, EveryTapIsServedInTwoAxes) {
    std::mt19937 random(GetParam() + 500);
    const auto between = [&](int lo, int hi) {
        return std::uniform_int_distribution<int>(lo, hi)(random);
    };
    for (int round = 0; round < 30; ++round) {
        const int wx = 1 << between(0, 3);
        const Extent3 warp{wx, 8 / wx, 1};
        const Extent3 tile{between(1, 4), between(1, 4), 1};
        const int axis = between(0, 1);
        const HybridSplit split = split_tile(axis == 0 ? tile.x : tile.y, between(0, 10));
        const int distance_x = -between(0, 5), distance_y = -between(0, 5);
        for (int ky = 0; ky < tile.y; ++ky)
            for (int kx = 0; kx < tile.x; ++kx)
                for (int l = 0; l < 8; ++l) {
                    const Extent3 lane{l % wx, l / wx, 0};
                    const LoadSource2 from =
                        load_source(split, axis, warp, {kx, ky, 1}, lane, distance_x, distance_y);
                    // The element that lies there is the one that was asked for.
                    EXPECT_EQ(from.tile_x * warp.x + from.lane % wx,
                              kx * warp.x + lane.x + distance_x);
                    EXPECT_EQ(from.tile_y * warp.y + from.lane / wx,
                              ky * warp.y + lane.y + distance_y);
                    EXPECT_TRUE(from.lane >= 0 && from.lane < 8);
                    const int parallelogram = axis == 0 ? kx : ky;
                    const int source = axis == 0 ? from.tile_x : from.tile_y;
                    const bool shared =
                        parallelogram < split.shared_tiles || source < split.shared_tiles;
                    EXPECT_EQ(from.type == LoadType::kShared, shared);
                    if (shared) continue;
                    EXPECT_EQ(from.type == LoadType::kOwnRegister, from.lane == l);
                    if (from.type == LoadType::kCurrentTile) {
                        EXPECT_TRUE(from.tile_x == kx && from.tile_y == ky);
                    }
                    if (from.type == LoadType::kPreviousTile) {
                        EXPECT_FALSE(from.tile_x == kx && from.tile_y == ky);
                    }
                }
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, Chains, testing::Range(1u, 6u));

}  // namespace
}  // namespace weft
