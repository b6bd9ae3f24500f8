#include "passes/cpu/recurrences.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <set>

#include "core/scale.h"
#include "passes/cpu/stage_sets.h"
#include "plan/part_bytes.h"

namespace weft {

namespace {

constexpr int kAlongRows = 1, kAlongColumns = 2;

/// The lines that a stage may not share a kernel with those of the other axis for.
int lines_of(const Stage& stage) {
    if (!stage.is_scan()) return 0;
    if (stage.scan_axis == eHorizontal) return kAlongRows;
    return stage.is_recurrence() ? kAlongColumns : 0;
}

/// The stage of the same layer that makes what the input reads; nothing where there is none.
std::optional<Id<Stage>> source_of(const CpuPlan& plan, const Table<int, Stage>& level, Id<Stage> s,
                                   const StageInput& input) {
    const std::optional<Id<Stage>> producer = plan.images[input.image].producer();
    return producer && level[*producer] == level[s] ? producer : std::nullopt;
}

/// Inputs where stages would join that run along rows and along columns: the first stage of each
/// connected part that brings them together comes later.
std::map<ReadBy, std::string> mixed_edges(const CpuPlan& plan, const Table<int, Stage>& level) {
    std::map<ReadBy, std::string> edges;
    StageSets sets(plan.stages.ids());
    Table<int, Stage> lines(plan.stages.size(), 0);
    for (const Id<Stage> s : plan.stages.ids()) {
        const Table<StageInput>& inputs = plan.stages[s].inputs;
        int joined = lines_of(plan.stages[s]);
        for (const StageInput& input : inputs)
            if (const auto source = source_of(plan, level, s, input))
                joined |= lines[sets.find(*source)];
        lines[s] = joined == (kAlongRows | kAlongColumns) ? lines_of(plan.stages[s]) : joined;
        for (const Id<StageInput> i : inputs.ids()) {
            const auto source = source_of(plan, level, s, inputs[i]);
            if (!source) continue;
            if (joined == (kAlongRows | kAlongColumns))
                edges[{s, i}] = "a recurrence down columns and a scan along rows share no kernel";
            else
                sets.join(sets.find(*source), s);
        }
    }
    return edges;
}

/// Stage by stage, whether it goes upwards in its layer.
Table<bool, Stage> stages_going_upwards(const CpuPlan& plan, const Table<int, Stage>& level) {
    Table<Flow<Stage>, Stage> flows;
    for (const Id<Stage> s : plan.stages.ids()) {
        flows.add({fixed_direction(plan.stages[s]), {}});
        for (const StageInput& input : plan.stages[s].inputs)
            if (const auto source = source_of(plan, level, s, input))
                flows.back().sources.push_back(*source);
    }
    return going_upwards(flows);
}

/// Pictures that are made one way and read the other, within each part.
std::map<Id<Stage>, std::set<Id<PlanImage>>> whole_pictures(const CpuPlan& plan,
                                                            const Table<int, Stage>& level,
                                                            const Table<Id<Stage>, Stage>& part) {
    const Table<bool, Stage> upwards = stages_going_upwards(plan, level);
    std::map<Id<Stage>, std::set<Id<PlanImage>>> whole;
    for (const Id<Stage> s : plan.stages.ids())
        for (const StageInput& input : plan.stages[s].inputs) {
            const auto source = source_of(plan, level, s, input);
            if (source && upwards[*source] != upwards[s]) whole[part[s]].insert(input.image);
        }
    return whole;
}

bool reads_across(const StageInput& input) {
    return input.scale_x != Scale{} ||
           std::any_of(input.taps.begin(), input.taps.end(), [](Offset t) { return t.x != 0; });
}

/// Bytes of a block of whole columns of these pictures.
std::size_t column_bytes(const CpuPlan& plan, const std::set<Id<PlanImage>>& images, bool pixels) {
    std::size_t bytes = 0;
    for (const Id<PlanImage> image : images) {
        const PlanImage& i = plan.images[image];
        const Rect& part = part_met(i);
        bytes += bytes_of(i.samples) *
                 static_cast<std::size_t>(std::min(part.width(), kSmallestBlock)) *
                 static_cast<std::size_t>(part.height()) *
                 static_cast<std::size_t>(pixels ? i.shape.planes : 1);
    }
    return bytes;
}

std::map<ReadBy, std::string> column_edges(const CpuPlan& plan, const Table<int, Stage>& level,
                                           const Table<Id<Stage>, Stage>& part) {
    std::map<ReadBy, std::string> edges;
    for (const auto& [in_part, images] : whole_pictures(plan, level, part)) {
        bool pixels = false;
        for (const Id<Stage> s : plan.stages.ids())
            pixels |= part[s] == in_part && plan.stages[s].per_pixel;
        const std::size_t bytes = column_bytes(plan, images, pixels);
        const bool fits = bytes <= column_budget(plan.target);
        for (const Id<Stage> s : plan.stages.ids()) {
            if (part[s] != in_part) continue;
            const Table<StageInput>& inputs = plan.stages[s].inputs;
            for (const Id<StageInput> i : inputs.ids()) {
                if (!source_of(plan, level, s, inputs[i])) continue;
                if (!fits && images.count(inputs[i].image) > 0)
                    edges[{s, i}] = fmt::format(
                        "it is made down and read up its columns, or the other way "
                        "round, of which a block makes {:.1f} MB",
                        static_cast<double>(bytes) / (1 << 20));
                else if (fits && reads_across(inputs[i]))
                    edges[{s, i}] =
                        "it is read across columns, of which the kernel keeps few, whole";
            }
        }
    }
    return edges;
}

template <class LoopOrStage>
Table<bool, LoopOrStage> ways_upwards(const Table<Flow<LoopOrStage>, LoopOrStage>& flows) {
    Table<std::optional<bool>, LoopOrStage> way;
    for (const Flow<LoopOrStage>& flow : flows) {
        way.add(flow.upwards);
        for (const Id<LoopOrStage> source : flow.sources)
            if (!way.back()) way.back() = way[source];
    }
    for (const Id<LoopOrStage> i : std::views::reverse(flows.ids()))
        for (const Id<LoopOrStage> source : flows[i].sources)
            if (!way[source]) way[source] = way[i];
    Table<bool, LoopOrStage> upwards;
    for (const std::optional<bool>& w : way) upwards.add(w.value_or(false));
    return upwards;
}

}  // namespace

std::size_t column_budget(const Target& target) {
    const std::size_t share =
        target.llc_bytes / static_cast<std::size_t>(std::max(target.cores, 1));
    return std::max(target.l2_bytes, share / 2);
}

Table<bool, Loop> going_upwards(const Table<Flow<Loop>, Loop>& flows) {
    return ways_upwards(flows);
}
Table<bool, Stage> going_upwards(const Table<Flow<Stage>, Stage>& flows) {
    return ways_upwards(flows);
}

std::optional<bool> fixed_direction(const Stage& stage) {
    if (stage.phase != Phase::kWhole) return false;  // leaves are begun at their first rows
    if (!stage.is_scan() || stage.scan_axis == eHorizontal) return std::nullopt;
    return stage.scan_backwards;
}

std::map<ReadBy, std::string> recurrence_edges(const CpuPlan& plan, const Table<int, Stage>& level,
                                               const Table<Id<Stage>, Stage>& part) {
    std::map<ReadBy, std::string> mixed = mixed_edges(plan, level);
    return mixed.empty() ? column_edges(plan, level, part) : mixed;
}

Table<int, Stage> recurrence_kinds(const CpuPlan& plan, const Table<int, Stage>& level,
                                   const Table<Id<Stage>, Stage>& part) {
    std::map<Id<Stage>, int> kinds;  // by part
    for (const Id<Stage> s : plan.stages.ids())
        if (plan.stages[s].is_recurrence()) kinds[part[s]] = lines_of(plan.stages[s]);
    for (const auto& [in_part, images] : whole_pictures(plan, level, part))
        kinds[in_part] = 1 + kAlongColumns + in_part.number();
    Table<int, Stage> result;
    for (const Id<Stage> p : part) result.add(kinds[p]);
    return result;
}

bool runs_along_columns(const Kernel& kernel) {
    return std::any_of(kernel.loops.begin(), kernel.loops.end(), [](const Loop& l) {
        return l.is_recurrence() && l.kind == LoopKind::kVerticalScan;
    });
}

bool runs_along_rows(const Kernel& kernel) {
    return std::any_of(kernel.loops.begin(), kernel.loops.end(), [](const Loop& l) {
        return l.is_recurrence() && l.kind == LoopKind::kHorizontalScan;
    });
}

bool keeps_columns(const Kernel& kernel) {
    for (const Loop& loop : kernel.loops)
        for (const Read& read : loop.reads)
            if (read.line_buffer &&
                kernel.loops[kernel.line_buffers[*read.line_buffer].loop].upwards != loop.upwards)
                return true;
    return false;
}

}  // namespace weft
