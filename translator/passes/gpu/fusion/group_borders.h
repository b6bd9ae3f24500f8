// How a group tells borders apart, by the model of paper: border-partitioning.
#pragma once

#include <optional>
#include <string>

#include "models/border_partition.h"
#include "plan/gpu_plan.h"

namespace weft {

/// Whether a read or an element of a halo may leave a domain: somebody has to check.
bool meets_borders(const GpuKernel& kernel);

/// The scheme for a shaped group: the asked one, or the best by equations 3 to 10 of those that at
/// most double the code. kNaive where nothing has to be checked.
BorderChoice borders_of(const GpuPlan& plan, const GpuKernel& kernel,
                        std::optional<BorderScheme> asked);

}  // namespace weft
