#include "runtime/cpu/plan_memory.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "plan/intermediate_bytes.h"

namespace weft {

std::size_t workspace_bytes(const CpuPlan&, const Kernel& kernel) {
    // Each carved piece starts on a cache line of its own.
    std::size_t pieces = kernel.line_buffers.size();
    for (const Loop& loop : kernel.loops)
        pieces += static_cast<std::size_t>(loop.state_rows) * loop.planes + 1;
    return kernel.task_bytes + pieces * 64 * 4;
}

std::size_t tasks_at_once(const Kernel& kernel) {
    const std::size_t all = tasks(kernel).size();
    if (!kernel.plane_loop) return all;
    return all / static_cast<std::size_t>(std::max(kernel.planes, 1));
}

std::size_t scratch_bytes(const CpuPlan& plan, int threads) {
    // A thread's workspace serves all kernels and is as large as the largest of them asks.
    std::vector<std::size_t> workspaces(static_cast<std::size_t>(std::max(threads, 1)), 0);
    for (const Kernel& kernel : plan.kernels) {
        const std::size_t bytes = workspace_bytes(plan, kernel);
        const std::size_t count = tasks_at_once(kernel);
        for (std::size_t slot = 0; slot < std::min(count, workspaces.size()); ++slot)
            workspaces[slot] = std::max(workspaces[slot], bytes);
    }
    return std::accumulate(workspaces.begin(), workspaces.end(), intermediate_bytes(plan));
}

bool has_rows_in_place(const CpuPlan& plan, Id<PlanImage> image) {
    for (const Kernel& kernel : plan.kernels)
        for (const Loop& loop : kernel.loops)
            for (const Read& read : loop.reads)
                if (read.image == image && !read.line_buffer && loop.kind != LoopKind::kLoad)
                    return true;
    return false;
}

bool is_written_in_place(const CpuPlan& plan, Id<PlanImage> image) {
    for (const Kernel& kernel : plan.kernels)
        for (const Loop& loop : kernel.loops)
            for (const Write& write : loop.writes)
                if (write.image == image && !write.line_buffer && loop.kind != LoopKind::kStore)
                    return true;
    return false;
}

bool is_read_anywhere(const CpuPlan& plan, Id<PlanImage> image) {
    for (const Kernel& kernel : plan.kernels)
        for (const Loop& loop : kernel.loops)
            for (const PictureRead& read : loop.pictures)
                if (read.image == image) return true;
    return false;
}

bool is_read_as_it_lies(const CpuPlan& plan, Id<PlanImage> image, const PictureView& view) {
    if (is_padded_planar(view)) return true;
    return !has_rows_in_place(plan, image) &&
           (!is_read_anywhere(plan, image) || is_sample_grid(view));
}

}  // namespace weft
