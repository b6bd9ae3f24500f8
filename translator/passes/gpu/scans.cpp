// How far a thread advances a scan: over a whole line, and a moving average over some restart
// periods of it, or not at all.
#include <fmt/format.h>

#include <algorithm>

#include "passes/gpu/geometry.h"
#include "passes/gpu/gpu_passes.h"

namespace weft {

namespace {

bool is_recurrence(const GpuPlan& plan, const GpuKernel& kernel) {
    return kernel.kind == GpuKernelKind::kScan &&
           plan.stages[kernel.stages.front()].is_recurrence();
}

}  // namespace

GpuPlan advance_scans(GpuPlan plan, const GpuContext&, Decisions& decisions) {
    int scans = 0, recurrences = 0;
    for (const GpuKernel& kernel : plan.kernels) {
        scans += kernel.kind == GpuKernelKind::kScan && !is_recurrence(plan, kernel);
        recurrences += is_recurrence(plan, kernel);
    }
    if (recurrences > 0)
        decisions.add(plan.name, fmt::format("{} recurrences carry their state along whole lines",
                                             recurrences));
    if (scans > 0)
        decisions.add(plan.name, fmt::format("{} moving averages carry their state from element to "
                                             "element and rebuild it where the graph says",
                                             scans));
    return plan;
}

GpuPlan rebuilt_scans(GpuPlan plan, const GpuContext&, Decisions& decisions) {
    for (GpuKernel& kernel : plan.kernels) {
        if (kernel.kind != GpuKernelKind::kScan) continue;
        if (is_recurrence(plan, kernel)) {
            decisions.add(
                kernel.name,
                "advanced all the same: a recurrence starts at its line's beginning alone");
            continue;
        }
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

GpuPlan split_scans(GpuPlan plan, const GpuContext&, Decisions& decisions) {
    const long long wanted =
        static_cast<long long>(plan.target.multiprocessors) * plan.target.max_threads;
    for (GpuKernel& kernel : plan.kernels) {
        if (advancing_stage(plan, kernel) == nullptr) continue;
        if (is_recurrence(plan, kernel)) {
            decisions.add(kernel.name, fmt::format("never split: {} lines, a thread each",
                                                   threads_per_segment(plan, kernel)));
            continue;
        }
        const int periods = restart_periods(plan, kernel);
        const long long threads = threads_per_segment(plan, kernel);
        const int segments =
            static_cast<int>(std::clamp<long long>((wanted + threads - 1) / threads, 1, periods));
        kernel.periods_per_thread = segments == 1 ? 0 : periods / segments;
        const std::string saturation =
            fmt::format("{} multiprocessors hold {} threads, and {} elements lie across the axis",
                        plan.target.multiprocessors, wanted, threads);
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

GpuPlan whole_scans(GpuPlan plan, const GpuContext&, Decisions&) {
    for (GpuKernel& kernel : plan.kernels) kernel.periods_per_thread = 0;
    return plan;
}

}  // namespace weft
