// The model of CPU times, against worked values.
#include "models/cpu_time.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

/// Round numbers: a clock of 1 GHz, one of everything in a clock, nothing for calls.
CpuCosts plain() {
    CpuCosts c;
    c.clock_hz = 1e9;
    c.fp_per_clock = c.loads_per_clock = c.stores_per_clock = c.shuffles_per_clock = 1;
    c.instructions_per_clock = 1e9;
    c.special_clocks = 10;
    c.dependent_clocks = 4;
    c.l2_bytes_per_clock = 10;
    c.llc_bytes_per_second = 5e9;
    c.memory_bytes_per_second = 2e9;
    c.all_memory_bytes_per_second = 3e9;
    c.row_clocks = c.pointer_clocks = c.outside_clocks = 0;
    c.start_seconds = c.task_seconds = c.kernel_seconds = c.thread_seconds = 0;
    return c;
}

/// Each part by itself: its seconds and its name.
TEST(CpuTime, IsThatOfTheLongestPart) {
    const struct {
        CpuWork work;
        double seconds;
        const char* bound;
    } cases[] = {
        {{.fp = 1e6}, 1e-3, "arithmetic"},
        {{.special = 1e6}, 1e-2, "arithmetic"},
        {{.fp = 5e5, .special = 1e5}, 1.5e-3, "arithmetic"},
        {{.shuffles = 1e6}, 1e-3, "arithmetic"},
        {{.loads = 1e6}, 1e-3, "loads and stores"},
        {{.stores = 1e6}, 1e-3, "loads and stores"},
        {{.waits = 1e6}, 4e-3, "dependences"},
        {{.l2_bytes = 1e7}, 1e-3, "second-level cache"},
        {{.llc_bytes = 1e7}, 2e-3, "last-level cache"},
        {{.memory_bytes = 1e7}, 5e-3, "memory"},
        {{.fp = 9e5, .loads = 1e6, .l2_bytes = 8e6}, 1e-3, "loads and stores"},
    };
    for (const auto& c : cases) {
        EXPECT_DOUBLE_EQ(seconds(plain(), 1, c.work), c.seconds) << c.bound;
        EXPECT_STREQ(bound_by(plain(), 1, c.work), c.bound);
    }
}

TEST(CpuTime, InstructionsOfAllKindsShareTheIssue) {
    CpuCosts costs = plain();
    costs.instructions_per_clock = 0.5;
    const CpuWork work{.fp = 1e6, .integer = 1e6, .loads = 1e6};
    EXPECT_DOUBLE_EQ(seconds(costs, 1, work), 6e-3);
}

/// Two threads may take 3 GB/s together, though each could take 2.
TEST(CpuTime, ThreadsShareMemory) {
    const CpuWork work{.memory_bytes = 6e6};
    EXPECT_DOUBLE_EQ(seconds(plain(), 1, work), 3e-3);
    EXPECT_DOUBLE_EQ(seconds(plain(), 2, work), 4e-3);
    EXPECT_DOUBLE_EQ(seconds(plain(), 4, work), 8e-3);
}

/// Calls, their pointers, borders and starts of rows do not hide behind the longest part.
TEST(CpuTime, CallsComeOnTop) {
    CpuCosts costs = plain();
    costs.row_clocks = 100;
    costs.pointer_clocks = 2;
    costs.outside_clocks = 5;
    costs.start_seconds = 1e-7;
    CpuWork work{.fp = 1e6, .rows = 1000, .pointers = 5000, .outside = 2000};
    EXPECT_DOUBLE_EQ(seconds(costs, 1, work), 1e-3 + 1e-4 + 1e-5 + 1e-5);
    EXPECT_STREQ(bound_by(costs, 1, work), "arithmetic");
    work.starts = 10000;
    EXPECT_DOUBLE_EQ(seconds(costs, 1, work), 1e-3 + 1e-4 + 1e-5 + 1e-5 + 1e-3);
    EXPECT_STREQ(bound_by(costs, 1, work), "rows");
}

TEST(CpuTime, SumsOfWorkKeepEveryPart) {
    const CpuWork one{.fp = 1,
                      .integer = 2,
                      .special = 3,
                      .loads = 4,
                      .stores = 5,
                      .shuffles = 6,
                      .waits = 7,
                      .l2_bytes = 8,
                      .llc_bytes = 9,
                      .memory_bytes = 10,
                      .rows = 11,
                      .pointers = 12,
                      .outside = 13,
                      .starts = 14};
    CpuWork sum;
    sum += one;
    EXPECT_EQ(sum, one);
    sum += one;
    const CpuWork twice{.fp = 2,
                        .integer = 4,
                        .special = 6,
                        .loads = 8,
                        .stores = 10,
                        .shuffles = 12,
                        .waits = 14,
                        .l2_bytes = 16,
                        .llc_bytes = 18,
                        .memory_bytes = 20,
                        .rows = 22,
                        .pointers = 24,
                        .outside = 26,
                        .starts = 28};
    EXPECT_EQ(sum, twice);
}

/// Five tasks on two threads, each to the one that is free first: 5 | 3 3 and then 2 | 1.
TEST(CpuTime, TasksGoToTheThreadThatIsFreeFirst) {
    const std::vector<double> tasks = {5, 3, 3, 2, 1};
    EXPECT_DOUBLE_EQ(makespan(plain(), 1, tasks), 14);
    EXPECT_DOUBLE_EQ(makespan(plain(), 2, tasks), 7);
    EXPECT_DOUBLE_EQ(makespan(plain(), 8, tasks), 5);
    EXPECT_DOUBLE_EQ(makespan(plain(), 2, {}), 0);
}

/// A start for the kernel, one for each task of the busiest thread, one for each thread but the
/// first.
TEST(CpuTime, TasksKernelsAndThreadsCostAStart) {
    CpuCosts costs = plain();
    costs.task_seconds = 0.1;
    costs.kernel_seconds = 0.01;
    costs.thread_seconds = 0.001;
    EXPECT_DOUBLE_EQ(makespan(costs, 1, {1, 1, 1, 1}), 4.41);
    EXPECT_DOUBLE_EQ(makespan(costs, 2, {1, 1, 1, 1}), 2.211);
    EXPECT_DOUBLE_EQ(makespan(costs, 8, {1, 1}), 1.111);
}

}  // namespace
}  // namespace weft
