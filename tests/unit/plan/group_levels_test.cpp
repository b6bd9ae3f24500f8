// What is known of a level's tile before its place holds at every place, and is attained.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "core/scale.h"
#include "plan/group_levels.h"

namespace weft::test {
namespace {

constexpr Scale kScales[] = {{2, 0, 1}, {1, 0, 2},  {3, 0, 2},  {1, 0, 3},
                             {3, 7, 5}, {7, -5, 2}, {64, 1, 1}, {1, -9, 64}};

GpuGroup group_of(std::initializer_list<Scale> chain) {
    GpuGroup group;
    for (const Scale& s : chain)
        group.levels.add({Id<GroupLevel>(group.levels.size() - 1), s, {1, 0, 1}, {}, {}});
    return group;
}

TEST(GroupLevels, ExtentsAreTheMostOfAnyPlace) {
    for (const Scale& s : kScales)
        for (const int n : {1, 2, 3, 8, 31, 32, 33}) {
            int most = 0;
            for (int x = -200; x < 200; ++x)
                most = std::max(most, scaled(s, x + n - 1) - scaled(s, x) + 1);
            const TileExtent tile =
                level_extent(group_of({s}), Layout::kRows, Id<GroupLevel>(1), {n, n});
            EXPECT_EQ(tile, (TileExtent{most, n})) << s.times << "/" << s.over << " of " << n;
            const TileExtent down =
                level_extent(group_of({s}), Layout::kColumns, Id<GroupLevel>(1), {n, n});
            EXPECT_EQ(down, (TileExtent{n, most}));
        }
}

/// Through two levels the bound is no longer attained, but holds.
TEST(GroupLevels, ExtentsOfChainsHoldEverywhere) {
    for (const Scale& s : kScales)
        for (const Scale& t : kScales)
            for (const int n : {1, 5, 32})
                for (int x = -130; x < 130; ++x) {
                    const int first = scaled(t, scaled(s, x));
                    const int last = scaled(t, scaled(s, x + n - 1));
                    EXPECT_LE(
                        last - first + 1,
                        level_extent(group_of({s, t}), Layout::kRows, Id<GroupLevel>(2), {n, n}).u);
                }
}

TEST(GroupLevels, WindowsHoldWhatHalosReadAround) {
    for (const Scale& s : kScales)
        for (const auto& [before, after] :
             {std::pair{0, 0}, {-1, 1}, {-4, 0}, {0, 3}, {2, 5}, {-5, -2}}) {
            const Window w = scaled_window(s, {1, 0, 1}, {before, after, before, after});
            EXPECT_EQ(w.y_first, before);
            EXPECT_EQ(w.y_last, after);
            int first = std::numeric_limits<int>::max(), last = std::numeric_limits<int>::min();
            for (int x = -200; x < 200; ++x) {
                first = std::min(first, scaled(s, x + before) - scaled(s, x));
                last = std::max(last, scaled(s, x + after) - scaled(s, x));
            }
            EXPECT_EQ(w.x_first, first) << s.times << "/" << s.over;
            EXPECT_EQ(w.x_last, last) << s.times << "/" << s.over;
        }
}

/// Seven elements on are, at another resolution, as far as about so many of the parent.
TEST(GroupLevels, ParentsWindowsAreAsFar) {
    const auto window = [](const Scale& s) {
        return parents_window({kResultsLevel, s, {1, 0, 1}, {}, {}}, {-7, 7, -7, 7});
    };
    EXPECT_EQ(window({2, 0, 1}), (Window{-4, 4, -7, 7}));
    EXPECT_EQ(window({1, 0, 2}), (Window{-14, 14, -7, 7}));
    EXPECT_EQ(window({3, 1, 2}), (Window{-5, 5, -7, 7}));
}

TEST(GroupLevels, RegionsAreThoseThatAreReadAround) {
    const GpuGroup group = group_of({{2, 0, 1}, {1, -1, 3}});
    const Rect results{-7, 2, 6, 9};
    EXPECT_EQ(level_region(group, kResultsLevel, results), results);
    EXPECT_EQ(level_region(group, Id<GroupLevel>(1), results), (Rect{-14, 2, 11, 9}));
    EXPECT_EQ(level_region(group, Id<GroupLevel>(2), results), (Rect{-5, 2, 4, 9}));
}

TEST(GroupLevels, BeyondADomainCountsBothEnds) {
    EXPECT_TRUE(beyond_domain({0, 0, 8, 8}, {0, 0, 8, 8}).is_point());
    EXPECT_EQ(beyond_domain({-3, 1, 9, 8}, {0, 0, 8, 8}), (Window{-3, 1, 0, 0}));
    EXPECT_EQ(beyond_domain({20, 0, 30, 1}, {0, 0, 8, 1}), (Window{0, 22, 0, 0}));
}

/// Chains of large factors come to more elements than a number of them holds.
TEST(GroupLevels, WhatNoTileHoldsIsNoSmallNumber) {
    const Scale most{kMaxScale, 0, 1};
    const GpuGroup group = group_of({most, most, most, most, most, most, most});
    EXPECT_GT(level_extent(group, Layout::kRows, Id<GroupLevel>(7), {32, 1}).u, 1 << 28);
    Window w{-1, 1, 0, 0};
    for (int i = 0; i < 9; ++i) w = scaled_window(most, {1, 0, 1}, w);
    EXPECT_LT(w.x_first, -(1 << 28));
    EXPECT_GT(w.x_last, 1 << 28);
}

}  // namespace
}  // namespace weft::test
