// Between kernels: what the leaves of a reduction come to.

#include "runtime/cpu/leaves.h"
#include "runtime/cpu/tile_run.h"

namespace weft {

void combine_leaves(const KernelRun& run, Profiler* profiler) {
    for (const Id<Loop> l : run.kernel.loops.ids()) {
        const Loop& loop = run.kernel.loops[l];
        if (loop.kind != LoopKind::kResult) continue;
        const PictureArgs states = state_args(run, loop.pictures.front().image);
        const void* const members = run.plan.stages[loop.stages.front()].members.data();
        ProfiledArgs args{};
        args.profiler = profiler;
        args.watch = run.watch;
        args.members = &members;
        args.pictures = &states;
        args.rebuild = 1;
        for (args.plane = 0; args.plane < loop.planes; ++args.plane) run.functions[l](&args);
    }
}

}  // namespace weft
