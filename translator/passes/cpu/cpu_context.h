// What the passes for CPUs may know.
#pragma once

#include "passes/context.h"
#include "plan/cpu_plan.h"

namespace weft {

struct CpuContext : PlanContext {
    Target target;
    int strip_height = 0, block_width = 0;  ///< 0: chosen by the tile pass
    int batch_rows = 0;                     ///< 0: chosen by the batch pass
    /// Kernels are to serve pictures of any size: nothing that shows in their text follows from it.
    bool any_size = false;
    /// Kernels that can go plane by plane do so, however small their buffers are.
    bool plane_by_plane = false;
};

}  // namespace weft
