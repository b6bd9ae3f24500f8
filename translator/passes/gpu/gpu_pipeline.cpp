#include "passes/gpu/gpu_pipeline.h"

#include "passes/cull.h"
#include "passes/gpu/check_kernels.h"
#include "passes/gpu/gpu_passes.h"

namespace weft {

const std::vector<GpuPass>& gpu_passes() {
    static const std::vector<GpuPass> list = {
        {{"cull", "remove stages that no output depends on", true, PlanPhase::kBound},
         cull_stages,
         nullptr},
        {{"launch", "give every stage a kernel of its own", true, PlanPhase::kKernels},
         launch,
         nullptr},
        {{"advance", "carry the state of moving averages from element to element", false,
          PlanPhase::kKernels},
         advance_scans,
         rebuilt_scans},
        {{"transpose", "run on transposed pictures what reaches across memory", false,
          PlanPhase::kKernels},
         transpose,
         unchanged},
        {{"cancel", "remove transpositions that undo one another", false, PlanPhase::kKernels},
         cancel,
         unchanged},
        {{"split_scans", "restart moving averages part-way for more threads", false,
          PlanPhase::kKernels},
         split_scans,
         whole_scans},
        {{"accumulate",
          "compute tiles of products and convolution layers, several elements a thread", false,
          PlanPhase::kKernels},
         accumulate_tiles,
         unchanged},
        {{"fuse", "compute many stages in one kernel", false, PlanPhase::kKernels},
         fuse_kernels,
         unchanged},
        {{"stage", "copy what a block's threads read in common to shared memory", false,
          PlanPhase::kKernels},
         stage_shared,
         unchanged},
        {{"realign", "renumber threads so that copies begin on a boundary", false,
          PlanPhase::kKernels},
         realign,
         unchanged},
        {{"minimise_blocks", "give point operations a fixed number of blocks", false,
          PlanPhase::kKernels},
         minimise_blocks,
         unchanged},
        {{"shape", "choose the size, shape and count of blocks", false, PlanPhase::kTiles},
         shape_blocks,
         plain_shapes},
        {{"realign_groups", "begin the copies of fused kernels on a boundary", false,
          PlanPhase::kTiles},
         realign_groups,
         unchanged},
        {{"order", "launch kernels so that the fewest bytes are alive at once", false,
          PlanPhase::kTiles},
         order_kernels,
         unchanged},
        {{"allocate", "share memory between pictures", false, PlanPhase::kMemory},
         place_pictures,
         place_pictures_apart},
    };
    return list;
}

GpuPlan unplanned(BoundGraph graph, const GpuTarget& target) {
    GpuPlan plan{std::move(graph), target};
    plan.storage.resize(plan.images.size());
    return plan;
}

Result<GpuPlan> make_gpu_plan(const GpuContext& context,
                              const std::function<bool(const Pass&)>& is_off,
                              const PassObserver& observer) {
    Result<RangeGraph> bound = bind_range(context, kGpuBounds);
    if (!bound) return bound.error();
    Result<GpuPlan> plan =
        run_passes(unplanned(std::move(bound->graph), context.target),
                   passes_to_run(gpu_passes(), context, is_off), bound->own, context, observer);
    if (plan)
        if (Status ok = check_kernels(*plan); !ok) return ok.error();
    return plan;
}

}  // namespace weft
