#include "plan/functor_text.h"

#include "plan/translated_facts.h"

namespace weft {
namespace {

std::string documentation(const Library& library, const std::string& name) {
    const TranslatedFunctor* functor = library.find_translated(name);
    if (functor == nullptr) return {};
    const auto facts = facts_of(*functor);
    return facts ? (*facts)->summary : std::string();
}

/// Up to the next tag: a word that begins with @.
std::string untagged(const std::string& text) {
    return text.starts_with('@') ? std::string() : text.substr(0, text.find(" @"));
}

}  // namespace

std::string functor_text(const Library& library, const std::string& name) {
    return untagged(documentation(library, name));
}

std::string functor_tag(const Library& library, const std::string& name, const std::string& tag) {
    const std::string text = ' ' + documentation(library, name), begin = " @" + tag + ' ';
    const std::size_t at = text.find(begin);
    return at == std::string::npos ? std::string() : untagged(text.substr(at + begin.size()));
}

}  // namespace weft
