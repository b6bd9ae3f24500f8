// The loops of a group as they are formed: which stages each evaluates, on which level, and how far
// around the tile.
#pragma once

#include <optional>
#include <vector>

#include "passes/gpu/fusion/group_loops.h"
#include "passes/gpu/fusion/group_stages.h"

namespace weft {

/// A loop: a GroupLoop without reads.
struct LoopDraft {
    std::vector<Id<Stage>> stages;
    Id<GroupLevel> level = kResultsLevel;
    Window halo;
    Rect domain;
    Border border;
    std::vector<Id<GroupTile>> tiles;
    std::optional<Id<LoopDraft>> rows_of;  ///< a row of it for each row of that loop
};

/// The loop that stores the outputs.
inline constexpr Id<LoopDraft> kStoringLoop(0);

struct GroupDrafts {
    Table<LoopDraft> loops;  ///< first the one that stores the outputs
    /// Writers before readers, that one last; beside each loop those of its rows, before it.
    std::vector<Id<LoopDraft>> order;
    Table<GroupTile> tiles;    ///< without places
    Table<GroupLevel> levels;  ///< without reach
    bool nested = true;        ///< GpuGroup::nested

    /// The level of the elements that `in`, an input of a stage on `level`, reads; nothing where
    /// none has been formed.
    std::optional<Id<GroupLevel>> level_read(Id<GroupLevel> level, const StageInput& in) const;
    /// Where around a tile of its level the loop evaluates its stages. `region`: of the outputs.
    Window evaluated(const LoopDraft& loop, const Rect& region) const;
    /// Whether others go row by row with the loop, which is the last of them.
    bool has_rows(Id<LoopDraft> loop) const;
    /// The level's tile by which the picture is read with that border; any, where it is read at the
    /// element. Nothing where there is none.
    std::optional<Id<GroupTile>> tile_of(Id<PlanImage> image, Id<GroupLevel> level,
                                         const Border& border, bool at_element) const;
};

/// The group must have an output.
GroupDrafts draft_loops(const GroupStages& group, GroupForm form);

}  // namespace weft
