// The size of a CPU plan's intermediate pictures.
#pragma once

#include <cstddef>

#include "plan/cpu_plan.h"

namespace weft {

/// Bytes of all buffers, but for those of pictures that lie in outputs, as they do where outputs
/// hold floats.
std::size_t intermediate_bytes(const CpuPlan& plan);

}  // namespace weft
