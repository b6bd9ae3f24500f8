// Pairwise covers hold every pair, and are much smaller than the product.
#include "engine/pairwise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace weft {
namespace {

bool meets(const std::vector<std::vector<int>>& cover, int a, int i, int b, int j) {
    return std::any_of(cover.begin(), cover.end(), [&](const std::vector<int>& combination) {
        return combination[a] == i && combination[b] == j;
    });
}

TEST(Pairwise, EveryTwoValuesMeet) {
    const std::vector<int> sizes = {4, 14, 4, 3, 11, 2, 1};
    for (const std::uint64_t seed : {1u, 2u, 77u}) {
        const auto cover = pairwise_cover(sizes, seed);
        for (int a = 0; a < 7; ++a)
            for (int b = a + 1; b < 7; ++b)
                for (int i = 0; i < sizes[a]; ++i)
                    for (int j = 0; j < sizes[b]; ++j)
                        EXPECT_TRUE(meets(cover, a, i, b, j))
                            << "seed " << seed << ": factor " << a << " = " << i << ", factor " << b
                            << " = " << j;
        EXPECT_GE(cover.size(), 14u * 11u);
        EXPECT_LE(cover.size(), 14u * 11u * 3 / 2);
    }
}

TEST(Pairwise, IsTheSameForTheSameSeed) {
    EXPECT_EQ(pairwise_cover({3, 4, 5}, 9), pairwise_cover({3, 4, 5}, 9));
}

TEST(Pairwise, OfOneFactorIsItsValues) {
    EXPECT_EQ(pairwise_cover({3}, 1), (std::vector<std::vector<int>>{{0}, {1}, {2}}));
}

/// Values that do not go together never meet; all others do, as long as value 0 goes with all.
TEST(Pairwise, ValuesThatAreApartNeverMeet) {
    const std::vector<int> sizes = {3, 4, 2, 5};
    const auto senseless = [](const std::vector<int>& v) {
        return (v[0] == 2 && v[3] > 1) || (v[1] == 3 && v[2] == 1);
    };
    const auto apart = values_apart(sizes, senseless);
    ASSERT_EQ(apart.size(), 4u);
    for (const std::uint64_t seed : {1u, 2u, 77u})
        for (const std::vector<int>& few : {std::vector<int>{}, {2}, {2, 3}}) {
            const auto cover = pairwise_cover(sizes, seed, {.apart = apart, .few = few});
            for (int a = 0; a < 4; ++a)
                for (int b = a + 1; b < 4; ++b)
                    for (int i = 0; i < sizes[a]; ++i)
                        for (int j = 0; j < sizes[b]; ++j) {
                            std::vector<int> only(4, 0);
                            only[a] = i;
                            only[b] = j;
                            EXPECT_EQ(meets(cover, a, i, b, j), !senseless(only))
                                << a << " = " << i << ", " << b << " = " << j;
                        }
        }
}

/// The first two factors have the combinations of a cover of their own; the rest differs more.
TEST(Pairwise, WhatIsDearToChangeHasFewCombinations) {
    const std::vector<int> sizes = {4, 2, 3, 6, 6};
    const auto distinct = [&](const std::vector<int>& few) {
        std::set<std::vector<int>> first;
        for (const auto& v : pairwise_cover(sizes, 5, {.few = few}))
            first.insert({v.begin(), v.begin() + 3});
        return first.size();
    };
    EXPECT_LE(distinct({3}), 14u);
    EXPECT_GT(distinct({}), 18u);
}

TEST(Pairwise, FactorsTogetherMeetAsIfTheyWereOne) {
    const std::vector<int> sizes = {2, 3, 4, 2};
    const std::vector<CoverRules::Apart> apart = {{0, 1, 1, 2}, {1, 1, 2, 3}};
    const auto cover = pairwise_cover(sizes, 1, {.apart = apart, .together = 2});
    std::set<std::vector<int>> met;
    for (const auto& v : cover) met.insert({v[0], v[1], v[2]});
    EXPECT_EQ(met.size(), 5u * 4u - 2u) << "all but value 3 of the third beside 1 of the second";
    EXPECT_FALSE(met.contains({1, 2, 0}));
    EXPECT_FALSE(met.contains({0, 1, 3}));
}

TEST(Pairwise, FullProductHasEveryCombinationOnce) {
    auto product = full_product({2, 3, 2});
    EXPECT_EQ(product.size(), 12u);
    EXPECT_EQ(product[1], (std::vector<int>{0, 0, 1}));
    EXPECT_EQ(std::unique(product.begin(), product.end()), product.end());
}

}  // namespace
}  // namespace weft
