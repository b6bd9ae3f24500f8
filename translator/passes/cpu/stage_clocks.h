// How long one evaluation of a stage takes on a core, by its operations alone.
#pragma once

#include "models/cpu_time.h"
#include "plan/bound_graph.h"

namespace weft {

/// Clocks of the arithmetic of one evaluation, by instructions on single elements.
inline double arithmetic_clocks(const StageOperations& o, const CpuCosts& costs) {
    return o.fp / costs.fp_per_clock + (o.special - o.functions) * costs.division_clocks +
           o.functions * costs.function_clocks;
}

}  // namespace weft
