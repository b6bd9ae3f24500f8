// The order of a kernel's loops.
#include <utility>
#include <vector>

#include "passes/cpu/lower/steps.h"

namespace weft {

Kernel in_order(const CpuPlan& plan, Kernel kernel) {
    const std::map<Id<PlanImage>, Id<Loop>> made_by = loops_by_picture(plan, kernel);
    std::vector<Id<Loop>> order;
    const auto append = [&](auto wanted) {
        for (const Id<Loop> l : kernel.loops.ids())
            if (wanted(kernel.loops[l])) order.push_back(l);
    };
    append([](const Loop& loop) { return loop.kind == LoopKind::kLoad; });
    for (const Id<Loop> l : kernel.loops.ids()) {
        if (kernel.loops[l].stages.empty()) continue;
        order.push_back(l);
        append([&](const Loop& loop) {
            return loop.kind == LoopKind::kCopy && made_by.at(loop.reads.front().image) == l;
        });
    }
    append([](const Loop& loop) { return loop.kind == LoopKind::kStore; });

    Table<Id<Loop>, Loop> place(kernel.loops.size());
    Table<Loop> ordered;
    for (const Id<Loop> l : order) place[l] = ordered.add(std::move(kernel.loops[l]));
    kernel.loops = std::move(ordered);
    for (LineBuffer& line_buffer : kernel.line_buffers) line_buffer.loop = place[line_buffer.loop];
    return kernel;
}

}  // namespace weft
