// Where the elements of a hybrid tile lie (plan/gpu_group.h, GroupSplit): which are in shared
// memory and which in the registers of which lane.
//
// Along the axis that is split, lane l of parallelogram p has the elements of step p W + l, W being
// the lanes along it; across it lane l of row r those of step r W + l. Along the split axis what a
// level has ends where the whole tile ends, halo included, so that everything else is read from
// the left; across it, it begins with the halo.
#pragma once

#include "plan/group_scaling.h"

namespace weft {

/// What a tile holds, or a loop fills, of a level with that halo.
struct HybridPart {
    int shared_u = 0,
        shared_v = 0;              ///< extent of the shared part, from the halo's first element on
    int first_u = 0, first_v = 0;  ///< the first element of step 0, from the level's tile on
    int end = 0;                   ///< across the split axis there is no element from here on
    int held = 0, across = 0;      ///< registers of a thread, for each plane: held x across
    /// Whether step 0 has elements before the halo, which nothing reads.
    bool begins_before = false;

    int shared_elements() const { return shared_u * shared_v; }
    int registers() const { return held * across; }
};

HybridPart hybrid_part(const GpuKernel& kernel, const GroupScaling& scaling, Id<GroupLevel> level,
                       const Window& halo);

/// Whether the tile is whole steps of all levels, and along the split axis its parallelograms.
bool is_whole_steps(const GpuGroup& group, const GroupScaling& scaling);

}  // namespace weft
