// Which loops compute a group, and what goes through tiles between them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plan/gpu_choices.h"
#include "plan/gpu_plan.h"

namespace weft {

/// What becomes of results that are read at their readers' own element alone.
enum class GroupForm {
    kNested,        ///< values of the thread, evaluated in the readers' loop
    kOverlapping,   ///< tiles, filled by loops of their own, but for those of trivial stages
    kStageByStage,  ///< either, stage by stage, by listing 2 (models/gpu_autoscheduler.h)
};

/// The group of the given kernels, all kParallel with one stage each, in any order; or why they
/// cannot be one. Outputs are the pictures of theirs that other kernels, or the graph's results,
/// need. The team is a block with a tile of one element a thread; shapes and offsets are open. A
/// thread has all planes of its element where that is asked for, or stages differ in planes.
///
/// A stage whose results others read beyond their own element has a tile, and a loop whose halo is
/// the hull of what those read. Nested, what is read at the element alone is evaluated in its
/// readers' loop, unless several of them would compute a neighbourhood; loops of the same halo and
/// border become one where neither waits for the other. Overlapping, every stage that others of the
/// group read has a tile and a loop of its own (the overlapped tiles of paper: gpu-autoscheduler,
/// figure 3), but for trivial ones that are read at the element (models/auto_pipeline.h). By
/// listing 2 it is overlapping, but what one loop alone reads, at its element, is evaluated there,
/// and what that reads so as well; and what loops of the same rows read along a row alone, at its
/// own resolution, goes row by row with the last of them (GroupLoop::rows), unless rows beyond the
/// domain are of other elements there: of another border or domain.
struct GroupResult {
    std::optional<GpuKernel> kernel;
    std::string why_not;  ///< for people; empty where there is a kernel
};
GroupResult group_kernels(const GpuPlan& plan, const std::vector<Id<GpuKernel>>& kernels,
                          GroupForm form = GroupForm::kNested,
                          std::optional<PlanesOfThread> planes = {});

/// The group, of whose inputs none is copied yet, with all planes of an element in one thread
/// (paper: warp-tiling, section 4: a tile along z, which here is as high as the pictures).
GpuKernel with_all_planes(const GpuPlan& plan, GpuKernel kernel);

}  // namespace weft
