#include "plan/code_rows.h"

#include <algorithm>

namespace weft {
namespace {

bool selects(const CpuPlan& plan, const Loop& loop) {
    return loop.width > 1 && loop.pictures.empty() &&
           std::all_of(loop.stages.begin(), loop.stages.end(),
                       [&](Id<Stage> s) { return plan.stages[s].facts.selects; });
}

/// Whether rows come from line buffers that hold all of them, element for element.
bool reads_line_buffers(const Kernel& kernel, const Loop& loop) {
    return std::all_of(loop.reads.begin(), loop.reads.end(), [&](const Read& read) {
        return read.line_buffer && !kernel.line_buffers[*read.line_buffer].edges &&
               read.scale_x == Scale{} && read.scale_y == Scale{};
    });
}

bool writes_line_buffers(const Loop& loop) {
    return std::all_of(loop.writes.begin(), loop.writes.end(),
                       [](const Write& write) { return write.line_buffer.has_value(); });
}

bool fits(const CpuPlan& plan, const Kernel& kernel, const Loop& loop) {
    switch (loop.kind) {
        case LoopKind::kLoad:
            return plan.images[loop.reads.front().image].graph_input().has_value();
        case LoopKind::kCopy: return true;
        case LoopKind::kParallel:
            return selects(plan, loop) && reads_line_buffers(kernel, loop) &&
                   writes_line_buffers(loop);
        case LoopKind::kStore:
            return !kept(plan, loop.writes.front().image) && reads_line_buffers(kernel, loop);
        case LoopKind::kVerticalScan:
        case LoopKind::kHorizontalScan:
        case LoopKind::kReduce:
        case LoopKind::kResult: break;
    }
    return false;
}

}  // namespace

bool selects_only(const CpuPlan& plan, const Kernel& kernel) {
    return !kernel.stages.empty() &&
           std::all_of(kernel.loops.begin(), kernel.loops.end(),
                       [&](const Loop& loop) { return fits(plan, kernel, loop); });
}

}  // namespace weft
