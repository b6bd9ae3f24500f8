// The planner for CPUs by itself: what runs kernels compiled ahead of time links no GPU's passes.
#include "passes/passes.h"
#include "passes/pipeline.h"
#include "passes/run_passes.h"

namespace weft {

const std::vector<Pass>& passes() {
    static const std::vector<Pass> list = {
        {"cull", "remove stages that no output depends on", cull, nullptr, true, PlanPhase::kBound},
        {"fuse", "compute many stages in one kernel", fuse, one_kernel_per_stage, false,
         PlanPhase::kKernels},
        {"recompute", "compute point operations wherever they are read, not keep them", recompute,
         unchanged, false, PlanPhase::kKernels},
        {"nest", "keep values in registers between stages", nest, one_loop_per_stage, false,
         PlanPhase::kKernels},
        {"vectorise", "compute several elements at once", vectorise, scalar, false,
         PlanPhase::kKernels},
        {"alias", "keep pictures in an output's memory until that is written", alias, unchanged,
         false, PlanPhase::kKernels},
        {"lower", "give loops their rows and line buffers", lower, nullptr, true, PlanPhase::kRows},
        {"batch", "compute several rows in one call where they read the same rows", batch,
         unchanged, false, PlanPhase::kRows},
        {"planes", "give planes tasks of their own, and large ones turns", planes, unchanged, false,
         PlanPhase::kRows},
        {"tile", "cut pictures into strips and column blocks that fit the caches", tile,
         one_block_per_row, false, PlanPhase::kTiles},
        {"stream", "write large pictures around the caches", stream, unchanged, false,
         PlanPhase::kTiles},
        {"edges", "read pictures in place, and load only what lies beyond their edges", edges,
         unchanged, false, PlanPhase::kTiles},
        {"allocate", "share buffers between pictures", allocate, one_buffer_per_picture, false,
         PlanPhase::kMemory},
    };
    return list;
}

Result<Plan> make_cpu_plan(const PlanContext& context) {
    return run_passes(passes(), context, [](const Pass&) { return false; });
}

}  // namespace weft
