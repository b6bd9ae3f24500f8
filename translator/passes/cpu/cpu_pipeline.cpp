// By itself: what runs kernels compiled ahead of time links no GPU's passes.
#include "passes/cpu/cpu_pipeline.h"

#include "passes/cpu/cpu_passes.h"
#include "passes/cpu/stage_kernels.h"
#include "passes/cull.h"

namespace weft {

const std::vector<CpuPass>& cpu_passes() {
    static const std::vector<CpuPass> list = {
        {{"forward", "read through stages that only hand on one of their inputs", false,
          PlanPhase::kBound},
         forward,
         unchanged},
        {{"cull", "remove stages that no output depends on", true, PlanPhase::kBound},
         cull_stages,
         nullptr},
        {{"fuse", "compute many stages in one kernel", false, PlanPhase::kKernels},
         fuse,
         one_kernel_per_stage},
        {{"recompute", "compute point operations wherever they are read, not keep them", false,
          PlanPhase::kKernels},
         recompute,
         unchanged},
        {{"nest", "keep values in registers between stages", false, PlanPhase::kKernels},
         nest,
         one_loop_per_stage},
        {{"vectorise", "compute several elements at once", false, PlanPhase::kKernels},
         vectorise,
         scalar},
        {{"alias", "keep pictures in an output's memory until that is written", false,
          PlanPhase::kKernels},
         alias,
         unchanged},
        {{"lower", "give loops their rows and line buffers", true, PlanPhase::kRows},
         lower,
         nullptr},
        {{"batch", "compute several rows in one call where they read the same rows", false,
          PlanPhase::kRows},
         batch,
         unchanged},
        {{"planes",
          "give planes tasks of their own, and go plane at a time where buffers are large", false,
          PlanPhase::kRows},
         planes,
         unchanged},
        {{"tile", "cut pictures into strips and column blocks that fit the caches", false,
          PlanPhase::kTiles},
         tile,
         one_block_per_row},
        {{"stream", "write large pictures around the caches", false, PlanPhase::kTiles},
         stream,
         unchanged},
        {{"edges", "read pictures in place, and load only what lies beyond their edges", false,
          PlanPhase::kTiles},
         edges,
         unchanged},
        {{"allocate", "share buffers between pictures", false, PlanPhase::kMemory},
         allocate,
         one_buffer_per_picture},
    };
    return list;
}

Result<CpuPlan> make_cpu_plan(const CpuContext& context,
                              const std::function<bool(const Pass&)>& is_off,
                              const PassObserver& observer) {
    Result<RangeGraph> bound = bind_range(context, {});
    if (!bound) return bound.error();
    return run_passes(unplanned(std::move(bound->graph), context.target),
                      passes_to_run(cpu_passes(), context, is_off), bound->own, context, observer);
}

}  // namespace weft
