// The order of a kernel's loops.
#include <utility>
#include <vector>

#include "passes/cpu/lower/steps.h"

namespace weft {

Kernel in_order(const CpuPlan& plan, Kernel kernel) {
    const std::map<int, int> made_by = loops_by_picture(plan, kernel);
    const int loops = static_cast<int>(kernel.loops.size());
    std::vector<int> order;
    const auto append = [&](auto wanted) {
        for (int l = 0; l < loops; ++l)
            if (wanted(kernel.loops[l])) order.push_back(l);
    };
    append([](const Loop& loop) { return loop.kind == LoopKind::kLoad; });
    for (int l = 0; l < loops; ++l) {
        if (kernel.loops[l].stages.empty()) continue;
        order.push_back(l);
        append([&](const Loop& loop) {
            return loop.kind == LoopKind::kCopy && made_by.at(loop.reads.front().image) == l;
        });
    }
    append([](const Loop& loop) { return loop.kind == LoopKind::kStore; });

    std::vector<int> place(order.size());
    std::vector<Loop> ordered;
    for (const int l : order) {
        place[l] = static_cast<int>(ordered.size());
        ordered.push_back(std::move(kernel.loops[l]));
    }
    kernel.loops = std::move(ordered);
    for (LineBuffer& line_buffer : kernel.line_buffers) line_buffer.loop = place[line_buffer.loop];
    return kernel;
}

}  // namespace weft
