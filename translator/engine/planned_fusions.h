// A plan for each way of fusing, which compare.h holds side by side.
#pragma once

#include "engine/compare.h"
#include "engine/parts.h"

namespace weft {

/// A plan for `target` by each of fusions_to_compare(), in their order. What does not fit the GPU
/// is no error, unless nothing does. kCancelled.
Result<std::vector<PlannedFusion>> planned_fusions(EngineParts& parts,
                                                   const PrepareRequest& request,
                                                   const GpuTarget& target,
                                                   const RunControl& control);

}  // namespace weft
