// Resident blocks against worked values: CUDA's own rules, and the tables of three papers.
#include "models/occupancy.h"

#include <gtest/gtest.h>

#include "gpu_targets.h"
#include "models/active_library.h"

namespace weft {
namespace {

/// Paper: border-partitioning, table II: 32, 40 and 63 registers give 100, 75 and 50 % on a GTX
/// 680. That holds for blocks of 128, 256 and 512; registers are allotted to warps in units of 256.
TEST(Occupancy, OfGtx680ByRegisters) {
    for (int threads : {128, 256, 512}) {
        EXPECT_DOUBLE_EQ(occupancy(gpu_target("gtx-680"), {threads, 32, 0}), 1.0) << threads;
        // 40 * 32 = 1280 a warp: 51 of 65536, by fours 48, of 64.
        EXPECT_DOUBLE_EQ(occupancy(gpu_target("gtx-680"), {threads, 40, 0}), 0.75) << threads;
        // 63 * 32 = 2016, rounded to 2048: 32 warps.
        EXPECT_DOUBLE_EQ(occupancy(gpu_target("gtx-680"), {threads, 63, 0}), 0.5) << threads;
    }
    // 1024 threads are 32 warps a block: one block of 48 warps. 64 threads: 16 blocks at most.
    EXPECT_DOUBLE_EQ(occupancy(gpu_target("gtx-680"), {1024, 40, 0}), 0.5);
    EXPECT_DOUBLE_EQ(occupancy(gpu_target("gtx-680"), {64, 32, 0}), 0.5);
    // More than 63 a thread cannot be had there.
    EXPECT_EQ(resident_blocks(gpu_target("gtx-680"), {128, 64, 0}).count(), 0);
}

/// Paper: warp-tiling: 62.5 % on a GTX 1080 Ti for blocks of (64, 4) with 24 registers and 16,448
/// bytes: 98,304 / 16,640 (units of 256) is 5 blocks of 8 warps, of 64.
TEST(Occupancy, OfGtx1080TiBySharedMemory) {
    const ResidentBlocks blocks = resident_blocks(gpu_target("gtx-1080-ti"), {256, 24, 16448});
    EXPECT_EQ(blocks.count(), 5);
    EXPECT_STREQ(blocks.limit(), "shared memory");
    EXPECT_DOUBLE_EQ(occupancy(gpu_target("gtx-1080-ti"), {256, 24, 16448}), 0.625);
    EXPECT_DOUBLE_EQ(occupancy(gpu_target("gtx-1080-ti"), {256, 24, 0}), 1.0);
}

/// Paper: gpu-autoscheduler: full occupancy with 64 registers a thread only where a multiprocessor
/// holds 32 warps (7.5).
TEST(Occupancy, With64Registers) {
    EXPECT_DOUBLE_EQ(occupancy(gpu_target("rtx-2080"), {512, 64, 2048}), 1.0);
    EXPECT_DOUBLE_EQ(occupancy(gpu_target("v100"), {512, 64, 2048}), 0.5);
}

TEST(Occupancy, OfHopperCountsTheSystemsShare) {
    // 233,472 bytes; a block of 50,000 takes 51,024 with the system's, 51,072 in units of 128: 4.
    EXPECT_EQ(resident_blocks(gpu_target("h100"), {128, 32, 50000}).by_shared, 4);
    // The most a block may have is all of it.
    EXPECT_EQ(resident_blocks(gpu_target("h100"), {128, 32, 227 * 1024}).by_shared, 1);
    EXPECT_EQ(resident_blocks(gpu_target("h100"), {128, 32, 227 * 1024 + 1}).by_shared, 0);
}

/// 1.x allots registers to blocks of an even number of warps: 96 threads count as 128.
TEST(Occupancy, OfTheFirstDevicesIsByBlocks) {
    // 128 * 12 = 1536 of 8192: 5 blocks.
    EXPECT_EQ(resident_blocks(gpu_target("cc-1.0"), {96, 12, 0}).by_registers, 5);
    // 17 * 128 = 2176, rounded to 2304: 3.
    EXPECT_EQ(resident_blocks(gpu_target("cc-1.0"), {128, 17, 0}).by_registers, 3);
    EXPECT_EQ(resident_blocks(gpu_target("cc-1.3"), {128, 17, 0}).by_registers, 6);
}

/// Equation 1 promises that a block of so many threads can be resident, on every device.
TEST(Occupancy, AgreesWithEquation1) {
    for (const GpuTarget& t : gpu_targets())
        for (int registers = 1; registers <= t.max_registers_per_thread; ++registers) {
            const int threads = max_threads_by_registers(t, registers);
            if (threads == 0) continue;
            EXPECT_GE(resident_blocks(t, {threads, registers, 0}).count(), 1)
                << t.name << ", " << registers;
        }
}

TEST(Occupancy, IsNoneForBlocksThatAreTooLarge) {
    EXPECT_EQ(resident_blocks(gpu_target("cc-1.0"), {513, 4, 0}).count(), 0);
    EXPECT_EQ(resident_blocks(gpu_target("h100"), {1025, 4, 0}).count(), 0);
    EXPECT_DOUBLE_EQ(occupancy(gpu_target("h100"), {1025, 4, 0}), 0.0);
}

}  // namespace
}  // namespace weft
