#include "passes/gpu/fusion/group_copies.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "core/border.h"
#include "passes/gpu/geometry.h"
#include "plan/group_levels.h"

namespace weft {

namespace {

bool reads_any(const GroupLoop& loop, const std::set<Id<GroupTile>>& tiles) {
    for (const GroupEvaluation& e : loop.evaluations)
        for (const GroupRead& r : e.reads)
            if (const auto* from = std::get_if<FromTile>(&r); from && tiles.count(from->tile) > 0)
                return true;
    return false;
}

/// A stretch of elements, first to last + 1.
struct Stretch {
    int first, last;
    bool holds(const Stretch& o) const {
        return o.first >= o.last || (first <= o.first && o.last <= last);
    }
};

/// Whether all that an axis of a copied tile asks for is stored: what lies in the domain, and what
/// the border has for elements beyond it.
bool is_stored(const Stretch& asked, const Stretch& domain, const Stretch& stored,
               BorderMode mode) {
    const int before = std::max(domain.first - asked.first, 0);
    const int after = std::max(asked.last - domain.last, 0);
    if (!stored.holds({std::max(asked.first, domain.first), std::min(asked.last, domain.last)}))
        return false;
    if (mode == eConstant) return true;
    const int size = domain.last - domain.first;
    const int near = mode == eClamp ? 1 : size;  // a reflection may go to and fro
    const Stretch at_first{domain.first, domain.first + std::min(before, near)};
    const Stretch at_last{domain.last - std::min(after, near), domain.last};
    if (!reads_far_side(mode)) return stored.holds(at_first) && stored.holds(at_last);
    return stored.holds({domain.last - std::min(before, size), domain.last}) &&
           stored.holds({domain.first, domain.first + std::min(after, size)});
}

/// Tiles hold whole rectangles. Nobody may read a part of one, of which nothing is stored then.
bool is_stored(const PlanImage& image, const Rect& region, const GroupTile& tile) {
    const Window& w = tile.halo;
    const Rect& domain = image.shape.domain;
    const Rect& stored = image.region;
    return is_stored({region.x0 + w.x_first, region.x1 + w.x_last}, {domain.x0, domain.x1},
                     {stored.x0, stored.x1}, tile.border.mode) &&
           is_stored({region.y0 + w.y_first, region.y1 + w.y_last}, {domain.y0, domain.y1},
                     {stored.y0, stored.y1}, tile.border.mode);
}

}  // namespace

GpuGroup with_barriers(GpuGroup group) {
    std::set<Id<GroupTile>> written;  // since the last barrier of the team
    std::set<Id<GroupTile>> in_rows;  // by loops that go row by row with this one, since theirs
    bool within = false;
    for (auto loop = group.loops.begin(); loop != group.loops.end(); ++loop) {
        if (within) {
            loop->barrier_before = reads_any(*loop, in_rows);
        } else {
            const auto last = std::find_if(loop, group.loops.end(), [](const GroupLoop& l) {
                return l.rows != LoopRows::kWithNext;
            });
            loop->barrier_before = std::any_of(
                loop, std::next(last), [&](const GroupLoop& l) { return reads_any(l, written); });
            if (loop->barrier_before) written.clear();
        }
        if (!within || loop->barrier_before) in_rows.clear();
        written.insert(loop->tiles.begin(), loop->tiles.end());
        in_rows.insert(loop->tiles.begin(), loop->tiles.end());
        within = loop->rows == LoopRows::kWithNext;
    }
    return group;
}

GpuKernel with_copied_input(const GpuPlan& plan, const GpuKernel& in_memory, Id<GpuInput> input) {
    GpuKernel kernel = in_memory;
    GpuGroup& group = kernel.group;
    const GpuInput& in = kernel.inputs[input];
    const PlanImage& image = plan.images[in.image];
    const StageInput& first = input_of(plan, in.by);
    if (is_far(first)) return in_memory;
    GroupTile tile;
    tile.image = in.image;
    tile.level = in.level;
    tile.border = first.border;
    tile.planes = group.planes_inside ? image.shape.planes : 1;
    const Id<GroupTile> index(group.tiles.size());
    bool any = false;
    for (GroupLoop& loop : group.loops) {
        const bool far = reads_far_side(loop.border.mode) && leaves_domain(kernel, loop);
        if (far && (!reads_far_side(tile.border.mode) || image.shape.domain != loop.domain))
            continue;
        for (GroupEvaluation& e : loop.evaluations)
            for (const Id<StageInput> i : e.reads.ids()) {
                if (e.reads[i] != GroupRead(FromMemory{input})) continue;
                const StageInput& read = plan.stages[e.stage].inputs[i];
                const Window window = sum(evaluated_around(kernel, loop), window_of(read.taps));
                tile.halo = any ? hull(tile.halo, window) : window;
                e.reads[i] = FromTile{index};
                any = true;
            }
    }
    const Rect region = level_region(group, in.level, kernel.region);
    if (!any || !is_stored(image, region, tile)) return in_memory;
    GroupLoop copy;
    copy.copies = input;
    copy.level = tile.level;
    copy.halo = tile.halo;
    copy.domain = image.shape.domain;
    copy.border = tile.border;
    copy.tiles = {index};
    group.tiles.add(tile);
    group.loops.values().insert(group.loops.begin(), std::move(copy));
    group = with_barriers(std::move(group));
    return kernel;
}

GpuKernel with_copied_inputs(const GpuPlan& plan, GpuKernel kernel) {
    for (const Id<GpuInput> i : kernel.inputs.ids()) kernel = with_copied_input(plan, kernel, i);
    return kernel;
}

}  // namespace weft
