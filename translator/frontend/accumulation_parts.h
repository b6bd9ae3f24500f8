// The parts of an eAccumulation functor's Kernel(): what is before its terms, the nest of loops
// that adds them, a term, and what follows (paper: gpu-autoscheduler, stages that consume
// themselves).
#pragma once

#include "frontend/model.h"
#include "frontend/reporter.h"
#include "plan/facts.h"

namespace weft {

/// Finds the parts and sets model.accumulation. Refuses, and returns false, where Kernel() has them
/// not, or where it depends on more than members and structure how often a loop of terms runs.
bool read_accumulation(FunctorModel& model, Reporter& reporter);

/// Its facts, but for the operations of a term. Requires read_accumulation().
AccumulationFacts accumulation_facts(const FunctorModel& model);

}  // namespace weft
