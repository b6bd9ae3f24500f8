// How much a stage computes per element: the facts' counts with its structure filled in.
#pragma once

#include "plan/bound_graph.h"

namespace weft {

/// Counts the operations of each stage as it is bound now. Searches ask for them of every stage of
/// every shape, so they are counted once.
BoundGraph with_operations(BoundGraph plan);

/// Taps of all inputs, each plane that a thread sees counted.
double taps_of(const BoundGraph& plan, const Stage& stage);

/// Reads of an input by one evaluation: its taps in each plane that is seen, or those of all terms
/// of an accumulation.
double reads_of_evaluation(const BoundGraph& plan, const Stage& stage, Id<StageInput> input);

}  // namespace weft
