#include "plan/cpu_plan.h"

#include <algorithm>

namespace weft {

namespace {

std::vector<Rect> cut(const Kernel& kernel, int strip_height) {
    std::vector<Rect> result;
    const Rect& r = kernel.region;
    for (int y = r.y0; y < r.y1; y += strip_height)
        for (int x = r.x0; x < r.x1; x += kernel.block_width)
            result.push_back(
                {x, y, std::min(x + kernel.block_width, r.x1), std::min(y + strip_height, r.y1)});
    return result;
}

}  // namespace

int scan_scratch_floats(const Kernel& kernel) {
    int floats = 0;
    for (const Loop& loop : kernel.loops)
        if (loop.kind == LoopKind::kHorizontalScan) floats = std::max(floats, loop.scratch_floats);
    return floats;
}

std::vector<Task> tasks(const Kernel& kernel) {
    std::vector<Task> result;
    for (int plane = 0; plane < kernel.planes; ++plane) {
        const bool whole = plane < kernel.whole_planes;
        for (const Rect& tile : cut(kernel, whole ? kernel.region.height() : kernel.strip_height))
            result.push_back({tile, plane});
    }
    return result;
}

std::vector<Rect> tiles(const Kernel& kernel) {
    std::vector<Rect> result;
    if (kernel.whole_planes < kernel.planes) result = cut(kernel, kernel.strip_height);
    if (kernel.whole_planes > 0 && kernel.strip_height < kernel.region.height())
        for (const Rect& tile : cut(kernel, kernel.region.height())) result.push_back(tile);
    if (result.empty()) result = cut(kernel, kernel.region.height());
    return result;
}

}  // namespace weft
