#include "plan/gpu_reach.h"

#include <algorithm>

namespace weft {

std::vector<int> gpu_reach_arguments(const StageInput& input) {
    if (!input.own) return {};
    const DynamicStencil& own = *input.own;
    std::vector<int> arguments{own.radius, own.radius_x, own.radius_y,
                               static_cast<int>(own.offsets.size())};
    for (const Offset& offset : own.offsets) {
        arguments.push_back(offset.x);
        arguments.push_back(offset.y);
    }
    arguments.resize(4 + 2 * std::max<std::size_t>(input.offsets.size(), 1));
    return arguments;
}

}  // namespace weft
