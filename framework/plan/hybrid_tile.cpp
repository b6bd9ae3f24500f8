// Along u and along v the same, the split axis apart.
#include "plan/hybrid_tile.h"

#include <algorithm>

#include "support/integers.h"

namespace weft {

HybridPart hybrid_part(const GpuKernel& kernel, const GroupScaling& scaling, Id<GroupLevel> level,
                       const Window& halo) {
    const GpuGroup& group = kernel.group;
    const GroupSplit& split = group.split;
    const Window around = in_uv(halo, kernel.layout);
    HybridPart part;
    const auto along = [&](bool u) {
        const int lanes = u ? group.team_u : group.team_v, tile = u ? group.tile_u : group.tile_v;
        const int first = u ? around.x_first : around.y_first;
        const int last = u ? around.x_last : around.y_last;
        const AxisScaling& axis = u ? scaling[level].u : scaling[level].v;
        const AxisScaling& results = u ? scaling[kResultsLevel].u : scaling[kResultsLevel].v;
        int& shared = u ? part.shared_u : part.shared_v;
        int& begin = u ? part.first_u : part.first_v;
        const auto extent = [&](int n) { return scaled_extent(group, scaling, level, u, n); };
        if (split.along_u == u) {
            const int left = split.shared_parallelograms * lanes * results.step;
            shared = std::max(0, extent(left) + last - first);
            begin = extent(0) + last;
            part.held = (split.parallelograms - split.shared_parallelograms) * axis.step;
            part.begins_before = split.shared_parallelograms == 0 && begin < first;
        } else {
            shared = extent(tile) + last - first;
            begin = first;
            part.end = extent(tile) + last;
            part.across = divide_up(shared, lanes * axis.step) * axis.step;
        }
    };
    along(true);
    along(false);
    return part;
}

bool is_whole_steps(const GpuGroup& group, const GroupScaling& scaling) {
    const GroupSplit& split = group.split;
    const int step_u = scaling[kResultsLevel].u.step, step_v = scaling[kResultsLevel].v.step;
    return split.along_u ? group.tile_u == split.parallelograms * group.team_u * step_u &&
                               group.tile_v % step_v == 0
                         : group.tile_v == split.parallelograms * group.team_v * step_v &&
                               group.tile_u % step_u == 0;
}

}  // namespace weft
