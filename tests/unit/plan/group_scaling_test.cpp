// Levels moved by whole steps: the same elements are read from every place, and no shorter step
// would do.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "core/scale.h"
#include "plan/group_scaling.h"

namespace weft::test {
namespace {

constexpr Scale kStepScales[] = {{2, 0, 1}, {1, 0, 2},  {3, 0, 2},  {1, 0, 3},
                                 {3, 7, 5}, {7, -5, 2}, {64, 1, 1}, {1, -9, 64}};

GpuGroup chain_of(const Scale& first, const Scale& second) {
    GpuGroup group;
    group.levels.add({Id<GroupLevel>(0), first, {1, 0, 1}, {}, {}});
    group.levels.add({Id<GroupLevel>(1), second, {1, 0, 1}, {}, {}});
    return group;
}

int through(const Scale& first, const Scale& second, int x) {
    return scaled(second, scaled(first, x));
}

TEST(GroupScaling, StepsAreTheShortestThatMoveEveryLevelByAWholeNumber) {
    for (const Scale& first : kStepScales)
        for (const Scale& second : kStepScales) {
            const GpuGroup group = chain_of(first, second);
            const GroupScaling scaling = scaling_of(group, Layout::kRows, {});
            const int step = scaling[kResultsLevel].u.step;
            EXPECT_EQ(scaling[kResultsLevel].v.step, 1);
            const auto moves = [&](int by) {
                for (int x = -step; x < step; ++x)
                    if (scaled(first, x + by) - scaled(first, x) !=
                            scaled(first, by) - scaled(first, 0) ||
                        through(first, second, x + by) - through(first, second, x) !=
                            through(first, second, by) - through(first, second, 0))
                        return false;
                return true;
            };
            EXPECT_TRUE(moves(step)) << step;
            for (int shorter = 1; shorter < step && step <= 256; ++shorter)
                EXPECT_FALSE(moves(shorter)) << shorter << " of " << step;
            EXPECT_EQ(scaling[Id<GroupLevel>(2)].u.step,
                      through(first, second, step) - through(first, second, 0));
        }
}

TEST(GroupScaling, ExtentsAndReadsAreThoseOfEveryTileThatBeginsWithAStep) {
    for (const Scale& first : kStepScales)
        for (const Scale& second : kStepScales)
            for (const int origin : {0, 3, -5}) {
                const GpuGroup group = chain_of(first, second);
                const GroupScaling scaling = scaling_of(group, Layout::kRows, {origin, 0, 900, 9});
                const auto axis = [&](int level) { return scaling[Id<GroupLevel>(level)].u; };
                for (int x = origin - 3 * axis(0).step; x < 300; x += axis(0).step)
                    for (const int n : {1, 7, 32}) {
                        EXPECT_EQ(
                            scaled_extent(group, scaling, Id<GroupLevel>(2), true, n),
                            through(first, second, x + n - 1) - through(first, second, x) + 1);
                        EXPECT_EQ(read_around(axis(0), axis(1), n),
                                  scaled(first, x + n) - scaled(first, x));
                    }
            }
}

/// Two halvings: n results have 4 n - 3, of no results the last is three before the first.
TEST(GroupScaling, NoResultsEndWhereTheStepBeforeDoes) {
    const GpuGroup group = chain_of({2, 0, 1}, {2, 0, 1});
    const GroupScaling scaling = scaling_of(group, Layout::kRows, {});
    EXPECT_EQ(scaled_extent(group, scaling, Id<GroupLevel>(2), true, 2), 5);
    EXPECT_EQ(scaled_extent(group, scaling, Id<GroupLevel>(2), true, 0), -3);
}

}  // namespace
}  // namespace weft::test
