#include "openfx/description.h"

#include <algorithm>

namespace weft::openfx {
namespace {

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

}  // namespace

bool PluginDescription::has_context(const std::string& context) const {
    return std::find(contexts.begin(), contexts.end(), context) != contexts.end();
}

std::string title_of(const std::string& name) {
    std::string title;
    bool starts_word = true;
    for (const char c : name) {
        title += c == '-' ? ' ' : starts_word ? upper(c) : c;
        starts_word = c == '-';
    }
    return title;
}

}  // namespace weft::openfx
