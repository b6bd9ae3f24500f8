// What `weft check` compares with the reference.
#pragma once

#include <vector>

#include "engine/differential_cases.h"
#include "engine/engine.h"

namespace weft {

/// The cases of options.device: all targets and every pass for simt unless one target is asked for;
/// every strategy, team and border scheme with `all_plans`, else those that are asked for. What is
/// turned off is off in every case; threads that are asked for run every case; of fast arithmetic,
/// where it is asked for, are all. kUsage: a device that makes no plans of one kind.
Result<std::vector<DifferentialCase>> check_cases(const EngineOptions& options, bool all_plans);

}  // namespace weft
