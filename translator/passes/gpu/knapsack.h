// The most valuable of a few things that fit into a space.
#pragma once

#include <cstddef>
#include <vector>

namespace weft {

struct KnapsackItem {
    double value = 0;  ///< things of no value are left out
    std::size_t bytes = 0;
};

/// Exact: branch and bound over all subsets. Of equally valuable ones the first in the order in
/// which items are given.
std::vector<bool> knapsack(const std::vector<KnapsackItem>& items, std::size_t space);

}  // namespace weft
