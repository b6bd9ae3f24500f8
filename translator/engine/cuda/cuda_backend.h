// The device cuda: kernels of emit/cuda/, compiled by NVRTC, and CUDA's driver, runtime/cuda/.
#pragma once

#include "engine/backend.h"

namespace weft {

extern const BackendInfo kCudaBackend;

}  // namespace weft
