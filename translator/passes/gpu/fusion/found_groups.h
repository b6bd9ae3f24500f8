// What the searches of fusion found: a plan's groups and their shapes as a value, so that the same
// plan can be made again without searching.
#pragma once

#include <vector>

#include "passes/gpu/fusion/shape.h"

namespace weft {

/// A group that a search chose.
struct FoundGroup {
    std::vector<Id<Stage>> stages;     ///< ascending
    bool nested = true;                ///< GpuGroup::nested
    bool planes_inside = false;        ///< GpuGroup::planes_inside
    std::vector<Id<GpuInput>> copied;  ///< to tiles, in the order of with_copied_input()
    GroupShape shape;

    friend bool operator==(const FoundGroup&, const FoundGroup&) = default;
};

/// All that is not computed again: the groups, by their first stages, and what fuse_kernels() had
/// to say of its search.
struct FoundFusion {
    std::vector<FoundGroup> groups;
    std::vector<StageGroups> next_best;  ///< GpuPlan::next_best
    std::vector<Decision> reasons;

    friend bool operator==(const FoundFusion&, const FoundFusion&) = default;
};

/// Of a finished GPU plan.
FoundFusion found_fusion(const GpuPlan& plan);

/// Whether a group's shape is one that a GPU could launch: whole teams, tiles of whole warps'
/// threads where warps are the teams, a split of those, a block that is not too large, transactions
/// that there are. What comes from a file may be anything.
bool is_launchable(const FoundGroup& group, const GpuTarget& target);

}  // namespace weft
