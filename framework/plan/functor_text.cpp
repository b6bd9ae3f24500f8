#include "plan/functor_text.h"

#include "plan/facts.h"

namespace weft {

std::string functor_text(const Library& library, const std::string& name) {
    const TranslatedFunctor* functor = library.find_translated(name);
    if (functor == nullptr) return {};
    const Result<FunctorFacts> facts = facts_from_json(functor->facts);
    return facts ? facts->summary : std::string();
}

}  // namespace weft
