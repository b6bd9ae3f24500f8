// Paper: active-library, 4.6: equations 1 and 2, shapes of blocks and undercutting, by hand.
#include <gtest/gtest.h>

#include "models/active_library.h"
#include "models/occupancy.h"

namespace weft {
namespace {

const GpuTarget& cc10() { return *find_gpu_target("cc-1.0"); }
const GpuTarget& cc13() { return *find_gpu_target("cc-1.3"); }

/// The parameters that section 4.6 prints, and the multiprocessors of section 5 ("28 vs 16").
TEST(ActiveLibraryConstants, AreThePapers) {
    EXPECT_EQ(cc10().max_threads_per_block, 512);
    EXPECT_EQ(cc10().max_threads, 768);
    EXPECT_EQ(cc10().registers, 8192);
    EXPECT_EQ(cc10().max_shared_per_block, 16000u);
    EXPECT_EQ(cc10().multiprocessors, 16);
    EXPECT_TRUE(cc10().pays_for_misalignment);
    EXPECT_EQ(cc13().max_threads_per_block, 512);
    EXPECT_EQ(cc13().max_threads, 1024);
    EXPECT_EQ(cc13().registers, 16384);
    EXPECT_EQ(cc13().max_shared_per_block, 16000u);
    EXPECT_EQ(cc13().multiprocessors, 28);
    EXPECT_FALSE(cc13().pays_for_misalignment);
}

/// Tpb = min(Tmax, floor4(Rmax / (16 Rpt)) * 16).
TEST(ActiveLibraryEquation1, AtComputeCapability1_0) {
    // 8192 / (16 * 10) = 51.2, by fours 48, times 16 = 768, at most 512.
    EXPECT_EQ(max_threads_by_registers(cc10(), 10), 512);
    // 8192 / (16 * 20) = 25.6, by fours 24, times 16.
    EXPECT_EQ(max_threads_by_registers(cc10(), 20), 384);
    // 8192 / (16 * 33) = 15.5, by fours 12, times 16.
    EXPECT_EQ(max_threads_by_registers(cc10(), 33), 192);
    // 8192 / (16 * 128) = 4, times 16.
    EXPECT_EQ(max_threads_by_registers(cc10(), 128), 64);
    // 8192 / (16 * 129) = 3.97, by fours 0.
    EXPECT_EQ(max_threads_by_registers(cc10(), 129), 0);
}

TEST(ActiveLibraryEquation1, AtComputeCapability1_3) {
    // 16384 / (16 * 20) = 51.2, by fours 48, times 16 = 768, at most 512.
    EXPECT_EQ(max_threads_by_registers(cc13(), 20), 512);
    // 16384 / (16 * 33) = 31.03, by fours 28, times 16.
    EXPECT_EQ(max_threads_by_registers(cc13(), 33), 448);
    // 16384 / (16 * 129) = 7.9, by fours 4, times 16.
    EXPECT_EQ(max_threads_by_registers(cc13(), 129), 64);
}

/// Spk + Scpb + Spt Tpb <= Smax: the most threads of which a block is resident.
int most_threads_sharing(const GpuTarget& target, int kernel, int block, int thread) {
    int threads = 0;
    for (int t = 1; t <= target.max_threads_per_block; ++t) {
        const auto bytes = static_cast<std::size_t>(kernel + block + thread * t);
        if (resident_blocks(target, {t, 1, bytes}).count() > 0) threads = t;
    }
    return threads;
}

TEST(ActiveLibraryEquation2, OfFiltersAlongALine) {
    // A filter of radius 8 and a line of threads share 4 bytes a thread and 2 * 8 * 4 = 64 a block;
    // a kernel's own 40: (16000 - 40 - 64) / 4 = 3974, at most 512.
    EXPECT_EQ(most_threads_sharing(cc10(), 40, 64, 4), 512);
    // Nine such inputs of radius 100: 36 bytes a thread, 9 * 800 a block: (16000 - 40 - 7200) / 36
    // = 243.3.
    EXPECT_EQ(most_threads_sharing(cc10(), 40, 7200, 36), 243);
    EXPECT_EQ(most_threads_sharing(cc13(), 40, 7200, 36), 243);
    // Nothing per thread: whatever a block may have. A constant part that is too much: none.
    EXPECT_EQ(most_threads_sharing(cc10(), 40, 0, 0), 512);
    EXPECT_EQ(most_threads_sharing(cc10(), 40, 16000, 4), 0);
}

/// The equation is linear in threads and cannot state a tile in two dimensions; we hold
/// (bx + 2r)(by + 2r) for those.
TEST(ActiveLibraryEquation2, OfTilesInTwoDimensions) {
    // 16 x 16 threads, radius 12: 40 * 40 = 1600 floats, 6400 bytes: two blocks of 16000.
    EXPECT_EQ(tile_elements({16, 16}, 24, 24), 1600);
    // 22 x 22, radius 12: 46 * 46.
    EXPECT_EQ(tile_elements({22, 22}, 24, 24), 2116);
    // A line of 256, radius 4 along it: 264.
    EXPECT_EQ(tile_elements({256, 1}, 8, 0), 264);
}

TEST(ActiveLibraryShapes, AreLinesSquaresAndRectangles) {
    EXPECT_EQ(line_along_u(512), (BlockShape{512, 1}));
    EXPECT_EQ(line_along_v(512), (BlockShape{1, 512}));
    EXPECT_EQ(square(512), (BlockShape{22, 22}));  // sqrt 512 = 22.6
    EXPECT_EQ(square(256), (BlockShape{16, 16}));
    EXPECT_EQ(square(1), (BlockShape{1, 1}));
    EXPECT_EQ(rectangle(256, 6, 6), square(256));
    // Reaching four times as far along u: the fewest elements for 256 threads have 32 x 8 threads,
    // (32 + 16)(8 + 4) = 576; 16 x 16 has 640, 64 x 4 has 640.
    EXPECT_EQ(rectangle(256, 16, 4), (BlockShape{32, 8}));
    EXPECT_EQ(rectangle(256, 4, 16), (BlockShape{8, 32}));
}

/// "A Tpb of 512 could not fully saturate a multiprocessor [of 768] ... reducing Tpb to 256 may
/// permit three blocks."
TEST(ActiveLibraryUndercutting, ThreeBlocksOf256HoldMoreThanOneOf512) {
    EXPECT_EQ(resident_blocks(cc10(), {512, 10, 0}).count(), 1);
    EXPECT_DOUBLE_EQ(occupancy(cc10(), {512, 10, 0}), 512.0 / 768);
    EXPECT_EQ(resident_blocks(cc10(), {256, 10, 0}).count(), 3);
    EXPECT_DOUBLE_EQ(occupancy(cc10(), {256, 10, 0}), 1.0);
    // "if shared memory and register constraints are satisfied": 11 registers are 2816 for 256
    // threads, two blocks of 8192; 6000 bytes leave room for two blocks as well.
    EXPECT_EQ(resident_blocks(cc10(), {256, 11, 0}).count(), 2);
    EXPECT_EQ(resident_blocks(cc10(), {256, 10, 6000}).count(), 2);
}

TEST(ActiveLibraryMinimisedBlocks, Are160OnThePapersDevices) {
    EXPECT_EQ(minimised_blocks(cc10(), 3), 160);
    EXPECT_EQ(minimised_blocks(cc13(), 4), 160);
    EXPECT_EQ(minimised_blocks(*find_gpu_target("h100"), 8), 132 * 8);
}

}  // namespace
}  // namespace weft
