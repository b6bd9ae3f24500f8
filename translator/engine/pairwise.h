// Pairwise covers: few combinations in which every two values of different factors meet.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace weft {

/// Which combinations there may be, and what is dear in them.
struct CoverRules {
    /// Value `i` of factor `a` and value `j` of factor `b` never meet. Value 0 of every factor goes
    /// with all values of all others.
    struct Apart {
        int a, i, b, j;
    };
    std::vector<Apart> apart = {};
    /// Numbers of first factors, growing, that are dear to change: by themselves they have the
    /// combinations of a cover of them, and others only where a pair needs one.
    std::vector<int> few = {};
    /// All combinations of so many first factors meet every value of the others, as if these
    /// factors were one.
    int together = 1;
};

/// Every two values, none of them 0, that make no sense together: `senseless` says so of the
/// combination in which all other factors have value 0.
std::vector<CoverRules::Apart> values_apart(
    const std::vector<int>& sizes,
    const std::function<bool(const std::vector<int>& combination)>& senseless);

/// Combinations, each with one value index per factor, such that for every two factors and every
/// value of each that are not apart some combination has both. `sizes[f]` >= 1 is how many values
/// factor f has. The same seed gives the same cover, another seed another one; its length is about
/// the product of the two largest sizes.
std::vector<std::vector<int>> pairwise_cover(const std::vector<int>& sizes, std::uint64_t seed,
                                             const CoverRules& rules = {});

/// Every combination of values that are not apart, the last factor changing fastest.
std::vector<std::vector<int>> full_product(const std::vector<int>& sizes,
                                           const std::vector<CoverRules::Apart>& apart = {});

}  // namespace weft
