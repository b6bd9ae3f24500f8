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
    c.division_clocks = 10;
    c.function_clocks = 50;
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
        {{.divisions = 1e6}, 1e-2, "arithmetic"},
        {{.functions = 1e6}, 5e-2, "arithmetic"},
        {{.fp = 5e5, .divisions = 1e5, .functions = 1e4}, 2e-3, "arithmetic"},
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
        EXPECT_EQ(bound_beyond_l2(plain(), 1, c.work), c.work.llc_bytes + c.work.memory_bytes > 0)
            << c.bound;
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
    const auto counted = [](double by) {
        return CpuWork{.fp = 1 * by,
                       .integer = 2 * by,
                       .divisions = 3 * by,
                       .functions = 4 * by,
                       .loads = 5 * by,
                       .stores = 6 * by,
                       .shuffles = 7 * by,
                       .waits = 8 * by,
                       .l2_bytes = 9 * by,
                       .llc_bytes = 10 * by,
                       .memory_bytes = 11 * by,
                       .rows = 12 * by,
                       .pointers = 13 * by,
                       .outside = 14 * by,
                       .starts = 15 * by};
    };
    CpuWork sum;
    sum += counted(1);
    EXPECT_EQ(sum, counted(1));
    sum += counted(1);
    EXPECT_EQ(sum, counted(2));
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
