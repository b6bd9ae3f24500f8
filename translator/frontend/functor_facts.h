// FunctorFacts of a checked functor: declarations, exact taps, operation counts.
#pragma once

#include "frontend/clang_ast.h"
#include "frontend/model.h"
#include "plan/facts.h"

namespace weft {

/// Everything but divergent, simd and scalar_reason, which the caller knows.
FunctorFacts functor_facts(const FunctorModel& model, const std::string& file);

/// Where `indexer` is read, over all bodies; `dense` is set where one place cannot be shown.
std::vector<Tap> taps_of(const FunctorModel& model, const IndexerModel& indexer, bool& dense);

/// Operations of a part of Kernel(), its whole body for instance (operations.cpp says what counts
/// as what).
OperationFacts count_operations(const FunctorModel& model, const clang::Stmt* part);

}  // namespace weft
