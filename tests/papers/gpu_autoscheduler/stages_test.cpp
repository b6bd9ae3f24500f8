// Paper: gpu-autoscheduler, sections 4.1 and 4.2: inlining, tiled axes and bounds of tiles.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "khwz.h"
#include "models/gpu_autoscheduler.h"

namespace weft {
namespace {

/// Figure 1b: H is inlined into W. K stays, for W reads three of its planes; W stays, for Z reads
/// five of its rows.
TEST(AutoschedulerInlining, TakesHAlone) {
    EXPECT_EQ(trivial_stages(khwz()), (std::vector{1}));
    const AutoPipeline kwz = inline_trivial(khwz());
    ASSERT_EQ(kwz.size(), 3u);
    EXPECT_EQ(kwz[1].name, "W");
    EXPECT_EQ(kwz[1].operations, 5);  // its own 4 and H's multiplication
    EXPECT_EQ(kwz[1].reads, (std::vector<AutoRead>{{.stage = 0, .loads = 3}, {.stage = -1}}));
    EXPECT_EQ(kwz[2].reads[0].stage, 1);  // W has moved down
}

TEST(AutoschedulerInlining, TakesStagesThatAreCheapOrReadAtOnePlaceByOne) {
    AutoPipeline p = khwz();
    p[1].operations = 50;  // dear, but W reads it at one place and nobody else reads it
    EXPECT_EQ(trivial_stages(p), (std::vector{1}));
    p[3].reads.push_back({.stage = 1});  // now two do
    EXPECT_EQ(trivial_stages(p), (std::vector<int>{}));
    p[1].operations = 1;
    EXPECT_EQ(trivial_stages(p), (std::vector{1}));
    // Cheap ones go even where they are read at several places, and are computed for each load.
    p = khwz();
    p[2].operations = 1;
    EXPECT_EQ(trivial_stages(p), (std::vector{1, 2}));
    p = inline_stage(p, 2);
    ASSERT_EQ(p.size(), 3u);
    EXPECT_EQ(p[2].operations, 4 + 5 * 1);
    EXPECT_EQ(p[2].reads, (std::vector<AutoRead>{{.stage = 0, .up = 2, .down = 2, .loads = 15},
                                                 {.stage = 1, .up = 2, .down = 2, .loads = 5}}));
}

/// Who inlines a stage knows it, by its number in the plan, and by way of others too; a kernel of
/// its own is never inlined.
TEST(AutoschedulerInlining, KeepsTheNumbersOfWhatIsInlined) {
    AutoPipeline p = khwz();
    for (std::size_t s = 0; s < p.size(); ++s) p[s].number = static_cast<int>(s);
    AutoPipeline inlined = inline_stage(inline_stage(p, 1), 1);  // H into W, and W into Z
    ASSERT_EQ(inlined.size(), 2u);
    EXPECT_EQ(inlined[0].number, 0);
    EXPECT_EQ(inlined[1].number, 3);
    EXPECT_THAT(inlined[1].inlined, testing::UnorderedElementsAre(1, 2));
    EXPECT_EQ(trivial_stages(p), (std::vector{1}));
    p[1].alone = true;
    EXPECT_EQ(trivial_stages(p), (std::vector<int>{}));
}

/// A picture that is needed, by whoever wants the result or by a kernel of its own, is no part of
/// another stage.
TEST(AutoschedulerInlining, KeepsWhatIsNeededInMemory) {
    AutoPipeline p = khwz();
    p[1].result = true;
    EXPECT_EQ(trivial_stages(p), (std::vector<int>{}));
    p = khwz();
    p[2].alone = true;
    EXPECT_EQ(trivial_stages(p), (std::vector<int>{}));
}

/// Halved twice: what is read 2 y - 1 ... 2 y + 1 of what is read there too is read 4 y - 3 ... 4 y
/// + 3, and no two neighbours share what a window of two reads.
TEST(AutoschedulerInlining, GoesThroughResolutions) {
    const AutoRead half{.stage = -1, .up = 1, .down = 1, .loads = 3, .y = {2, 1}};
    AutoRead again = half;
    again.stage = 0;
    const AutoPipeline p =
        inline_stage({{"a", 1, 1, 4, 64, 128, {half}}, {"b", 1, 1, 4, 64, 64, {again}}}, 0);
    ASSERT_EQ(p.size(), 1u);
    EXPECT_EQ(p[0].reads,
              (std::vector<AutoRead>{{.stage = -1, .up = 3, .down = 3, .loads = 9, .y = {4, 1}}}));
    EXPECT_TRUE(half.reuses_y());
    EXPECT_FALSE((AutoRead{.down = 1, .y = {2, 1}}).reuses_y());
    EXPECT_FALSE((AutoRead{.y = {2, 1}}).is_pointwise());
    EXPECT_TRUE((AutoRead{.y = {1, 2}}).reuses_y()) << "two read the same row";
}

/// Section 4.2: of y rows that read 2 y - 1 ... 2 y + 1, 2 y + 1 rows.
TEST(AutoschedulerLocalBounds, OfAHalvedProducerAreTwiceAsManyAndOne) {
    const AutoPipeline p{
        {"fine", 9, 1, 4, 512, 512, {{.stage = -1}}},
        {"half", 9, 1, 4, 512, 256, {{.stage = 0, .up = 1, .down = 1, .loads = 3, .y = {2, 1}}}}};
    for (const int rows : {1, 2, 7, 16})
        EXPECT_EQ(local_bounds(p, {{0, 1}}, {32, rows}),
                  (std::vector<AutoTile>{{32, 2 * rows + 1}, {32, rows}}));
}

TEST(AutoschedulerInlining, KeepsOutputs) {
    const AutoPipeline one{{"copy", 0, 1, 4, 8, 8, {{.stage = -1}}}};
    EXPECT_EQ(trivial_stages(one), (std::vector<int>{}));
    EXPECT_EQ(inline_trivial(one), one);
}

TEST(AutoschedulerTiledAxes, LeaveShortLoopsAlone) {
    EXPECT_EQ(tiled_axes(1536, 2560), (TiledAxes{true, true}));
    EXPECT_EQ(tiled_axes(1536, 3), (TiledAxes{true, false}));
    EXPECT_EQ(tiled_axes(64, 63), (TiledAxes{true, false}));
    EXPECT_EQ(tiled_axes(40, 50), (TiledAxes{false, true}));  // all short: the longest
    EXPECT_EQ(tiled_axes(1, 1), (TiledAxes{true, false}));
}

/// Section 4.2 prints no lower bound and one upper bound's condition twice.
TEST(AutoschedulerTileBounds, AreThePapersAsCorrected) {
    EXPECT_EQ(tile_bounds(1536, 2), (TileBounds{8, 48}));  // a 32nd
    EXPECT_EQ(tile_bounds(2560, 2), (TileBounds{8, 80}));
    EXPECT_EQ(tile_bounds(4096, 1), (TileBounds{8, 4096}));  // all of it
    EXPECT_EQ(tile_bounds(1024, 2), (TileBounds{8, 32}));
    EXPECT_EQ(tile_bounds(1023, 2), (TileBounds{8, 511}));  // half
    EXPECT_EQ(tile_bounds(65, 1), (TileBounds{8, 32}));
    EXPECT_EQ(tile_bounds(64, 1), (TileBounds{2, 32}));  // at most 64: from 2 on
    EXPECT_EQ(tile_bounds(3, 1), (TileBounds{1, 1}));
    EXPECT_EQ(tile_bounds(1, 1), (TileBounds{1, 1}));
}

TEST(AutoschedulerTileBounds, HoldForEveryExtent) {
    for (int extent = 1; extent <= 5000; ++extent)
        for (const int axes : {1, 2})
            for (const AutoPhase phase : {AutoPhase::kGrouping, AutoPhase::kFinalTiling}) {
                const TileBounds b = tile_bounds(extent, axes);
                ASSERT_TRUE(1 <= b.lower && b.lower <= b.upper && b.upper <= extent) << extent;
                const std::vector<int> sizes = tile_sizes(b, phase);
                ASSERT_FALSE(sizes.empty()) << extent;
                for (const int size : sizes) {
                    ASSERT_TRUE(b.lower <= size && size <= b.upper) << extent;
                    if (phase == AutoPhase::kGrouping && sizes.size() > 1) {
                        ASSERT_EQ(size & (size - 1), 0) << "a power of two";
                    }
                }
            }
    EXPECT_EQ(tile_sizes({8, 48}, AutoPhase::kGrouping), (std::vector{8, 16, 32}));
    EXPECT_EQ(tile_sizes({8, 14}, AutoPhase::kFinalTiling), (std::vector{8, 10, 12, 14}));
}

/// Random pipelines, each stage a box window over some earlier ones.
AutoPipeline random_pipeline(std::mt19937& random, int stages) {
    const auto between = [&](int lo, int hi) {
        return std::uniform_int_distribution<int>(lo, hi)(random);
    };
    AutoPipeline pipeline;
    for (int s = 0; s < stages; ++s) {
        AutoStage stage{
            "s" + std::to_string(s), static_cast<double>(between(0, 9)), 1, 4, 512, 512, {}};
        std::set<int> read;
        for (int n = between(1, 2); n-- > 0;) {
            AutoRead r{.stage = between(-1, s - 1)};
            if (!read.insert(r.stage).second) continue;
            r.left = between(0, 2);
            r.right = between(0, 2);
            r.up = between(0, 2);
            r.down = between(0, 2);
            r.consecutive = r.left + 1 + r.right;
            r.loads = r.consecutive * (r.up + 1 + r.down);
            stage.reads.push_back(r);
        }
        pipeline.push_back(stage);
    }
    return pipeline;
}

class RandomPipelines : public testing::TestWithParam<unsigned> {};

/// Bounds by walking over every element that a tile reads.
TEST_P(RandomPipelines, LocalBoundsHoldWhatATileReads) {
    std::mt19937 random(GetParam());
    for (int round = 0; round < 20; ++round) {
        const AutoPipeline pipeline = random_pipeline(random, 5);
        const AutoGroup group{{0, 1, 2, 3, 4}};
        std::vector<std::set<std::pair<int, int>>> needed(5);
        const AutoTile tile{1 + static_cast<int>(random() % 5), 1 + static_cast<int>(random() % 4)};
        for (int y = 0; y < tile.y; ++y)
            for (int x = 0; x < tile.x; ++x) needed[4].insert({x, y});
        const std::vector<AutoTile> bounds = local_bounds(pipeline, group, tile);
        for (std::size_t s = 5; s-- > 0;) {
            if (needed[s].empty()) needed[s] = needed[4];  // an output too
            int x0 = 0, x1 = 0, y0 = 0, y1 = 0;
            for (const auto& [x, y] : needed[s]) {
                x0 = std::min(x0, x), x1 = std::max(x1, x + 1);
                y0 = std::min(y0, y), y1 = std::max(y1, y + 1);
                for (const AutoRead& r : pipeline[s].reads)
                    if (r.stage >= 0)
                        for (int v = y - r.up; v <= y + r.down; ++v)
                            for (int u = x - r.left; u <= x + r.right; ++u)
                                needed[static_cast<std::size_t>(r.stage)].insert({u, v});
            }
            EXPECT_EQ(bounds[s], (AutoTile{x1 - x0, y1 - y0}));
        }
    }
}

/// Inlining changes neither what the output needs of the pipeline's inputs nor what computing it
/// without any storage costs.
TEST_P(RandomPipelines, InliningKeepsTheWindowAndTheWorkOfTheOutput) {
    struct Total {
        int left = 0, up = 0;
        double operations = 0, loads = 0;
    };
    const auto total_of = [](const AutoPipeline& pipeline) {
        std::vector<Total> totals;
        for (const AutoStage& stage : pipeline) {
            Total t{0, 0, stage.operations, 0};
            for (const AutoRead& r : stage.reads) {
                const Total& p =
                    r.stage < 0 ? Total{0, 0, 0, 1} : totals[static_cast<std::size_t>(r.stage)];
                t.left = std::max(t.left, r.left + p.left);
                t.up = std::max(t.up, r.up + p.up);
                t.operations += r.loads * p.operations;
                t.loads += r.loads * p.loads;
            }
            totals.push_back(t);
        }
        return totals.back();
    };
    std::mt19937 random(GetParam() + 100);
    for (int round = 0; round < 40; ++round) {
        AutoPipeline pipeline = random_pipeline(random, 6);
        const Total before = total_of(pipeline);
        for (const int index : {3, 1, 0}) {
            pipeline = inline_stage(pipeline, index);
            const Total after = total_of(pipeline);
            EXPECT_EQ(after.left, before.left);
            EXPECT_EQ(after.up, before.up);
            EXPECT_DOUBLE_EQ(after.operations, before.operations);
            EXPECT_DOUBLE_EQ(after.loads, before.loads);
        }
        ASSERT_EQ(pipeline.size(), 3u);
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPipelines, testing::Range(1u, 5u));

}  // namespace
}  // namespace weft
