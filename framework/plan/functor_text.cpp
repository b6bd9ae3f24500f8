#include "plan/functor_text.h"

#include "plan/translated_facts.h"

namespace weft {

std::string functor_text(const Library& library, const std::string& name) {
    const TranslatedFunctor* functor = library.find_translated(name);
    if (functor == nullptr) return {};
    const auto facts = facts_of(*functor);
    return facts ? (*facts)->summary : std::string();
}

}  // namespace weft
