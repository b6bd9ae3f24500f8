// The device cpu: plans of passes/, kernels of emit/host/, runtime/cpu/.
#pragma once

#include "engine/backend.h"

namespace weft {

extern const BackendInfo kCpuBackend;

}  // namespace weft
