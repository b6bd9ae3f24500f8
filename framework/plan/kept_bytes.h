// What a CPU plan keeps between its kernels.
#pragma once

#include <cstddef>

#include "plan/cpu_plan.h"

namespace weft {

/// Bytes of all buffers, but for those of pictures that lie in outputs, as they do where outputs
/// hold floats.
std::size_t kept_bytes(const CpuPlan& plan);

}  // namespace weft
