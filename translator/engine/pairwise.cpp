#include "engine/pairwise.h"

#include <algorithm>
#include <random>
#include <set>
#include <tuple>

namespace weft {

namespace {

using Combination = std::vector<int>;
/// Factors a < b with a value of each.
using Pair = std::tuple<int, int, int, int>;

constexpr int kOpen = -1;  ///< a factor without a value yet

Pair pair_of(int a, int i, int b, int j) { return a < b ? Pair{a, b, i, j} : Pair{b, a, j, i}; }

using Apart = std::vector<CoverRules::Apart>;

std::set<Pair> pairs_of(const Apart& apart) {
    std::set<Pair> pairs;
    for (const CoverRules::Apart& p : apart) pairs.insert(pair_of(p.a, p.i, p.b, p.j));
    return pairs;
}

/// Begins combinations by those of fewer factors and goes on factor by factor, each time with what
/// closes most of the pairs that are open.
class Cover {
  public:
    Cover(const std::vector<int>& sizes, std::uint64_t seed, const Apart& apart)
        : sizes_(sizes), apart_(pairs_of(apart)), random_(seed) {}

    /// A cover of the first `count` factors whose combinations begin as those of `begun`.
    std::vector<Combination> of(int count, const std::vector<Combination>& begun) {
        open_all(count);
        std::vector<Combination> cover;
        while (!open_.empty()) {
            auto first = open_.begin();
            std::advance(first, static_cast<long>(random_() % open_.size()));
            Combination chosen(static_cast<std::size_t>(count), kOpen);
            const auto [a, b, i, j] = *first;
            chosen[a] = i;
            chosen[b] = j;
            begin(chosen, begun);
            for (int f = 0; f < count; ++f)
                if (chosen[f] == kOpen) choose(chosen, f);
            for (int f = 0; f < count; ++f)
                for (int g = f + 1; g < count; ++g) open_.erase({f, g, chosen[f], chosen[g]});
            cover.push_back(std::move(chosen));
        }
        return cover;
    }

  private:
    void open_all(int count) {
        for (int a = 0; a < count; ++a)
            for (int b = a + 1; b < count; ++b)
                for (int i = 0; i < sizes_[a]; ++i)
                    for (int j = 0; j < sizes_[b]; ++j)
                        if (!apart_.contains({a, b, i, j})) open_.insert({a, b, i, j});
    }

    /// Whether factor f may have `value` beside what is chosen.
    bool allows(const Combination& chosen, int f, int value) const {
        for (int g = 0; g < static_cast<int>(chosen.size()); ++g)
            if (g != f && chosen[g] != kOpen && apart_.contains(pair_of(f, value, g, chosen[g])))
                return false;
        return true;
    }

    /// How many open pairs factor f having `value` makes with what is chosen.
    int gain(const Combination& chosen, int f, int value) const {
        int count = 0;
        for (int g = 0; g < static_cast<int>(chosen.size()); ++g)
            if (g != f && chosen[g] != kOpen)
                count += static_cast<int>(open_.count(pair_of(f, value, g, chosen[g])));
        return count;
    }

    void choose(Combination& chosen, int f) {
        int best = -1;
        const int start = static_cast<int>(random_() % static_cast<std::uint64_t>(sizes_[f]));
        for (int v = 0; v < sizes_[f]; ++v) {
            const int value = (start + v) % sizes_[f];
            const int gained = allows(chosen, f, value) ? gain(chosen, f, value) : -1;
            if (gained <= best) continue;
            best = gained;
            chosen[f] = value;
        }
    }

    /// Gives `chosen` the beginning that closes most, of those that fit what it has; none may.
    void begin(Combination& chosen, const std::vector<Combination>& begun) {
        int best = -1;
        Combination result = chosen;
        const std::size_t start = random_() % begun.size();
        for (std::size_t n = 0; n < begun.size(); ++n) {
            Combination with = chosen;
            const int gained = take(with, begun[(start + n) % begun.size()]);
            if (gained <= best) continue;
            best = gained;
            result = std::move(with);
        }
        chosen = std::move(result);
    }

    /// The pairs that this beginning closes; -1 where it does not fit.
    int take(Combination& chosen, const Combination& beginning) const {
        int gained = 0;
        for (int f = 0; f < static_cast<int>(beginning.size()); ++f) {
            const int value = beginning[f];
            if (chosen[f] != kOpen && chosen[f] != value) return -1;
            if (!allows(chosen, f, value)) return -1;
            if (chosen[f] == kOpen) gained += gain(chosen, f, value);
            chosen[f] = value;
        }
        return gained;
    }

    const std::vector<int>& sizes_;
    const std::set<Pair> apart_;
    std::mt19937_64 random_;
    std::set<Pair> open_;
};

/// A cover in which the first factors are one, whose values are these combinations of them.
std::vector<Combination> cover_with_one(const std::vector<Combination>& first,
                                        const std::vector<int>& sizes, std::uint64_t seed,
                                        const Apart& apart) {
    const int together = static_cast<int>(first.front().size());
    std::vector<int> of_one = {static_cast<int>(first.size())};
    of_one.insert(of_one.end(), sizes.begin() + together, sizes.end());
    Apart of_one_apart;
    for (CoverRules::Apart p : apart) {
        if (p.a > p.b) p = {p.b, p.j, p.a, p.i};
        if (p.b < together) continue;
        p.b -= together - 1;
        if (p.a >= together) {
            of_one_apart.push_back({p.a - together + 1, p.i, p.b, p.j});
            continue;
        }
        for (std::size_t c = 0; c < first.size(); ++c)
            if (first[c][p.a] == p.i) of_one_apart.push_back({0, static_cast<int>(c), p.b, p.j});
    }
    std::vector<Combination> cover = pairwise_cover(of_one, seed, {.apart = of_one_apart});
    for (Combination& c : cover) {
        Combination whole = first.begin()[c.front()];
        whole.insert(whole.end(), c.begin() + 1, c.end());
        c = std::move(whole);
    }
    return cover;
}

}  // namespace

std::vector<CoverRules::Apart> values_apart(
    const std::vector<int>& sizes, const std::function<bool(const Combination&)>& senseless) {
    std::vector<CoverRules::Apart> apart;
    const int factors = static_cast<int>(sizes.size());
    for (int a = 0; a < factors; ++a)
        for (int b = a + 1; b < factors; ++b)
            for (int i = 1; i < sizes[a]; ++i)
                for (int j = 1; j < sizes[b]; ++j) {
                    Combination combination(sizes.size(), 0);
                    combination[a] = i;
                    combination[b] = j;
                    if (senseless(combination)) apart.push_back({a, i, b, j});
                }
    return apart;
}

std::vector<std::vector<int>> pairwise_cover(const std::vector<int>& sizes, std::uint64_t seed,
                                             const CoverRules& rules) {
    if (sizes.size() < 2) return full_product(sizes);
    if (rules.together > 1)
        return cover_with_one(
            full_product({sizes.begin(), sizes.begin() + rules.together}, rules.apart), sizes, seed,
            rules.apart);
    Cover cover(sizes, seed, rules.apart);
    std::vector<Combination> combinations(1);
    for (const int count : rules.few) combinations = cover.of(count, combinations);
    return cover.of(static_cast<int>(sizes.size()), combinations);
}

std::vector<std::vector<int>> full_product(const std::vector<int>& sizes,
                                           const std::vector<CoverRules::Apart>& apart) {
    const std::set<Pair> never = pairs_of(apart);
    std::vector<Combination> result(1);
    for (int f = 0; f < static_cast<int>(sizes.size()); ++f) {
        std::vector<Combination> longer;
        for (const Combination& prefix : result)
            for (int value = 0; value < sizes[f]; ++value) {
                bool allowed = true;
                for (int g = 0; g < f; ++g) allowed &= !never.contains({g, f, prefix[g], value});
                if (!allowed) continue;
                longer.push_back(prefix);
                longer.back().push_back(value);
            }
        result = std::move(longer);
    }
    return result;
}

}  // namespace weft
