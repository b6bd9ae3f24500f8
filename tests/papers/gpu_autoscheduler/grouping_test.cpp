// Paper: gpu-autoscheduler, sections 4.2 and 4.3: the greedy grouping and what follows it.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "gpu_targets.h"
#include "khwz.h"
#include "models/auto_grouping.h"

namespace weft {
namespace {

double total(const AutoSchedule& schedule) {
    double sum = 0;
    for (const AutoKernel& kernel : schedule.kernels) sum += kernel.cost.cost;
    return sum;
}

/// A point operation and two filters of 3 x 3, each of which reads the one before.
AutoPipeline point_and_windows(int width, int height) {
    const AutoRead window{.left = 1, .right = 1, .up = 1, .down = 1, .loads = 9, .consecutive = 3};
    AutoPipeline p{{"point", 20, 1, 4, width, height, {{.stage = -1}}},
                   {"a", 9, 1, 4, width, height, {window}},
                   {"b", 9, 1, 4, width, height, {window}}};
    p[1].reads[0].stage = 0;
    p[2].reads[0].stage = 1;
    return p;
}

TEST(AutoschedulerGrouping, MergesWhatPays) {
    const AutoSchedule schedule = group_greedily(rtx2080ti(), point_and_windows(1536, 2560));
    ASSERT_FALSE(schedule.kernels.empty());
    EXPECT_LT(schedule.kernels.size(), 3u);
    for (const AutoKernel& kernel : schedule.kernels) {
        EXPECT_EQ(kernel.cost.invalid, "");
        EXPECT_EQ(kernel.cost.threads() % 32, 0);
    }
    for (const AutoMerge& merge : schedule.merges)
        EXPECT_EQ(merge.taken, merge.after < merge.before);
}

TEST(AutoschedulerGrouping, LeavesPicturesOfFewPixelsAlone) {
    const AutoSchedule schedule = group_greedily(rtx2080ti(), point_and_windows(1, 1));
    ASSERT_EQ(schedule.kernels.size(), 3u);
    for (const AutoKernel& kernel : schedule.kernels) EXPECT_NE(kernel.cost.invalid, "");
    EXPECT_TRUE(group_greedily(rtx2080ti(), {}).kernels.empty());
}

/// A stage that two groups read is no part of either.
TEST(AutoschedulerGrouping, KeepsOneOutputForEachKernel) {
    AutoPipeline p = point_and_windows(1536, 2560);
    p[2].reads[0].stage = 0;  // a and b both read the point operation and are outputs
    const AutoSchedule schedule = group_greedily(rtx2080ti(), p);
    ASSERT_EQ(schedule.kernels.size(), 3u);
    EXPECT_TRUE(schedule.merges.empty());
}

/// Nesting follows the trigger: K of 64 planes and W are one kernel, in which no tile that fills an
/// H100 keeps K within 32 KB. It is then computed in W's threads and takes no shared memory.
TEST(AutoschedulerGrouping, NestsWhereTheTriggerAsksForIt) {
    const GpuTarget& h100 = *find_gpu_target("h100");
    AutoPipeline kwz = inline_trivial(khwz());
    EXPECT_EQ(group_greedily(h100, kwz).kernels.at(0).nesting, unnested({{0, 1, 2}}));
    kwz[0].planes = 64;
    kwz[1].reads[0].loads = 64;
    const AutoSchedule schedule = group_greedily(h100, kwz);
    ASSERT_EQ(schedule.kernels.size(), 2u);
    const AutoKernel& kernel = schedule.kernels[0];
    EXPECT_EQ(kernel.group, (AutoGroup{{0, 1}}));
    EXPECT_EQ(kernel.nesting, nest(kwz, kernel.group));
    EXPECT_NE(kernel.nesting, unnested(kernel.group));
    EXPECT_EQ(kernel.cost.shared_bytes, 0u);
    const AutoCost plain = group_cost(h100, kwz, kernel.group, kernel.tile, AutoPhase::kFinalTiling,
                                      unnested(kernel.group));
    EXPECT_TRUE(wants_nesting(plain));
    EXPECT_GT(plain.shared_bytes, 32768u);
}

class RandomGroupings : public testing::TestWithParam<unsigned> {};

/// Whatever the pipeline: every stage is in one kernel, only the last of a kernel is read outside
/// of it, and the grouping costs no more than no grouping.
TEST_P(RandomGroupings, AreLegalAndNeverCostMoreThanNone) {
    std::mt19937 random(GetParam());
    const auto between = [&](int lo, int hi) {
        return std::uniform_int_distribution<int>(lo, hi)(random);
    };
    for (int round = 0; round < 4; ++round) {
        AutoPipeline p;
        for (int s = 0; s < 7; ++s) {
            AutoStage stage{"s", static_cast<double>(between(2, 60)), 1, 4, 1024, 1024, {}};
            AutoRead read{.stage = between(std::max(-1, s - 2), s - 1)};
            read.left = read.right = between(0, 2);
            read.up = read.down = between(0, 2);
            read.consecutive = 2 * read.left + 1;
            read.loads = read.consecutive * (2 * read.up + 1);
            stage.reads.push_back(read);
            p.push_back(stage);
        }
        const AutoSchedule schedule = group_greedily(rtx2080ti(), p);
        std::multiset<int> seen;
        double alone = 0;
        for (const AutoKernel& kernel : schedule.kernels) {
            seen.insert(kernel.group.members.begin(), kernel.group.members.end());
            const std::set<int> inside(kernel.group.members.begin(), kernel.group.members.end());
            for (int s = 0; s < 7; ++s)
                for (const AutoRead& read : p[static_cast<std::size_t>(s)].reads)
                    if (inside.count(s) == 0 && inside.count(read.stage) > 0) {
                        EXPECT_EQ(read.stage, kernel.group.members.back());
                    }
        }
        EXPECT_EQ(seen, (std::multiset{0, 1, 2, 3, 4, 5, 6}));
        for (int s = 0; s < 7; ++s)
            alone += cheapest_tile(rtx2080ti(), p, {{s}}, AutoPhase::kGrouping).cost.cost;
        double grouped = alone;
        for (const AutoMerge& merge : schedule.merges)
            if (merge.taken) grouped += merge.after - merge.before;
        EXPECT_LE(grouped, alone * (1 + 1e-9));
        EXPECT_GT(total(schedule), 0);
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomGroupings, testing::Range(1u, 5u));

}  // namespace
}  // namespace weft
