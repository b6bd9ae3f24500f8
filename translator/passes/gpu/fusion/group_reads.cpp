#include "passes/gpu/fusion/group_reads.h"

#include <fmt/format.h>

#include "core/border.h"
#include "passes/gpu/geometry.h"
#include "plan/group_levels.h"

namespace weft {

namespace {

/// A loop that repeats computes elements of the far side. They are in a tile only where that tile
/// repeats as well; then reading beside the near side is the same. At another resolution it need
/// not be: the other picture may repeat after another number of elements.
std::string why_repeat_leaves_tiles(const GpuPlan& plan, const GpuKernel& kernel) {
    for (const GroupLoop& loop : kernel.group.loops) {
        if (!reads_far_side(loop.border.mode) || !leaves_domain(kernel, loop)) continue;
        for (const GroupEvaluation& e : loop.evaluations)
            for (const GroupRead& r : e.reads) {
                const auto* from = std::get_if<FromTile>(&r);
                if (from == nullptr) continue;
                const GroupTile& tile = kernel.group.tiles[from->tile];
                const PlanImage& image = plan.images[tile.image];
                if (tile.level != loop.level)
                    return fmt::format("{} is repeated, and reads {} at another resolution",
                                       plan.stages[e.stage].name, image.name);
                if (reads_far_side(tile.border.mode) && image.shape.domain == loop.domain) continue;
                return fmt::format("{} is repeated, {} within it is not", plan.stages[e.stage].name,
                                   image.name);
            }
    }
    return {};
}

/// Halos hold the element itself, and what lies between it and what is read. Where nobody reads at
/// the element, inputs may end before what the group would read for it.
std::string why_memory_ends(const GpuPlan& plan, const GpuKernel& kernel) {
    for (const GpuInput& input : kernel.inputs) {
        if (is_far(input_of(plan, input.by))) continue;
        const Rect r = level_region(kernel.group, input.level, kernel.region);
        const Window& w = input.window;
        const Rect touched{r.x0 + w.x_first, r.y0 + w.y_first, r.x1 + w.x_last, r.y1 + w.y_last};
        const PlanImage& picture = plan.images[input.image];
        if (!picture.region.contains(intersect(touched, picture.shape.domain)))
            return fmt::format("it would read more of {} than there is", picture.name);
    }
    return {};
}

/// Of another resolution a tile holds elements that nobody needs. Where it repeats, they are on the
/// far side, which need not be stored.
std::string why_far_side_ends(const GpuPlan& plan, const GpuKernel& kernel) {
    for (const GroupLoop& loop : kernel.group.loops) {
        if (loop.level == kResultsLevel || !reads_far_side(loop.border.mode) ||
            !leaves_domain(kernel, loop))
            continue;
        for (const GroupEvaluation& e : loop.evaluations)
            for (const GroupRead& r : e.reads) {
                const auto* from = std::get_if<FromMemory>(&r);
                if (from == nullptr) continue;
                const GpuInput& input = kernel.inputs[from->input];
                const PlanImage& picture = plan.images[input.image];
                if (picture.region != picture.shape.domain)
                    return fmt::format("it would read more of {} than there is", picture.name);
            }
    }
    return {};
}

/// What a far read touches is there for those elements of its stage alone that somebody needs.
std::string why_far_reads_end(const GpuPlan& plan, const GpuKernel& kernel) {
    for (const GroupLoop& loop : kernel.group.loops)
        for (const GroupEvaluation& e : loop.evaluations) {
            const Stage& stage = plan.stages[e.stage];
            bool far = false;
            for (const Id<StageInput> i : e.reads.ids())
                far |= std::holds_alternative<FromMemory>(e.reads[i]) && is_far(stage.inputs[i]);
            const Rect& needed = plan.images[stage.outputs.front()].region;
            if (!far || needed.contains(evaluated_elements(kernel, loop))) continue;
            return fmt::format("it would evaluate {} where nothing needs it", stage.name);
        }
    return {};
}

}  // namespace

std::string why_reads_leave(const GpuPlan& plan, const GpuKernel& kernel) {
    if (std::string why = why_repeat_leaves_tiles(plan, kernel); !why.empty()) return why;
    if (std::string why = why_memory_ends(plan, kernel); !why.empty()) return why;
    if (std::string why = why_far_side_ends(plan, kernel); !why.empty()) return why;
    return why_far_reads_end(plan, kernel);
}

}  // namespace weft
