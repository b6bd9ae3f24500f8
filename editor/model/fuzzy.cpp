#include "model/fuzzy.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <vector>

namespace weft::editor {
namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

bool begins_word(std::string_view name, std::size_t i) {
    const auto is_upper = [](char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; };
    const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
    return i == 0 || !is_word(name[i - 1]) || (is_upper(name[i]) && !is_upper(name[i - 1]));
}

}  // namespace

int fuzzy_score(std::string_view query, std::string_view name) {
    constexpr int kNone = std::numeric_limits<int>::min() / 2;
    // best[i]: of the letters so far, the last one at name[i].
    std::vector<int> best(name.size(), 0);
    if (query.empty()) return 0;
    for (std::size_t q = 0; q < query.size(); ++q) {
        std::vector<int> next(name.size(), kNone);
        int reach = q == 0 ? 0 : kNone;  // the best that ends before i
        for (std::size_t i = 0; i < name.size(); ++i) {
            if (lower(query[q]) == lower(name[i])) {
                const int gained = 4 + (begins_word(name, i) ? 12 : 0) + (i == 0 ? 6 : 0);
                const int follows = q > 0 && i > 0 ? best[i - 1] + 8 : kNone;
                next[i] = std::max(reach, follows) + gained;
            }
            if (q > 0) reach = std::max(reach, best[i]);
        }
        best = std::move(next);
    }
    const int score = best.empty() ? kNone : *std::max_element(best.begin(), best.end());
    return score < 0 ? -1 : std::max(0, score * 8 - static_cast<int>(name.size()));
}

}  // namespace weft::editor
