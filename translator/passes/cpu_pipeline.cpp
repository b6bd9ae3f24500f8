// The planner for CPUs by itself: what runs kernels compiled ahead of time links no GPU's passes.
#include "passes/passes.h"
#include "passes/pipeline.h"
#include "passes/run_passes.h"

namespace weft {

const std::vector<Pass>& passes() {
    static const std::vector<Pass> list = {
        {"cull", "remove stages that no output depends on", cull, nullptr, true},
        {"fuse", "compute many stages in one kernel", fuse, one_kernel_per_stage, false},
        {"recompute", "compute point operations wherever they are read, not keep them", recompute,
         unchanged, false},
        {"nest", "keep values in registers between stages", nest, one_loop_per_stage, false},
        {"vectorise", "compute several elements at once", vectorise, scalar, false},
        {"alias", "keep pictures in an output's memory until that is written", alias, unchanged,
         false},
        {"lower", "give loops their rows and line buffers", lower, nullptr, true},
        {"batch", "compute several rows in one call where they read the same rows", batch,
         unchanged, false},
        {"planes", "give planes tasks of their own, and large ones turns", planes, unchanged,
         false},
        {"tile", "cut pictures into strips and column blocks that fit the caches", tile,
         one_block_per_row, false},
        {"stream", "write large pictures around the caches", stream, unchanged, false},
        {"edges", "read pictures in place, and load only what lies beyond their edges", edges,
         unchanged, false},
        {"allocate", "share buffers between pictures", allocate, one_buffer_per_picture, false},
    };
    return list;
}

Result<Plan> make_cpu_plan(const PlanContext& context) {
    return run_passes(passes(), context, [](const Pass&) { return false; });
}

}  // namespace weft
