#include "plan/reach_arguments.h"

#include <algorithm>

namespace weft {
namespace {

/// Radii and count, with room behind them for so many numbers of offsets.
std::vector<int> radii_and_count(const DynamicStencil& own, std::size_t room) {
    std::vector<int> arguments{own.radius, own.radius_x, own.radius_y,
                               static_cast<int>(own.offsets.size())};
    arguments.reserve(arguments.size() + room);
    return arguments;
}

}  // namespace

std::vector<int> cpu_reach_arguments(const StageInput& input) {
    if (!input.own) return {};
    const std::size_t room = input.offsets.size();
    std::vector<int> arguments = radii_and_count(*input.own, room);
    const std::size_t first = arguments.size();
    for (const Offset& offset : input.own->offsets) arguments.push_back(offset.x);
    arguments.resize(first + room);
    return arguments;
}

std::vector<int> gpu_reach_arguments(const StageInput& input) {
    if (!input.own) return {};
    const std::size_t room = 2 * std::max<std::size_t>(input.offsets.size(), 1);
    std::vector<int> arguments = radii_and_count(*input.own, room);
    const std::size_t first = arguments.size();
    for (const Offset& offset : input.own->offsets) {
        arguments.push_back(offset.x);
        arguments.push_back(offset.y);
    }
    arguments.resize(first + room);
    return arguments;
}

}  // namespace weft
