// The facts of a functor that a module offers, as a value.
#pragma once

#include <memory>

#include "core/module.h"
#include "plan/facts.h"
#include "support/result.h"

namespace weft {

/// What `functor.facts` says, read once for each text in a process. Errors are facts_from_json()'s.
/// May be called from any thread.
Result<std::shared_ptr<const FunctorFacts>> facts_of(const TranslatedFunctor& functor);

}  // namespace weft
