// Makes a plan for each way of fusing, for compare.h.
#pragma once

#include "engine/compare.h"
#include "engine/parts.h"

namespace weft {

/// A plan for `target` by each of fusions_to_compare(), in their order. A plan that does not fit
/// the GPU is an error only where none does. kCancelled errors.
Result<std::vector<PlannedFusion>> planned_fusions(EngineParts& parts,
                                                   const PrepareRequest& request,
                                                   const GpuTarget& target,
                                                   const RunControl& control);

}  // namespace weft
