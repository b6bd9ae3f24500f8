// Paper: gpu-autoscheduler, section 4.3: listing 2, forced, and when the authors would run it.
#include <gtest/gtest.h>

#include "gpu_targets.h"
#include "khwz.h"
#include "models/gpu_autoscheduler.h"

namespace weft {
namespace {

using Level = ComputeAt::Level;

/// Figure 4: K at W's thread, for nothing of it is used again along x or y; W stays at the block,
/// for Z's rows share it.
TEST(AutoschedulerListing2, NestsKWithinWAndLeavesWAtTheBlock) {
    const AutoPipeline kwz = inline_trivial(khwz());
    EXPECT_EQ(nest(kwz, {{0, 1, 2}}),
              (Nesting{{1, Level::kThread}, {2, Level::kBlock}, {-1, Level::kBlock}}));
    EXPECT_EQ(unnested({{0, 1, 2}}),
              (Nesting{{2, Level::kBlock}, {2, Level::kBlock}, {-1, Level::kBlock}}));
}

/// In a group of K and W alone K is nested in the output.
TEST(AutoschedulerListing2, NestsInTheOutputToo) {
    EXPECT_EQ(nest(inline_trivial(khwz()), {{0, 1}}),
              (Nesting{{1, Level::kThread}, {-1, Level::kBlock}}));
}

/// More than two levels: H within K within W, whichever of both reads it, and W at the block.
TEST(AutoschedulerListing2, NestsWithinWhatIsNested) {
    AutoPipeline p = khwz();
    std::swap(p[0], p[1]);  // H comes first
    p[1].reads = {{.stage = 0}};
    p[2].reads = {{.stage = 1, .loads = 3}};
    const Nesting chain{
        {1, Level::kThread}, {2, Level::kThread}, {3, Level::kBlock}, {-1, Level::kBlock}};
    EXPECT_EQ(nest(p, {{0, 1, 2, 3}}), chain);
    p[2].reads.push_back({.stage = 0});
    Nesting both = chain;
    both[0].consumer = 2;
    EXPECT_EQ(nest(p, {{0, 1, 2, 3}}), both);
}

TEST(AutoschedulerListing2, PlacesAStageAtItsLastConsumer) {
    AutoPipeline p = khwz();
    p[3].reads.push_back({.stage = 0});  // Z reads K as well, at one place
    const Nesting nesting = nest(p, {{0, 1, 2, 3}});
    EXPECT_EQ(nesting[0], (ComputeAt{3, Level::kBlock}));  // W would not find it in Z's thread
    EXPECT_EQ(nesting[1], (ComputeAt{2, Level::kThread}));
    // Consumers outside of the group do not count.
    p = khwz();
    p[3].reads.push_back({.stage = 0});
    EXPECT_EQ(nest(p, {{0, 1, 2}})[0], (ComputeAt{2, Level::kThread}));
}

/// One level above x, the inner loop, is y: for each row of W a row of K. Where rows are columns of
/// the picture, as it lies in memory, that is the block.
TEST(AutoschedulerListing2, ComputesARowForEachRowWhereRowsAloneAreShared) {
    AutoPipeline p = khwz();
    p[2].reads[0].right = 1;
    EXPECT_EQ(nest(p, {{0, 1, 2, 3}})[0], (ComputeAt{2, Level::kRow}));
    EXPECT_EQ(nest(p, {{0, 1, 2, 3}}, false)[0], (ComputeAt{2, Level::kBlock}));
    // W's own rows are none of Z's, which reads five of them.
    EXPECT_EQ(nest(p, {{0, 1, 2, 3}})[2], (ComputeAt{3, Level::kBlock}));
    EXPECT_EQ(nest(p, {{0, 1, 2, 3}}, false)[2], (ComputeAt{3, Level::kRow}));
    p[3].reads.push_back({.stage = 0, .right = 2});
    EXPECT_EQ(nest(p, {{0, 1, 2, 3}})[0], (ComputeAt{3, Level::kBlock}));
    // A row of K of half the resolution is none of W's.
    p = khwz();
    p[2].reads[0] = {.stage = 0, .right = 2, .x = {2, 1}};
    EXPECT_EQ(nest(p, {{0, 1, 2, 3}})[0], (ComputeAt{2, Level::kBlock}));
}

/// What is consumed in threads of several stages is at the rows that those have in common.
TEST(AutoschedulerListing2, ComputesForRowsOfOneStageWhatThreadsOfSeveralConsume) {
    AutoPipeline p = khwz();
    p[1].reads = {{.stage = 0}};
    p[2].reads = {{.stage = 0}, {.stage = 1, .left = 1, .right = 1}};
    const Nesting rows{{2, Level::kRow}, {2, Level::kRow}, {3, Level::kBlock}, {-1, Level::kBlock}};
    EXPECT_EQ(nest(p, {{0, 1, 2, 3}}), rows);
}

/// Figure 4 against figure 3: less shared memory, the same operations, fewer loads.
TEST(AutoschedulerNesting, LowersTheFootprintWithoutRedundantWork) {
    const AutoPipeline kwz = inline_trivial(khwz());
    const AutoGroup group{{0, 1, 2}};
    const auto cost = [&](const Nesting& nesting) {
        return group_cost(rtx2080ti(), kwz, group, {32, 12}, AutoPhase::kFinalTiling, nesting);
    };
    const AutoCost overlap = cost(unnested(group)), nested = cost(nest(kwz, group));
    EXPECT_EQ(overlap.shared_bytes, 8192u);
    EXPECT_EQ(nested.shared_bytes, 2048u);
    EXPECT_DOUBLE_EQ(nested.arithmetic, overlap.arithmetic);
    EXPECT_DOUBLE_EQ(overlap.memory - nested.memory, 512 * 3 * shared_load_cost(rtx2080ti()));
}

/// The authors' trigger would not nest K: 8 KB of 32, 75 % of 30, 512 threads of 900. Figure 4 is
/// listing 2 by force.
TEST(AutoschedulerTrigger, WouldNotNestThePapersExample) {
    const AutoPipeline kwz = inline_trivial(khwz());
    const AutoGroup group{{0, 1, 2}};
    const AutoCost c =
        group_cost(rtx2080ti(), kwz, group, {32, 12}, AutoPhase::kFinalTiling, unnested(group));
    EXPECT_FALSE(wants_nesting(c));
}

TEST(AutoschedulerTrigger, IsSharedMemoryOccupancyOrThreads) {
    AutoCost c;
    c.shared_bytes = 32768;
    c.occupancy = 0.3;
    c.block_x = 30;
    c.block_y = 30;
    EXPECT_FALSE(wants_nesting(c));
    AutoCost shared = c, low = c, threads = c;
    shared.shared_bytes = 32769;
    low.occupancy = 0.29;
    threads.block_x = 32;  // 960
    EXPECT_TRUE(wants_nesting(shared));
    EXPECT_TRUE(wants_nesting(low));
    EXPECT_TRUE(wants_nesting(threads));
}

}  // namespace
}  // namespace weft
