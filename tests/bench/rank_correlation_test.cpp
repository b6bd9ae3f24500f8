// Rank correlation, against worked values.
#include "bench/rank_correlation.h"

#include <gtest/gtest.h>

#include <cmath>

namespace weft::bench {
namespace {

using Values = std::vector<double>;

TEST(RankCorrelation, RanksFromOneAndSharesPlaces) {
    EXPECT_EQ(ranks({30, 10, 20}), (Values{3, 1, 2}));
    EXPECT_EQ(ranks({5, 1, 5, 5}), (Values{3, 1, 3, 3}));
    EXPECT_EQ(ranks({2, 2, 7, 7}), (Values{1.5, 1.5, 3.5, 3.5}));
    EXPECT_TRUE(ranks({}).empty());
}

TEST(RankCorrelation, IsThatOfOrdersAndNotOfSizes) {
    EXPECT_DOUBLE_EQ(rank_correlation({1, 2, 3, 4}, {1, 10, 1e3, 1e9}), 1);
    EXPECT_DOUBLE_EQ(rank_correlation({1, 2, 3, 4}, {4, 3, 2, 1}), -1);
}

/// The classical example of ten pairs: sum of squared differences 194, 1 - 6 * 194 / 990.
TEST(RankCorrelation, AgreesWithTheFormulaOfDifferences) {
    const Values iq = {106, 100, 86, 101, 99, 103, 97, 113, 112, 110};
    const Values hours = {7, 27, 2, 50, 28, 29, 20, 12, 6, 17};
    EXPECT_NEAR(rank_correlation(iq, hours), 1 - 6 * 194.0 / 990, 1e-12);
}

/// With ties the formula of differences no longer holds: ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4.
TEST(RankCorrelation, AllowsForTies) {
    EXPECT_NEAR(rank_correlation({1, 2, 2, 3}, {1, 2, 3, 4}), 4.5 / std::sqrt(4.5 * 5), 1e-12);
}

TEST(RankCorrelation, IsZeroWhereThereIsNoOrder) {
    EXPECT_EQ(rank_correlation({}, {}), 0);
    EXPECT_EQ(rank_correlation({1}, {2}), 0);
    EXPECT_EQ(rank_correlation({1, 1, 1}, {1, 2, 3}), 0);
}

}  // namespace
}  // namespace weft::bench
