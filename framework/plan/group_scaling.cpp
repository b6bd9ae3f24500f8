// Steps of a group's levels: the least common multiple of what each level's ratio is over.
#include "plan/group_scaling.h"

#include <algorithm>
#include <numeric>

#include "core/scale.h"

namespace weft {

namespace {

/// Elements of a level for each of the results, in lowest terms.
struct Ratio {
    long long times = 1, over = 1;
};

/// Ratios of very deep levels no longer fit, but are held where no step is short enough for them.
Ratio product(const Ratio& a, const Scale& s) {
    const Ratio all{std::min<long long>(a.times, kLongestStep) * s.times,
                    std::min<long long>(a.over, kLongestStep) * s.over};
    const long long common = std::gcd(all.times, all.over);
    return {all.times / common, all.over / common};
}

Table<AxisScaling, GroupLevel> axis_of(const GpuGroup& group, bool along_x, int region_first) {
    Table<AxisScaling, GroupLevel> axis(group.levels.size());
    Table<Ratio, GroupLevel> ratios(group.levels.size());
    long long step = 1;
    for (const Id<GroupLevel> k : group.levels.ids()) {
        const GroupLevel& level = group.levels[k];
        if (!level.parent) continue;
        axis[k].scale = along_x ? level.scale_x : level.scale_y;
        ratios[k] = product(ratios[*level.parent], axis[k].scale);
        step = std::min<long long>(std::lcm(step, ratios[k].over), kLongestStep);
    }
    for (const Id<GroupLevel> k : group.levels.ids()) {
        const GroupLevel& level = group.levels[k];
        const long long own = step * ratios[k].times / ratios[k].over;
        axis[k].step = static_cast<int>(std::clamp<long long>(own, 1, kLongestStep));
        axis[k].first =
            level.parent ? scaled(axis[k].scale, axis[*level.parent].first)
                         : region_first - static_cast<int>(floor_divide(region_first, step) * step);
    }
    return axis;
}

}  // namespace

GroupScaling scaling_of(const GpuGroup& group, Layout layout, const Rect& region) {
    const auto along = [&](bool along_u) {
        const bool x = along_u == (layout == Layout::kRows);
        return axis_of(group, x, x ? region.x0 : region.y0);
    };
    const Table<AxisScaling, GroupLevel> u = along(true), v = along(false);
    GroupScaling result;
    for (const Id<GroupLevel> k : group.levels.ids()) result.add({u[k], v[k]});
    return result;
}

int scaled_extent(const GpuGroup& group, const GroupScaling& scaling, Id<GroupLevel> level,
                  bool along_u, int results) {
    const auto axis = [&](Id<GroupLevel> k) { return along_u ? scaling[k].u : scaling[k].v; };
    const std::optional<Id<GroupLevel>> parent = group.levels[level].parent;
    if (!parent) return results;
    // A step more has a last element, where there are no results as well.
    const int more = results + axis(kResultsLevel).step;
    const int last = scaled_extent(group, scaling, *parent, along_u, more) - 1;
    return read_around(axis(*parent), axis(level), last) + 1 - axis(level).step;
}

int read_around(const AxisScaling& parent, const AxisScaling& read, int element) {
    return scaled(read.scale, parent.first + element) - read.first;
}

}  // namespace weft
