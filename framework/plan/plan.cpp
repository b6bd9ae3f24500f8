#include "plan/plan.h"

#include <algorithm>

namespace weft {

std::vector<Rect> tiles(const Kernel& kernel) {
    std::vector<Rect> result;
    const Rect& r = kernel.region;
    for (int y = r.y0; y < r.y1; y += kernel.strip_height)
        for (int x = r.x0; x < r.x1; x += kernel.block_width)
            result.push_back({x, y, std::min(x + kernel.block_width, r.x1),
                              std::min(y + kernel.strip_height, r.y1)});
    return result;
}

}  // namespace weft
