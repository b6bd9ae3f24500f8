// The loops of a group as they are formed: which stages each evaluates, on which level, and how far
// around the tile.
#pragma once

#include <vector>

#include "passes/gpu/fusion/group_loops.h"
#include "passes/gpu/fusion/group_stages.h"

namespace weft {

/// A loop: a GroupLoop without reads.
struct LoopDraft {
    std::vector<int> stages;
    int level = 0;
    Window halo;
    Rect domain;
    Border border;
    std::vector<int> tiles;
};

struct GroupDrafts {
    std::vector<LoopDraft> loops;    ///< first the one that stores the outputs
    std::vector<int> order;          ///< of the loops: writers before readers, that one last
    std::vector<GroupTile> tiles;    ///< without places
    std::vector<GroupLevel> levels;  ///< without reach
    bool nested = true;              ///< GpuGroup::nested

    /// The level of the elements that `in`, an input of a stage on `level`, reads.
    int level_read(int level, const StageInput& in) const;
    /// Where around a tile of its level the loop evaluates its stages. `region`: of the outputs.
    Window evaluated(const LoopDraft& loop, const Rect& region) const;
    /// The level's tile by which the picture is read with that border; any, where it is read at the
    /// element.
    int tile_of(int image, int level, const Border& border, bool at_element) const;
};

/// The group must have an output.
GroupDrafts draft_loops(const GroupStages& group, GroupForm form);

}  // namespace weft
