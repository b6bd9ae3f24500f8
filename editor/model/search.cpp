#include "model/search.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <tuple>

#include "model/fuzzy.h"

namespace weft::editor {
namespace {

// How much is worth what. Scattered letters have scores of their own below all of it.
constexpr int kTitle = 100000, kName = 90000, kWord = 86000, kTitleBegins = 70000,
              kNameBegins = 68000, kWordBegins = 50000, kInitials = 40000, kCategory = 36000,
              kCategoryBegins = 34000, kHelp = 20000, kHelpBegins = 18000;
constexpr int kPart = 2000;   // less for one of several words
constexpr int kRare = 15000;  // less for what is rare

char small(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }
bool is_of_a_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// In lower case, without signs, and as it is spelt here.
std::string plain(std::string_view text) {
    std::string result;
    for (const char c : text)
        if (is_of_a_word(c))
            result += small(c);
        else if (!result.empty() && result.back() != ' ')
            result += ' ';
    while (result.ends_with(' ')) result.pop_back();
    for (const auto& [there, here] : {std::pair("color", "colour"), std::pair("gray", "grey")})
        for (std::size_t at = 0; (at = result.find(there, at)) != std::string::npos;)
            result.replace(at, std::string_view(there).size(), here);
    return result;
}

/// The words of a plain text.
std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> words(1);
    for (const char c : text)
        if (c == ' ')
            words.emplace_back();
        else
            words.back() += c;
    std::erase(words, "");
    return words;
}

/// Whether the query is made of beginnings of the name's words, in order: "gob", "GainOffset".
bool is_initials(std::string_view query, std::string_view name, bool inside = false) {
    if (query.empty()) return true;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool upper = std::isupper(static_cast<unsigned char>(name[i])) != 0;
        const bool begins = i == 0 ? !inside || upper : upper;
        if (inside && i == 0 && small(name[0]) == query[0] &&
            is_initials(query.substr(1), name.substr(1), true))
            return true;
        if (begins && small(name[i]) == query[0] &&
            is_initials(query.substr(1), name.substr(i + 1), true))
            return true;
    }
    return false;
}

/// Of one text, which may be several words.
int score_of(const std::string& query, const std::string& text, int whole, int beginning) {
    if (query == text) return whole;
    if (text.starts_with(query)) return beginning;
    int best = -1;
    for (const std::string& word : split(text))
        if (word == query)
            best = std::max(best, whole - kPart);
        else if (word.starts_with(query))
            best = std::max(best, beginning - kPart);
    return best;
}

/// Of a query, or a word of one.
int score(const std::string& query, const SearchEntry& entry) {
    int best = std::max(score_of(query, plain(entry.title), kTitle, kTitleBegins),
                        score_of(query, plain(entry.name), kName, kNameBegins));
    for (const std::string& word : entry.words)
        best = std::max(best, score_of(query, plain(word), kWord, kWordBegins));
    if (best < 0 && is_initials(query, entry.name)) best = kInitials;
    if (best < 0) best = score_of(query, plain(entry.category), kCategory, kCategoryBegins);
    if (best < 0 && query.size() > 2) best = score_of(query, plain(entry.help), kHelp, kHelpBegins);
    if (best < 0 && entry.kind == EntryKind::kItem)
        best = std::min(fuzzy_score(query, entry.name), kHelpBegins - 1);
    return best;
}

}  // namespace

int search_score(std::string_view typed, const SearchEntry& entry) {
    const std::string query = plain(typed);
    if (query.empty()) return 0;
    int best = score(query, entry);
    const std::vector<std::string> words = split(query);
    if (words.size() > 1) {
        int least = kTitle;
        for (const std::string& word : words) least = std::min(least, score(word, entry));
        best = std::max(best, least);
    }
    return best < 0 ? -1 : entry.rare ? std::max(best - kRare, 0) : best;
}

std::vector<std::size_t> search(std::string_view query, const std::vector<SearchEntry>& entries,
                                const std::vector<std::string>& recent) {
    std::vector<std::tuple<int, std::ptrdiff_t, bool, std::size_t>> found;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const int score = search_score(query, entries[i]);
        if (score < 0) continue;
        const auto used = std::find(recent.begin(), recent.end(), entries[i].name);
        found.emplace_back(-score, used - recent.begin(), score > 0 && !entries[i].common, i);
    }
    std::sort(found.begin(), found.end());
    std::vector<std::size_t> places;
    for (const auto& [score, used, uncommon, i] : found) places.push_back(i);
    return places;
}

}  // namespace weft::editor
