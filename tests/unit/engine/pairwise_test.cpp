// Pairwise covers hold every pair, and are much smaller than the product.
#include "engine/pairwise.h"

#include <gtest/gtest.h>

#include <algorithm>

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

TEST(Pairwise, FullProductHasEveryCombinationOnce) {
    auto product = full_product({2, 3, 2});
    EXPECT_EQ(product.size(), 12u);
    EXPECT_EQ(product[1], (std::vector<int>{0, 0, 1}));
    EXPECT_EQ(std::unique(product.begin(), product.end()), product.end());
}

}  // namespace
}  // namespace weft
