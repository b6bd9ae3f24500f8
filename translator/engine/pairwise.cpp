#include "engine/pairwise.h"

#include <algorithm>
#include <random>
#include <set>
#include <tuple>

namespace weft {

namespace {

/// Factors a < b with a value of each.
using Pair = std::tuple<int, int, int, int>;

std::set<Pair> all_pairs(const std::vector<int>& sizes) {
    std::set<Pair> pairs;
    const int factors = static_cast<int>(sizes.size());
    for (int a = 0; a < factors; ++a)
        for (int b = a + 1; b < factors; ++b)
            for (int i = 0; i < sizes[a]; ++i)
                for (int j = 0; j < sizes[b]; ++j) pairs.insert({a, b, i, j});
    return pairs;
}

/// How many of `open` a combination gains by factor f having `value`; -1 marks factors not chosen.
int gain(const std::set<Pair>& open, const std::vector<int>& chosen, int f, int value) {
    int count = 0;
    for (int g = 0; g < static_cast<int>(chosen.size()); ++g) {
        if (g == f || chosen[g] < 0) continue;
        count += static_cast<int>(
            open.count(g < f ? Pair{g, f, chosen[g], value} : Pair{f, g, value, chosen[g]}));
    }
    return count;
}

}  // namespace

std::vector<std::vector<int>> pairwise_cover(const std::vector<int>& sizes, std::uint64_t seed) {
    if (sizes.size() < 2) return full_product(sizes);
    std::set<Pair> open = all_pairs(sizes);
    std::mt19937_64 random(seed);
    std::vector<std::vector<int>> cover;
    while (!open.empty()) {
        // One open pair, and for each other factor the value that closes most; ties by chance.
        std::vector<int> chosen(sizes.size(), -1);
        auto first = open.begin();
        std::advance(first, static_cast<long>(random() % open.size()));
        const auto [a, b, i, j] = *first;
        chosen[a] = i;
        chosen[b] = j;
        for (int f = 0; f < static_cast<int>(sizes.size()); ++f) {
            if (chosen[f] >= 0) continue;
            int best = -1;
            const int start = static_cast<int>(random() % static_cast<std::uint64_t>(sizes[f]));
            for (int v = 0; v < sizes[f]; ++v) {
                const int value = (start + v) % sizes[f];
                const int gained = gain(open, chosen, f, value);
                if (gained <= best) continue;
                best = gained;
                chosen[f] = value;
            }
        }
        for (int f = 0; f < static_cast<int>(sizes.size()); ++f)
            for (int g = f + 1; g < static_cast<int>(sizes.size()); ++g)
                open.erase({f, g, chosen[f], chosen[g]});
        cover.push_back(std::move(chosen));
    }
    return cover;
}

std::vector<std::vector<int>> full_product(const std::vector<int>& sizes) {
    std::vector<std::vector<int>> result(1);
    for (const int size : sizes) {
        std::vector<std::vector<int>> longer;
        for (const std::vector<int>& prefix : result)
            for (int value = 0; value < size; ++value) {
                longer.push_back(prefix);
                longer.back().push_back(value);
            }
        result = std::move(longer);
    }
    return result;
}

}  // namespace weft
