// Paper: warp-tiling, sections 3 and 4: sizes of warps, tiles and scratch memory, by hand.
#include <gtest/gtest.h>

#include <array>
#include <set>

#include "gpu_targets.h"
#include "models/occupancy.h"
#include "models/warp_tiling.h"

namespace weft {
namespace {

/// "If the tile size is (8,4,1), block size is (16,8,1), then the warp size will be (16,2,1) and
/// the warp overlapped tile size will be (128,8,1)."
TEST(WarpTilingWarpSizes, AreThePapersExample) {
    const Result<Extent3> warp = warp_sizes({16, 8, 1});
    ASSERT_TRUE(warp);
    EXPECT_EQ(*warp, (Extent3{16, 2, 1}));
    EXPECT_EQ(warp_tile({8, 4, 1}, *warp), (Extent3{128, 8, 1}));
    EXPECT_EQ(warps_of_block({16, 8, 1}, *warp), (Extent3{1, 4, 1}));
}

/// The paper: "the product of all the warp sizes is equal to WarpSize". It is where B_x divides 32
/// or is a multiple of it; not for (24,8,1), whose sizes would be (24,1,1).
TEST(WarpTilingWarpSizes, RefuseBlocksThatSplitWarps) {
    const Result<Extent3> wide = warp_sizes({48, 2, 1});
    ASSERT_FALSE(wide);
    EXPECT_EQ(wide.error().message,
              "a block of 48 x 2 x 1 threads splits warps along x: 48 is neither a divisor nor a "
              "multiple of 32; pad it");
    for (const Extent3 block : {Extent3{24, 8, 1},
                                {48, 1, 1},
                                {8, 3, 4},
                                {8, 6, 1},
                                {16, 1, 1},
                                {1, 1, 1},
                                {0, 8, 1},
                                {32, 0, 1}})
        EXPECT_FALSE(warp_sizes(block)) << block.x << ' ' << block.y << ' ' << block.z;
    for (const Extent3 block : {Extent3{32, 1, 1},
                                {64, 3, 1},
                                {96, 1, 5},
                                {8, 4, 1},
                                {8, 2, 2},
                                {1, 32, 1},
                                {4, 4, 2},
                                {2, 4, 4}})
        EXPECT_TRUE(warp_sizes(block)) << block.x << ' ' << block.y << ' ' << block.z;
}

/// By brute force over the linear numbers of threads, t_x + B_x t_y + B_x B_y t_z: a block is
/// accepted exactly if the threads of every warp form an aligned box of the stated sizes.
TEST(WarpTilingWarpSizes, AcceptExactlyTheBlocksWhoseWarpsAreBoxes) {
    for (int bx = 1; bx <= 70; ++bx)
        for (int by = 1; by <= 9; ++by)
            for (int bz = 1; bz <= 4; ++bz) {
                const Extent3 w{std::min(bx, 32), std::min(by, 32 / std::min(bx, 32)), 1};
                const Extent3 formula{w.x, w.y, std::min(bz, 32 / (w.x * w.y))};
                bool boxes = formula.volume() == 32;
                std::set<std::array<int, 4>> seen;  // the box of each warp
                for (int t = 0; t < bx * by * bz && boxes; ++t)
                    seen.insert({t / 32, t % bx / formula.x, t / bx % by / formula.y,
                                 t / (bx * by) / formula.z});
                std::set<int> warps;
                for (const auto& box : seen) boxes = boxes && warps.insert(box[0]).second;
                boxes = boxes && bx * by * bz % 32 == 0;
                const Result<Extent3> sizes = warp_sizes({bx, by, bz});
                ASSERT_EQ(static_cast<bool>(sizes), boxes) << bx << ' ' << by << ' ' << bz;
                if (boxes) {
                    ASSERT_TRUE(*sizes == formula) << bx << ' ' << by << ' ' << bz;
                }
            }
}

TEST(WarpTilingPadding, GivesTheNextBlockOfWholeWarps) {
    EXPECT_EQ(pad_block({24, 8, 1}), (Extent3{32, 8, 1}));
    EXPECT_EQ(pad_block({48, 2, 1}), (Extent3{64, 2, 1}));
    EXPECT_EQ(pad_block({8, 3, 1}), (Extent3{8, 4, 1}));
    EXPECT_EQ(pad_block({5, 1, 1}), (Extent3{32, 1, 1}));
    EXPECT_EQ(pad_block({16, 8, 1}), (Extent3{16, 8, 1}));
    for (int x = 1; x <= 70; ++x)
        for (int y = 1; y <= 9; ++y)
            for (int z = 1; z <= 4; ++z) {
                const Extent3 padded = pad_block({x, y, z});
                EXPECT_TRUE(warp_sizes(padded)) << x << ' ' << y << ' ' << z;
                EXPECT_TRUE(padded.x >= x && padded.y >= y && padded.z >= z);
            }
}

/// Section 3: "0.8% redundant computations per warp ... 0.4% with tile size 16": a window of three
/// is two more than 8 * 32 and 16 * 32.
TEST(WarpTilingOverview, RedundantComputations) {
    EXPECT_NEAR(redundancy({8, 1, 1}, {32, 1, 1}, {2, 0, 0}), 2.0 / 256, 1e-12);
    EXPECT_NEAR(redundancy({16, 1, 1}, {32, 1, 1}, {2, 0, 0}), 2.0 / 512, 1e-12);
}

/// Section 3: tile 16, block (64,4,1): (2 * 4) warps hold 16 * 32 + 2 floats each, 16,448 bytes:
/// five whole blocks of 98,304 bytes, 40 warps of 64.
TEST(WarpTilingOverview, OccupancyWithoutHybridTiles) {
    const Extent3 block{64, 4, 1}, warp = *warp_sizes(block);
    const long long bytes = 4 * scratch_elements({16, 1, 1}, block, warp, {2, 0, 0});
    EXPECT_EQ(bytes, 16448);
    const BlockNeeds needs{256, 24, static_cast<std::size_t>(bytes)};
    EXPECT_EQ(resident_blocks(gtx1080ti(), needs).count(), 5);
    EXPECT_DOUBLE_EQ(occupancy(gtx1080ti(), needs), 0.625);
}

/// Half of it in registers: 8 * 32 + 2 floats a warp, 8,256 bytes, eleven blocks by shared memory;
/// 24 registers and 8 of the tile are 32, eight blocks of 8 warps: all 64.
TEST(WarpTilingOverview, OccupancyWithHybridTiles) {
    const Extent3 block{64, 4, 1}, warp = *warp_sizes(block);
    const HybridStorage half =
        hybrid_storage({16, 1, 1}, block, warp, {2, 0, 0}, 0, split_tile(16, 5));
    EXPECT_EQ(half, (HybridStorage{8 * (8 * 32 + 2), 8}));
    const BlockNeeds needs{256, 24 + 8, static_cast<std::size_t>(4 * half.shared_elements)};
    EXPECT_EQ(resident_blocks(gtx1080ti(), needs).by_shared, 11);
    EXPECT_DOUBLE_EQ(occupancy(gtx1080ti(), needs), 1.0);
    // One register more and it is not.
    EXPECT_LT(occupancy(gtx1080ti(), {256, 33, needs.shared_bytes}), 1.0);
}

TEST(WarpTilingSplit, TakesTenthsOfTheTile) {
    EXPECT_EQ(split_tile(4, 5), (HybridSplit{4, 2}));
    EXPECT_EQ(split_tile(10, 3), (HybridSplit{10, 7}));
    EXPECT_EQ(split_tile(3, 5), (HybridSplit{3, 2}));  // floor(1.5)
    EXPECT_EQ(split_tile(7, 0), (HybridSplit{7, 7}));
    EXPECT_EQ(split_tile(7, 10), (HybridSplit{7, 0}));
}

/// "1.0 (except the overlap in split dimension the complete tile is stored in registers)."
TEST(WarpTilingSplit, AllInRegistersLeavesTheOverlapInSharedMemory) {
    const Extent3 block{32, 2, 1}, warp = *warp_sizes(block);
    EXPECT_EQ(hybrid_storage({4, 1, 1}, block, warp, {2, 0, 0}, 0, split_tile(4, 10)),
              (HybridStorage{2 * 2, 4}));
    EXPECT_EQ(hybrid_storage({4, 1, 1}, block, warp, {2, 0, 0}, 0, split_tile(4, 0)),
              (HybridStorage{2 * (128 + 2), 0}));
    // Split along y, with overlap along both: shared memory 1 + 2 rows of 130; registers 3 rows of
    // ceil(130 / 32) = 5 iterations.
    EXPECT_EQ(hybrid_storage({4, 4, 1}, {32, 1, 1}, {32, 1, 1}, {2, 2, 0}, 1, split_tile(4, 8)),
              (HybridStorage{130 * 3, 3 * 5}));
}

}  // namespace
}  // namespace weft
