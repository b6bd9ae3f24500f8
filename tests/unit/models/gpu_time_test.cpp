// The model of time, against worked values.
#include "models/gpu_time.h"

#include <gtest/gtest.h>

#include "gpu_targets.h"

namespace weft {
namespace {

constexpr double kMillion = 1e6;

double uncached_bytes(const char* name, GpuRun run) {
    return read_work(gpu_target(name), run, kMillion, kMillion).dram_bytes / kMillion;
}

/// Sixteen threads read 64 bytes: two segments of 32. Off a boundary a third; on 1.0 each thread
/// then has a segment of its own.
TEST(GpuTime, CoalescesHalfWarpsOnTheFirstDevices) {
    EXPECT_DOUBLE_EQ(uncached_bytes("cc-1.0", {16, true}), 4.0);
    EXPECT_DOUBLE_EQ(uncached_bytes("cc-1.3", {16, true}), 4.0);
    EXPECT_DOUBLE_EQ(uncached_bytes("cc-1.0", {16, false}), 32.0);
    EXPECT_DOUBLE_EQ(uncached_bytes("cc-1.3", {16, false}), 6.0);
    EXPECT_DOUBLE_EQ(uncached_bytes("cc-1.0", {1, true}), 32.0);
    EXPECT_DOUBLE_EQ(uncached_bytes("cc-1.3", {1, true}), 32.0);
    // Rows of eight are not a half-warp: one segment for each on 1.3, one for each thread on 1.0.
    EXPECT_DOUBLE_EQ(uncached_bytes("cc-1.3", {8, true}), 4.0);
    EXPECT_DOUBLE_EQ(uncached_bytes("cc-1.0", {8, true}), 32.0);
}

/// With caches memory moves what is distinct, however often it is read; the pipes pass a wavefront
/// a warp where it reads a row, and once a thread where each reads its own.
TEST(GpuTime, CountsTurnsWhereReadsAreCached) {
    const GpuWork row = read_work(gpu_target("h100"), {32, true}, 3 * kMillion, kMillion);
    EXPECT_DOUBLE_EQ(row.dram_bytes, 4 * kMillion);
    EXPECT_DOUBLE_EQ(row.wavefronts, 3 * kMillion / 32);
    const GpuWork scattered = read_work(gpu_target("h100"), {1, true}, 3 * kMillion, kMillion);
    EXPECT_DOUBLE_EQ(scattered.dram_bytes, 4 * kMillion);
    EXPECT_DOUBLE_EQ(scattered.wavefronts, 3 * kMillion);
}

/// Kernels read by __ldg: from 3.5 on by way of a first-level cache, of each float once. 3.0 has
/// none for them: every access goes to the second level, in sectors.
TEST(GpuTime, HasReadsOfTheReadOnlyCacheOnce) {
    const auto second_level = [](const char* name) {
        return read_work(gpu_target(name), {1, true}, 3 * kMillion, kMillion).l2_bytes;
    };
    EXPECT_DOUBLE_EQ(second_level("gtx-680"), 3 * 32 * kMillion);
    for (const char* name : {"k20c", "gtx-745", "gtx-1080-ti", "v100"})
        EXPECT_DOUBLE_EQ(second_level(name), 4 * kMillion) << name;
}

/// A warp's 128 bytes off a boundary are of two lines of the first-level cache; the bytes that move
/// are the same. Scattered reads have a line each in any case.
TEST(GpuTime, CountsTheSecondLineOfReadsOffABoundary) {
    const auto second_lines = [](const char* name, GpuRun run) {
        return read_work(gpu_target(name), run, 32 * kMillion, kMillion).second_lines;
    };
    EXPECT_DOUBLE_EQ(second_lines("h100", {32, true}), 0);
    EXPECT_DOUBLE_EQ(second_lines("h100", {32, false}), kMillion);
    EXPECT_DOUBLE_EQ(second_lines("h100", {1, false}), 0);
    EXPECT_DOUBLE_EQ(second_lines("gtx-680", {32, false}), 0) << "a sector more instead";
    const GpuTarget& h100 = gpu_target("h100");
    GpuWork work;
    work.wavefronts = work.second_lines = 1e9;
    EXPECT_DOUBLE_EQ(seconds(h100, work), 2e9 / (h100.multiprocessors * h100.clock_hz));
    EXPECT_DOUBLE_EQ(issued_instructions(h100, work), 32e9) << "an access is one instruction";
}

/// Told to go past the first-level cache, each access is one of the second; told to go through it,
/// a Pascal's are as few as any.
TEST(GpuTime, CountsEveryAccessPastTheFirstLevel) {
    const auto l2_bytes = [](const char* name, bool cached) {
        return read_work(gpu_target(name), {32, true}, 3 * kMillion, kMillion, cached).l2_bytes;
    };
    for (const char* name : {"h100", "gtx-1080-ti"}) {
        EXPECT_DOUBLE_EQ(l2_bytes(name, true), 4 * kMillion);
        EXPECT_DOUBLE_EQ(l2_bytes(name, false), 12 * kMillion);
    }
}

TEST(GpuTime, RunsOfBlocksAreWholeGroupsOrRows) {
    EXPECT_EQ(run_of_block(gpu_target("h100"), 64, true), (GpuRun{32, true}));
    EXPECT_EQ(run_of_block(gpu_target("h100"), 64, false), (GpuRun{32, false}));
    EXPECT_EQ(run_of_block(gpu_target("h100"), 8, true), (GpuRun{8, true}));
    EXPECT_EQ(run_of_block(gpu_target("cc-1.0"), 16, true), (GpuRun{16, true}));
    EXPECT_EQ(run_of_block(gpu_target("cc-1.0"), 1, true), (GpuRun{1, true}));
    EXPECT_FALSE(run_of_block(gpu_target("cc-1.0"), 22, true).aligned);
}

/// The longest part decides; without a cache memory's comes on top.
TEST(GpuTime, IsTheLongestPart) {
    const GpuTarget& h100 = gpu_target("h100");
    GpuWork work;
    work.dram_bytes = h100.dram_bytes_per_second * 1e-3;
    EXPECT_DOUBLE_EQ(seconds(h100, work), 1e-3);
    EXPECT_STREQ(bound_by(h100, work), "memory");
    work.instructions = 2e-3 * h100.multiprocessors * h100.clock_hz * h100.fp32_lanes;
    EXPECT_DOUBLE_EQ(seconds(h100, work), 2e-3);
    EXPECT_STREQ(bound_by(h100, work), "arithmetic");

    const GpuTarget& first = gpu_target("cc-1.0");
    work.dram_bytes = first.dram_bytes_per_second * 1e-3;
    work.instructions = 2e-3 * first.multiprocessors * first.clock_hz * first.fp32_lanes;
    EXPECT_DOUBLE_EQ(seconds(first, work), 3e-3);
}

/// Where threads are few, what one of them does one after another is longer than all that memory
/// and arithmetic take.
TEST(GpuTime, IsWhatAThreadWaitsWhereThreadsAreFew) {
    const GpuTarget& t = gpu_target("h100");
    GpuWork work = read_work(t, {32, true}, 1000 * 64, 1000 * 64);
    EXPECT_LT(seconds(t, work), 1e-6);
    work.round_trips = 250;
    EXPECT_DOUBLE_EQ(seconds(t, work), 250 * t.latency_seconds);
    EXPECT_STREQ(bound_by(t, work), "latency");
    // Each instruction of its chain waits for the one before it.
    work.chain = 1000;
    EXPECT_DOUBLE_EQ(seconds(t, work), 250 * t.latency_seconds + 4000 / t.clock_hz);
}

/// 1600 blocks on 16 multiprocessors, at 100 clocks each of 1.35 GHz.
TEST(GpuTime, CountsBlocksWhereTheyCost) {
    GpuWork work;
    work.blocks = 1600;
    EXPECT_DOUBLE_EQ(seconds(gpu_target("cc-1.0"), work), 100 * 100 / 1.35e9);
    EXPECT_DOUBLE_EQ(seconds(gpu_target("h100"), work), 0.0);
}

}  // namespace
}  // namespace weft
