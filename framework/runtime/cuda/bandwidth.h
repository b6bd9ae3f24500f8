// How fast a device copies its own memory: the floor that memory-bound effects are compared with.
#pragma once

#include "runtime/cuda/cuda_executor.h"

namespace weft {

/// Bytes read plus written per second, the best of several copies of `bytes` within the device.
Result<double> measure_copy_bandwidth(const CudaOptions& options, std::size_t bytes);

}  // namespace weft
