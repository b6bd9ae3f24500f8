#include "passes/gpu/gpu_pipeline.h"

#include "passes/cull.h"
#include "passes/gpu/gpu_passes.h"

namespace weft {

namespace {

Plan cull_stages(Plan plan, const GpuContext& context, Decisions& decisions) {
    return cull(std::move(plan), context, decisions);
}

}  // namespace

const std::vector<PassOf<GpuContext>>& gpu_passes() {
    static const std::vector<PassOf<GpuContext>> list = {
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
         unchanged<GpuContext>},
        {{"cancel", "remove transpositions that undo one another", false, PlanPhase::kKernels},
         cancel,
         unchanged<GpuContext>},
        {{"split_scans", "restart moving averages part-way for more threads", false,
          PlanPhase::kKernels},
         split_scans,
         whole_scans},
        {{"fuse", "compute many stages in one kernel", false, PlanPhase::kKernels},
         fuse_kernels,
         unchanged<GpuContext>},
        {{"stage", "copy what a block's threads read in common to shared memory", false,
          PlanPhase::kKernels},
         stage_shared,
         unchanged<GpuContext>},
        {{"realign", "renumber threads so that copies begin on a boundary", false,
          PlanPhase::kKernels},
         realign,
         unchanged<GpuContext>},
        {{"minimise_blocks", "give point operations a fixed number of blocks", false,
          PlanPhase::kKernels},
         minimise_blocks,
         unchanged<GpuContext>},
        {{"shape", "choose the size, shape and count of blocks", false, PlanPhase::kTiles},
         shape_blocks,
         plain_shapes},
        {{"order", "launch kernels so that the fewest bytes are alive at once", false,
          PlanPhase::kTiles},
         order_kernels,
         unchanged<GpuContext>},
        {{"allocate", "share memory between pictures", false, PlanPhase::kMemory},
         place_pictures,
         place_pictures_apart},
    };
    return list;
}

}  // namespace weft
