// Pairwise covers (all-pairs testing): few combinations in which every two values of different
// factors occur together.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace weft {

/// Which combinations are allowed, and which are expensive.
struct CoverRules {
    /// Value `i` of factor `a` and value `j` of factor `b` must not occur together. Value 0 of
    /// every factor is compatible with all values of the others.
    struct Apart {
        int a, i, b, j;
    };
    std::vector<Apart> apart = {};
    /// Ascending counts n: the first n factors are expensive to change. Their combinations are
    /// those of a cover of them alone, and others only where a pair needs one.
    std::vector<int> few = {};
    /// So many first factors are treated as one: all their combinations occur with every value of
    /// the others.
    int together = 1;
};

/// All pairs of values other than 0 that make no sense together: those for which `senseless` holds
/// in the combination where all other factors have value 0.
std::vector<CoverRules::Apart> values_apart(
    const std::vector<int>& sizes,
    const std::function<bool(const std::vector<int>& combination)>& senseless);

/// Combinations, each of one value index per factor, in which every allowed pair of values of two
/// factors occurs. sizes[f] >= 1: the number of values of factor f. Deterministic for a seed; about
/// as long as the product of the two largest sizes.
std::vector<std::vector<int>> pairwise_cover(const std::vector<int>& sizes, std::uint64_t seed,
                                             const CoverRules& rules = {});

/// Every combination without a pair in `apart`, the last factor changing fastest.
std::vector<std::vector<int>> full_product(const std::vector<int>& sizes,
                                           const std::vector<CoverRules::Apart>& apart = {});

}  // namespace weft
