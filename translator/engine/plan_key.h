// The cache key of a GPU plan: all that its search depends on.
#pragma once

#include <string>
#include <vector>

#include "graph/library.h"
#include "passes/gpu/gpu_context.h"

namespace weft {

/// A key of everything that the search for a GPU plan reads: the bound graph (shapes, regions,
/// taps, borders, domains, operations and the integers that they depend on), the functors' kernel
/// texts, all figures of the GPU, what is asked of the planner, registers that are known, passes
/// that are turned off, `compiler` (DeviceCompiler::identity(), since registers are its) and this
/// build of the planner. Floating-point parameters of functors do not count: no search reads them.
/// The error is bind()'s.
Result<std::string> plan_key(const GpuContext& context, const std::vector<std::string>& disabled,
                             const std::string& compiler);

}  // namespace weft
