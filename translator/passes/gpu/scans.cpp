// How far a thread advances a moving average: from its first element to its last, over some restart
// periods, or not at all.
#include <fmt/format.h>

#include <algorithm>

#include "passes/gpu/geometry.h"
#include "passes/gpu/gpu_passes.h"

namespace weft {

Plan advance_scans(Plan plan, const PlanContext&, Decisions& decisions) {
    int scans = 0;
    for (const GpuKernel& kernel : plan.gpu_kernels) scans += kernel.kind == GpuKernelKind::kScan;
    if (scans > 0)
        decisions.add(plan.name, fmt::format("{} moving averages carry their state from element to "
                                             "element and rebuild it where the graph says",
                                             scans));
    return plan;
}

Plan rebuilt_scans(Plan plan, const PlanContext&, Decisions& decisions) {
    for (GpuKernel& kernel : plan.gpu_kernels) {
        if (kernel.kind != GpuKernelKind::kScan) continue;
        if (!plan.fast_math) {
            decisions.add(
                kernel.name,
                "advanced all the same: rebuilding the state at every element rounds "
                "otherwise than the graph's restarts do, and strict arithmetic keeps bits");
            continue;
        }
        kernel.rebuilds = true;
        decisions.add(kernel.name, "a thread for each element, which reads its whole window");
    }
    return plan;
}

Plan split_scans(Plan plan, const PlanContext&, Decisions& decisions) {
    const long long wanted =
        static_cast<long long>(plan.gpu->multiprocessors) * plan.gpu->max_threads;
    for (GpuKernel& kernel : plan.gpu_kernels) {
        if (advancing_stage(plan, kernel) == nullptr) continue;
        const int periods = restart_periods(plan, kernel);
        const long long threads = threads_per_segment(plan, kernel);
        const int segments =
            static_cast<int>(std::clamp<long long>((wanted + threads - 1) / threads, 1, periods));
        kernel.periods_per_thread = segments == 1 ? 0 : periods / segments;
        const std::string saturation =
            fmt::format("{} multiprocessors hold {} threads, and {} elements lie across the axis",
                        plan.gpu->multiprocessors, wanted, threads);
        if (segments > 1)
            decisions.add(kernel.name, fmt::format("restarted every {} of {} periods: {}",
                                                   kernel.periods_per_thread, periods, saturation));
        else if (threads >= wanted)
            decisions.add(kernel.name, fmt::format("not split: {}", saturation));
        else
            decisions.add(kernel.name,
                          fmt::format("not split: there is one restart period; {}", saturation));
    }
    return plan;
}

Plan whole_scans(Plan plan, const PlanContext&, Decisions&) {
    for (GpuKernel& kernel : plan.gpu_kernels) kernel.periods_per_thread = 0;
    return plan;
}

}  // namespace weft
