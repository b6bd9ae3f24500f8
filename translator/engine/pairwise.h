// Pairwise covers: few combinations in which every two values of different factors meet.
#pragma once

#include <cstdint>
#include <vector>

namespace weft {

/// Combinations, each with one value index per factor, such that for every two factors and every
/// value of each some combination has both. `sizes[f]` >= 1 is how many values factor f has. The
/// same seed gives the same cover, another seed another one; its length is about the product of the
/// two largest sizes.
std::vector<std::vector<int>> pairwise_cover(const std::vector<int>& sizes, std::uint64_t seed);

/// Every combination, the last factor changing fastest.
std::vector<std::vector<int>> full_product(const std::vector<int>& sizes);

}  // namespace weft
