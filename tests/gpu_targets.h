// GPUs that tests plan for, by name; and those that papers measured on.
#pragma once

#include "plan/gpu_target.h"

namespace weft {

inline const GpuTarget& gpu_target(const char* name) { return *find_gpu_target(name); }
inline const GpuTarget& gtx680() { return gpu_target("gtx-680"); }
inline const GpuTarget& gtx1080ti() { return gpu_target("gtx-1080-ti"); }
inline const GpuTarget& rtx2080ti() { return gpu_target("rtx-2080-ti"); }

}  // namespace weft
