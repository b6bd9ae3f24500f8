// How much a stage computes per element: the facts' counts with its structure filled in.
#pragma once

#include "plan/bound_graph.h"

namespace weft {

/// Operations of one evaluation. Where the facts cannot be evaluated (a count that depends on
/// pixels), loads fall back on the taps and the rest on them too: one operation a tap.
struct StageOperations {
    double fp = 0, integer = 0, special = 0;
    double functions = 0;  ///< of special: those that are neither divisions nor square roots
    double loads = 0;      ///< of all inputs
    double stores = 0;     ///< of all outputs
};

StageOperations operations_of(const BoundGraph& plan, const Stage& stage);

/// Taps of all inputs, each plane that a thread sees counted.
double taps_of(const BoundGraph& plan, const Stage& stage);

}  // namespace weft
