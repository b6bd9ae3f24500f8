// Alignment and scaling (paper: warp-tiling, section 5): which elements of a group's levels the
// lanes of a warp have, where dependences between them are to be constants.
//
// floor((a i + b) / d) moves by no constant from one element to the next (plan/group_levels.h), but
// by a k / d between two that lie a multiple k of d apart. So there is a least number of the
// results' elements, a step, in which every level moves by a whole number. Tiles that are whole
// steps, and begin so many steps from one another, read alike: what an element of the first step
// reads lies as far from it as in every other step and in every other tile. A lane has all elements
// of a step, of a level twice as fine twice as many.
#pragma once

#include "plan/group_levels.h"

namespace weft {

/// A level along one axis.
struct AxisScaling {
    int step = 1;   ///< elements of the level
    int first = 0;  ///< of the level's tile, where the results' begins with the kernel's region
    Scale scale;    ///< which of them an element of the parent reads around
};

struct LevelScaling {
    AxisScaling u, v;  ///< along memory
};

using GroupScaling = Table<LevelScaling, GroupLevel>;

/// Larger steps than this are all of this length: no lane has so many elements.
inline constexpr int kLongestStep = 1 << 12;

/// The steps of all levels, and where they begin in tiles of a region whose first element is
/// `region`'s or lies whole steps from it: first is 0 ... step - 1 for the results.
GroupScaling scaling_of(const GpuGroup& group, Layout layout, const Rect& region);
inline GroupScaling scaling_of(const GpuKernel& kernel) {
    return scaling_of(kernel.group, kernel.layout, kernel.region);
}

/// The elements of the level that tiles of `results` elements have, exactly. Along u, or v.
int scaled_extent(const GpuGroup& group, const GroupScaling& scaling, Id<GroupLevel> level,
                  bool along_u, int results);

/// Around which element of the read level's tile the `element`-th of its parent's tile reads.
int read_around(const AxisScaling& parent, const AxisScaling& read, int element);

}  // namespace weft
