#include "farm/shell_text.h"

#include <algorithm>

namespace weft {
namespace {

bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_@%+=:,./-").find(c) != std::string_view::npos;
}

}  // namespace

std::string shell_word(std::string_view word) {
    if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return std::string(word);
    std::string text = "'";
    for (const char c : word) {
        if (c == '\'')
            text += "'\\''";
        else
            text += c;
    }
    return text + "'";
}

std::string shell_words(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + shell_word(word);
    return text;
}

}  // namespace weft
