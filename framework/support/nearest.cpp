// Nearest names by edit distance.
#include "support/nearest.h"

#include <algorithm>

namespace weft {

namespace {
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same(char a, char b) { return lower(a) == lower(b); }
}  // namespace

int edit_distance(std::string_view a, std::string_view b) {
    // Three rows of the table suffice: a swap looks back two rows.
    const std::size_t n = b.size();
    std::vector<int> before(n + 1), above(n + 1), row(n + 1);
    for (std::size_t j = 0; j <= n; ++j) above[j] = static_cast<int>(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = static_cast<int>(i);
        for (std::size_t j = 1; j <= n; ++j) {
            const int replace = above[j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1);
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, replace});
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
        std::swap(before, above);
        std::swap(above, row);
    }
    return above[n];
}

std::string nearest_name(std::string_view word, const std::vector<std::string>& candidates) {
    constexpr std::size_t kLongest = 256;  // a longer "name" is a mistake of another kind
    if (word.size() > kLongest) return {};
    int limit = std::max<int>(1, static_cast<int>(word.size()) / 3);
    std::string best;
    for (const std::string& candidate : candidates) {
        if (candidate.size() > kLongest) continue;
        const int distance = edit_distance(word, candidate);
        if (distance > limit) continue;
        best = candidate;
        limit = distance - 1;
        if (distance == 0) break;
    }
    return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
    const std::string best = nearest_name(word, candidates);
    return best.empty() ? best : " (did you mean \"" + best + "\"?)";
}

}  // namespace weft
