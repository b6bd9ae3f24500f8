#include "passes/gpu/fusion/group_dependences.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "models/dependence_scaling.h"
#include "plan/group_levels.h"

namespace weft {

namespace {

/// A stage that a loop evaluates, by its number among all evaluations of the group.
struct Evaluated {
    Id<GroupLoop> loop;
    const GroupEvaluation* evaluation = nullptr;
};

std::vector<Evaluated> evaluations_of(const GpuGroup& group) {
    std::vector<Evaluated> result;
    for (const Id<GroupLoop> l : group.loops.ids())
        for (const GroupEvaluation& e : group.loops[l].evaluations) result.push_back({l, &e});
    return result;
}

/// The number of the evaluation that a read takes its value from; none of what lies in memory or
/// is copied from there.
std::optional<int> producer_of(const GpuPlan& plan, const GpuGroup& group,
                               const std::vector<Evaluated>& evaluations, Id<GroupLoop> reader,
                               const GroupRead& read) {
    if (std::holds_alternative<FromMemory>(read)) return {};
    const FromTile* tile = std::get_if<FromTile>(&read);
    const Id<PlanImage> image =
        tile ? group.tiles[tile->tile].image : std::get<FromValue>(read).image;
    const auto fills = [&](Id<GroupLoop> l) {
        const std::vector<Id<GroupTile>>& tiles = group.loops[l].tiles;
        return tile ? std::find(tiles.begin(), tiles.end(), tile->tile) != tiles.end()
                    : l == reader;
    };
    for (std::size_t n = 0; n < evaluations.size(); ++n)
        if (plan.images[image].producer() == evaluations[n].evaluation->stage &&
            fills(evaluations[n].loop))
            return static_cast<int>(n);
    return {};
}

/// What evaluations read of one another along u (or v).
std::vector<AxisRead> reads_along(const GpuPlan& plan, const GpuKernel& kernel, bool along_u) {
    const GpuGroup& group = kernel.group;
    const std::vector<Evaluated> evaluations = evaluations_of(group);
    const bool along_x = along_u == (kernel.layout == Layout::kRows);
    std::vector<AxisRead> reads;
    for (std::size_t n = 0; n < evaluations.size(); ++n) {
        const GroupEvaluation& e = *evaluations[n].evaluation;
        for (const Id<StageInput> i : e.reads.ids()) {
            const auto producer =
                producer_of(plan, group, evaluations, evaluations[n].loop, e.reads[i]);
            if (!producer) continue;
            const StageInput& in = plan.stages[e.stage].inputs[i];
            const Scale& scale = along_x ? in.scale_x : in.scale_y;
            const Window taps = window_of(in.taps);
            reads.push_back({static_cast<int>(n), *producer, scale.times, scale.plus, scale.over,
                             along_x ? taps.x_first : taps.y_first,
                             along_x ? taps.x_last : taps.y_last});
        }
    }
    return reads;
}

/// Those whose pictures the kernel stores. All are computed for the elements of one tile.
std::vector<int> outputs_of(const GpuPlan& plan, const GpuKernel& kernel) {
    const std::vector<Evaluated> evaluations = evaluations_of(kernel.group);
    std::vector<int> outputs;
    for (std::size_t n = 0; n < evaluations.size(); ++n) {
        const GroupLoop& loop = kernel.group.loops[evaluations[n].loop];
        if (loop.level != kResultsLevel) continue;
        const std::vector<Id<PlanImage>>& made =
            plan.stages[evaluations[n].evaluation->stage].outputs;
        const bool stored = std::any_of(made.begin(), made.end(), [&](Id<PlanImage> i) {
            return std::find(kernel.outputs.begin(), kernel.outputs.end(), i) !=
                   kernel.outputs.end();
        });
        if (stored) outputs.push_back(static_cast<int>(n));
    }
    return outputs;
}

}  // namespace

Result<AxisExtent> extent_along(const GpuPlan& plan, const GpuKernel& kernel, bool along_u) {
    const std::vector<AxisRead> reads = reads_along(plan, kernel, along_u);
    const std::vector<int> outputs = outputs_of(plan, kernel);
    const std::size_t count = evaluations_of(kernel.group).size();
    std::vector<AxisRead> aligned = reads;
    for (const int output : outputs)
        if (output != outputs.back())
            aligned.push_back({.consumer = outputs.back(), .producer = output});
    const Result<ScaledGroup> scaled = scale_dependences(static_cast<int>(count), aligned);
    if (!scaled) return scaled.error();
    // Of a tile of this many elements; between two others it differs by one at most.
    constexpr int kTile = 64;
    std::vector<StageRange> demanded(count);
    for (const int output : outputs) demanded[static_cast<std::size_t>(output)] = {0, kTile - 1};
    const std::vector<StageRange> needed = ranges_needed(reads, std::move(demanded));
    const auto of_output =
        static_cast<double>(scaled->scale[static_cast<std::size_t>(outputs.back())]);
    AxisExtent extent;
    for (std::size_t n = 0; n < count; ++n) {
        const double ratio = of_output / static_cast<double>(scaled->scale[n]);
        extent.ratio.push_back(ratio);
        extent.overlap.push_back(needed[n].count() - 1 -
                                 static_cast<int>(std::ceil((kTile - 1) * ratio)));
    }
    return extent;
}

}  // namespace weft
