// How far two orders of the same things agree.
#pragma once

#include <vector>

namespace weft::bench {

/// The place of each value in ascending order, from 1; equal values share the mean of their places.
std::vector<double> ranks(const std::vector<double>& values);

/// Spearman's coefficient: the correlation of ranks, 1 where both orders are the same, -1 where one
/// is the other backwards. Requires as many values in both. 0 where either has no order: fewer than
/// two values, or all of them equal.
double rank_correlation(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace weft::bench
