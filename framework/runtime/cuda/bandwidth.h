// How fast a device copies its own memory: the floor that memory-bound effects are compared with.
#pragma once

#include "runtime/cuda/cuda_executor.h"

namespace weft {

/// Bytes read plus bytes written in a second, the best of several copies of `bytes`.
Result<double> measure_copy_bandwidth(const CudaOptions& options, std::size_t bytes);

}  // namespace weft
