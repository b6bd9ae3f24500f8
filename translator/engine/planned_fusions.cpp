#include "engine/planned_fusions.h"

#include "engine/in_parallel.h"

namespace weft {

Result<std::vector<PlannedFusion>> planned_fusions(EngineParts& parts,
                                                   const PrepareRequest& request,
                                                   const GpuTarget& target,
                                                   const RunControl& control) {
    const EngineOptions& options = parts.options;
    std::vector<PlannedFusion> ways;
    for (const FusionAsked& asked : fusions_to_compare(options.gpu.tile.kind))
        ways.push_back({asked, {}, {}, {}});
    std::atomic<int> done{0};
    const auto plan_way = [&](std::size_t i) -> Status {
        GpuContext context = parts.gpu_context(request, target);
        context.choices.fusion = ways[i].asked.fusion;
        if (ways[i].asked.tile) context.choices.tile.kind = ways[i].asked.tile;
        // Ways are planned at once: each compiles one kernel after another.
        Result<PlannedGpu> planned =
            plan_for_gpu(std::move(context), options.disabled_passes, *parts.device_compiler,
                         {.cache = &parts.plans, .cancel = control.cancel, .threads = 1});
        if (!planned && planned.error().kind != ErrorKind::kDevice) return planned.error();
        if (control.progress) control.progress(++done / static_cast<double>(ways.size()));
        if (!planned) {
            ways[i].why_not = planned.error().message;
            return {};
        }
        ways[i].plan = std::move(planned->plan);
        ways[i].why_not_compiled = planned->why_not_compiled;
        return {};
    };
    const Status ok = in_parallel(ways.size(), parts.host.cores, plan_way, control.cancel);
    if (!ok) return ok.error();
    for (const PlannedFusion& way : ways)
        if (way.plan) return ways;
    return Error{ErrorKind::kDevice, ways.front().why_not};
}

}  // namespace weft
