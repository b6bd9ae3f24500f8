// Paper: warp-tiling, sections 2.3 and 5: dependences made constant by alignment and scaling.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "models/dependence_scaling.h"

namespace weft {
namespace {

using Distance = ScaledGroup::Distance;

/// Section 2.3: blury reads blurx at y - 1, y, y + 1: vectors (0, -1), (0, 0), (0, 1).
TEST(WarpTilingScaling, OfBlurLeavesItsDependenceVectors) {
    const AxisRead read{.consumer = 1, .producer = 0, .lo = -1, .hi = 1};
    const Result<ScaledGroup> group = scale_dependences(2, {&read, 1});
    ASSERT_TRUE(group);
    EXPECT_EQ(group->scale, (std::vector<long long>{1, 1}));
    EXPECT_EQ(group->distances, (std::vector<Distance>{{-1, 1}}));
}

/// Down by two, [1 2 1] at 2x - 1 ... 2x + 1, then up again at x / 2: the coarse stage has two grid
/// points an element. floor(x / 2) lies up to half an element, one grid point, left of x.
TEST(WarpTilingScaling, OfDownAndUpSampling) {
    const AxisRead reads[] = {{.consumer = 1, .producer = 0, .a = 2, .lo = -1, .hi = 1},
                              {.consumer = 2, .producer = 1, .d = 2, .lo = 0, .hi = 0}};
    const Result<ScaledGroup> group = scale_dependences(3, reads);
    ASSERT_TRUE(group);
    EXPECT_EQ(group->scale, (std::vector<long long>{1, 2, 1}));
    EXPECT_EQ(group->distances, (std::vector<Distance>{{-1, 1}, {-1, 0}}));
}

TEST(WarpTilingScaling, RefusesTwoScalesForOneStage) {
    // Stage 2 reads stage 0 as it is, and by way of stage 1 at twice the coordinate.
    const AxisRead reads[] = {{.consumer = 1, .producer = 0, .a = 2},
                              {.consumer = 2, .producer = 1},
                              {.consumer = 2, .producer = 0}};
    const Result<ScaledGroup> group = scale_dependences(3, reads);
    ASSERT_FALSE(group);
    EXPECT_NE(group.error().message.find("constant"), std::string::npos) << group.error().message;
    const Result<ScaledGroup> apart = scale_dependences(2, {});
    ASSERT_FALSE(apart);
    EXPECT_EQ(apart.error().message, "no read connects stage 0 with stage 1");
    EXPECT_TRUE(scale_dependences(1, {}));
}

/// From the reference: out from u(x / 2) and u((x + 1) / 2) over [0, 31] needs u over [0, 16], and
/// u from d(2x - 1 ... 2x + 1) then needs d over [-1, 33].
TEST(WarpTilingRanges, GoBackwardsThroughScales) {
    const AxisRead reads[] = {{.consumer = 1, .producer = 0, .a = 2, .lo = -1, .hi = 1},
                              {.consumer = 2, .producer = 1, .d = 2},
                              {.consumer = 2, .producer = 1, .b = 1, .d = 2}};
    const auto needed = ranges_needed(reads, {{}, {}, {0, 31}});
    EXPECT_EQ(needed, (std::vector<StageRange>{{-1, 33}, {0, 16}, {0, 31}}));
}

/// Harris along an axis: derivatives, products, sums of 3, corner measure: the derivatives are
/// needed one further on either side, the picture two.
TEST(WarpTilingRanges, AddUpAlongChains) {
    const AxisRead reads[] = {{.consumer = 1, .producer = 0, .lo = -1, .hi = 1},
                              {.consumer = 2, .producer = 1},
                              {.consumer = 3, .producer = 2, .lo = -1, .hi = 1},
                              {.consumer = 4, .producer = 3}};
    const auto needed = ranges_needed(reads, {{}, {}, {}, {}, {0, 9}});
    EXPECT_EQ(needed, (std::vector<StageRange>{{-2, 11}, {-1, 10}, {-1, 10}, {0, 9}, {0, 9}}));
}

class RandomGroups : public testing::TestWithParam<unsigned> {};

/// By brute force: ranges hold every element that is read.
TEST_P(RandomGroups, RangesHoldWhatIsReadAndNoMore) {
    std::mt19937 random(GetParam());
    const auto between = [&](int lo, int hi) {
        return std::uniform_int_distribution<int>(lo, hi)(random);
    };
    for (int round = 0; round < 50; ++round) {
        const int stages = between(2, 6);
        std::vector<AxisRead> reads;
        for (int consumer = 1; consumer < stages; ++consumer)
            for (int n = between(1, 2); n-- > 0;) {
                AxisRead r{.consumer = consumer, .producer = between(0, consumer - 1)};
                r.lo = between(-4, 3);
                r.hi = between(r.lo, 4);
                r.b = between(-2, 2);
                if (round % 2 == 1) {
                    r.a = between(1, 3);
                    r.d = between(1, 3);
                }
                reads.push_back(r);
            }
        const auto last = static_cast<std::size_t>(stages) - 1;
        std::vector<StageRange> demanded(last + 1);
        demanded[last] = {between(-20, 0), between(1, 30)};
        // Every element of every stage, one by one.
        std::vector<std::set<int>> read(last + 1);
        for (int i = demanded[last].first; i <= demanded[last].last; ++i) read[last].insert(i);
        const auto needed = ranges_needed(reads, demanded);
        for (std::size_t s = last + 1; s-- > 0;) {
            const StageRange range = needed[s];
            ASSERT_EQ(range.count() == 0, read[s].empty());
            if (!read[s].empty()) {
                ASSERT_EQ(range.first, *read[s].begin());
                ASSERT_EQ(range.last, *read[s].rbegin());
            }
            for (const AxisRead& r : reads)
                if (static_cast<std::size_t>(r.consumer) == s)
                    for (int i = range.first; i <= range.last; ++i) {
                        int place = r.a * i + r.b;
                        while (place % r.d != 0) --place;  // floor by search
                        for (int t = r.lo; t <= r.hi; ++t)
                            read[static_cast<std::size_t>(r.producer)].insert(place / r.d + t);
                    }
        }
    }
}

/// What scaling promises: on the grid every element's reads are within the stated distances, which
/// do not depend on the element.
TEST_P(RandomGroups, DistancesHoldForEveryElement) {
    std::mt19937 random(GetParam() + 300);
    const auto between = [&](int lo, int hi) {
        return std::uniform_int_distribution<int>(lo, hi)(random);
    };
    int scaled = 0;
    for (int round = 0; round < 200; ++round) {
        std::vector<AxisRead> reads;
        const int stages = between(2, 4);
        for (int c = 1; c < stages; ++c) {
            AxisRead r{.consumer = c, .producer = between(0, c - 1), .a = between(1, 3)};
            r.b = between(-3, 3);
            r.d = between(1, 3);
            r.lo = between(-3, 2);
            r.hi = between(r.lo, 3);
            reads.push_back(r);
        }
        const Result<ScaledGroup> group = scale_dependences(stages, reads);
        if (!group) continue;
        ++scaled;
        for (std::size_t k = 0; k < reads.size(); ++k) {
            const AxisRead& r = reads[k];
            const auto c = group->scale[static_cast<std::size_t>(r.consumer)];
            const auto p = group->scale[static_cast<std::size_t>(r.producer)];
            for (int i = -12; i <= 12; ++i) {
                int place = r.a * i + r.b;
                while (place % r.d != 0) --place;
                const auto lo = p * (place / r.d + r.lo) - c * i;
                const auto hi = p * (place / r.d + r.hi) - c * i;
                EXPECT_GE(static_cast<double>(lo), group->distances[k].lo - 1e-9);
                EXPECT_LE(static_cast<double>(hi), group->distances[k].hi + 1e-9);
            }
        }
    }
    EXPECT_GT(scaled, 100);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomGroups, testing::Range(1u, 5u));

}  // namespace
}  // namespace weft
