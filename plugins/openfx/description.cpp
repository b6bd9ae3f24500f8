#include "openfx/description.h"

#include <algorithm>

#include "openfx/names.h"

namespace weft::openfx {
namespace {

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

}  // namespace

bool PluginDescription::has_context(const std::string& context) const {
    return std::find(contexts.begin(), contexts.end(), context) != contexts.end();
}

std::string PluginDescription::clip_name(std::size_t clip, const std::string& context) const {
    if (context == context::kTransition && clip < 2)
        return clip == 0 ? clip_name::kSourceFrom : clip_name::kSourceTo;
    return clips[clip].name;
}

std::string PluginDescription::parameter_name(std::size_t parameter,
                                              const std::string& context) const {
    if (context == context::kTransition && static_cast<int>(parameter) == transition)
        return kTransitionParameter;
    return parameters[parameter].name;
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
