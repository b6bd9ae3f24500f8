#include "passes/cpu/far_reads.h"

#include <algorithm>

#include <fmt/format.h>

#include "passes/cpu/layers.h"
#include "passes/cpu/stage_sets.h"
#include "plan/part_bytes.h"

namespace weft {

namespace {

/// Kinds of stages, as bits: wide ones read columns far apart, tall ones rows.
constexpr int kWide = 1, kTall = 2, kBoth = kWide | kTall;

/// How far apart the elements lie that a stage reads along an axis for one of its own.
int window_along(const Stage& stage, Axis axis) {
    int widest = 0;
    for (const StageInput& input : stage.inputs) {
        int first = 0, last = 0;
        for (const Offset& tap : input.taps) {
            const int at = axis == eHorizontal ? tap.x : tap.y;
            first = std::min(first, at);
            last = std::max(last, at);
        }
        widest = std::max(widest, last - first);
    }
    return widest;
}

/// Elements along an axis that are computed, or read, before and after those that are asked for.
int reach_along(const Stage& stage, Axis axis) {
    const bool restarts = stage.is_scan() && !stage.is_recurrence() && stage.scan_axis == axis;
    return window_along(stage, axis) + (restarts ? stage.restart_period - 1 : 0);
}

/// Bytes of the rows that the stage reads at a time, of one plane or of all.
std::size_t window_bytes(const CpuPlan& plan, const Stage& stage, bool pixels) {
    std::size_t bytes = 0;
    for (const StageInput& input : stage.inputs) {
        const PlanImage& image = plan.images[input.image];
        const Rect& part = part_met(image);
        bytes +=
            bytes_of(image.samples) * static_cast<std::size_t>(part.width()) *
            static_cast<std::size_t>(std::min(window_along(stage, eVertical) + 1, part.height())) *
            static_cast<std::size_t>(pixels ? image.shape.planes : 1);
    }
    return bytes;
}

/// `pixels`: its kernel computes all planes at a time.
int reach_kind(const CpuPlan& plan, const Stage& stage, bool pixels) {
    const Rect& part = part_met(plan.images[stage.outputs.front()]);
    const int threads = std::max(plan.target.cores, 1);
    const bool whole_rows = stage.is_recurrence() && stage.scan_axis == eHorizontal;
    int kind = 0;
    if (whole_rows || reach_along(stage, eHorizontal) > part.width() / threads) kind |= kWide;
    if (reach_along(stage, eVertical) > part.height() / threads &&
        window_bytes(plan, stage, pixels) > row_budget(plan.target))
        kind |= kTall;
    return kind;
}

/// Of each stage, given what shares a kernel.
Table<int, Stage> reach_kinds(const CpuPlan& plan, const Table<int, Stage>& level) {
    const Table<Id<Stage>, Stage> part = connected(plan, level);
    Table<bool, Stage> pixels(plan.stages.size(), false);
    for (const Id<Stage> s : plan.stages.ids())
        if (plan.stages[s].per_pixel) pixels[part[s]] = true;
    Table<int, Stage> kinds;
    for (const Id<Stage> s : plan.stages.ids())
        kinds.add(reach_kind(plan, plan.stages[s], pixels[part[s]]));
    return kinds;
}

}  // namespace

std::size_t row_budget(const Target& target) { return 2 * target.l2_bytes; }

std::map<ReadBy, std::string> far_edges(const CpuPlan& plan, const Table<int, Stage>& level) {
    const Table<int, Stage> kinds = reach_kinds(plan, level);
    if (std::none_of(kinds.begin(), kinds.end(), [](int kind) { return (kind & kTall) != 0; }))
        return {};
    const std::string reason = fmt::format(
        "rows and columns are read far apart, so that strips and blocks for {} "
        "thread{} would compute most of it again",
        plan.target.cores, plan.target.cores == 1 ? "" : "s");
    std::map<ReadBy, std::string> edges;
    StageSets sets(plan.stages.ids());
    Table<int, Stage> joined(plan.stages.size(), 0);  // of a set's first stage: the kinds in it
    for (const Id<Stage> s : plan.stages.ids()) {
        const Table<StageInput>& inputs = plan.stages[s].inputs;
        joined[s] = kinds[s];
        // Tall ones first: of those that meet at a point operation, they stay with it.
        for (const bool tall : {true, false})
            for (const Id<StageInput> i : inputs.ids()) {
                const std::optional<Id<Stage>> producer = plan.images[inputs[i].image].producer();
                if (!producer || level[*producer] != level[s]) continue;
                const Id<Stage> source = sets.find(*producer);
                if (source == sets.find(s) || ((joined[source] & kTall) != 0) != tall) continue;
                const bool counts = joined[source] != 0 || kinds[s] == kBoth;
                if (counts && joined[s] != 0 && (joined[s] | joined[source]) == kBoth) {
                    edges[{s, i}] = reason;
                } else {
                    joined[s] |= joined[source];
                    sets.join(source, s);
                }
            }
    }
    return edges;
}

}  // namespace weft
