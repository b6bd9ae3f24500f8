// Whether a functor only selects among the samples that it reads.
#pragma once

#include "frontend/divergence.h"
#include "frontend/model.h"

namespace weft {

/// Whether a parallel functor commutes with every strictly rising map of samples that keeps 0 and 1
/// where they are: its floats are samples, 0 or 1, and all it does with them is copy, compare, take
/// the least or the largest, and choose by such comparisons and by what is the same in all lanes.
/// So it may compute with the codes of samples in place of their values. False where that cannot be
/// shown, and where whole numbers, places or control flow differ between lanes.
bool selects_samples(const FunctorModel& model, const Divergence& divergence);

}  // namespace weft
