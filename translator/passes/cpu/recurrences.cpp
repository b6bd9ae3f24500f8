#include "passes/cpu/recurrences.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "core/scale.h"
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

/// The stage of the same layer that makes what the input reads, or -1.
int source_of(const CpuPlan& plan, const std::vector<int>& level, int s, const StageInput& input) {
    const std::optional<int> producer = plan.images[input.image].producer();
    return producer && level[*producer] == level[s] ? *producer : -1;
}

/// Inputs where stages would join that run along rows and along columns: the first stage of each
/// connected part that brings them together comes later.
std::map<Edge, std::string> mixed_edges(const CpuPlan& plan, const std::vector<int>& level) {
    std::map<Edge, std::string> edges;
    std::vector<int> root(plan.stages.size()), lines(plan.stages.size(), 0);
    std::iota(root.begin(), root.end(), 0);
    const auto find = [&](int s) {
        while (root[s] != s) s = root[s];
        return s;
    };
    for (int s = 0; s < static_cast<int>(plan.stages.size()); ++s) {
        const std::vector<StageInput>& inputs = plan.stages[s].inputs;
        int joined = lines_of(plan.stages[s]);
        for (const StageInput& input : inputs)
            if (const int source = source_of(plan, level, s, input); source >= 0)
                joined |= lines[find(source)];
        lines[s] = joined == (kAlongRows | kAlongColumns) ? lines_of(plan.stages[s]) : joined;
        for (int i = 0; i < static_cast<int>(inputs.size()); ++i) {
            const int source = source_of(plan, level, s, inputs[i]);
            if (source < 0) continue;
            if (joined == (kAlongRows | kAlongColumns))
                edges[{s, i}] = "a recurrence down columns and a scan along rows share no kernel";
            else
                root[find(source)] = s;
        }
    }
    return edges;
}

/// Stage by stage, whether it goes upwards in its layer.
std::vector<bool> stages_going_upwards(const CpuPlan& plan, const std::vector<int>& level) {
    std::vector<Flow> flows;
    for (int s = 0; s < static_cast<int>(plan.stages.size()); ++s) {
        flows.push_back({fixed_direction(plan.stages[s]), {}});
        for (const StageInput& input : plan.stages[s].inputs)
            if (const int source = source_of(plan, level, s, input); source >= 0)
                flows.back().sources.push_back(source);
    }
    return going_upwards(flows);
}

/// Pictures that are made one way and read the other, within each part.
std::map<int, std::set<int>> whole_pictures(const CpuPlan& plan, const std::vector<int>& level,
                                            const std::vector<int>& part) {
    const std::vector<bool> upwards = stages_going_upwards(plan, level);
    std::map<int, std::set<int>> whole;
    for (int s = 0; s < static_cast<int>(plan.stages.size()); ++s)
        for (const StageInput& input : plan.stages[s].inputs) {
            const int source = source_of(plan, level, s, input);
            if (source >= 0 && upwards[source] != upwards[s]) whole[part[s]].insert(input.image);
        }
    return whole;
}

bool reads_across(const StageInput& input) {
    return input.scale_x != Scale{} ||
           std::any_of(input.taps.begin(), input.taps.end(), [](Offset t) { return t.x != 0; });
}

/// Bytes of a block of whole columns of these pictures.
std::size_t column_bytes(const CpuPlan& plan, const std::set<int>& images, bool pixels) {
    std::size_t bytes = 0;
    for (const int image : images) {
        const PlanImage& i = plan.images[image];
        const Rect& part = part_met(i);
        bytes += bytes_of(i.samples) *
                 static_cast<std::size_t>(std::min(part.width(), kSmallestBlock)) *
                 static_cast<std::size_t>(part.height()) *
                 static_cast<std::size_t>(pixels ? i.shape.planes : 1);
    }
    return bytes;
}

std::map<Edge, std::string> column_edges(const CpuPlan& plan, const std::vector<int>& level,
                                         const std::vector<int>& part) {
    std::map<Edge, std::string> edges;
    for (const auto& [number, images] : whole_pictures(plan, level, part)) {
        bool pixels = false;
        for (std::size_t s = 0; s < plan.stages.size(); ++s)
            pixels |= part[s] == number && plan.stages[s].per_pixel;
        const std::size_t bytes = column_bytes(plan, images, pixels);
        const bool fits = bytes <= column_budget(plan.target);
        for (int s = 0; s < static_cast<int>(plan.stages.size()); ++s) {
            if (part[s] != number) continue;
            const std::vector<StageInput>& inputs = plan.stages[s].inputs;
            for (int i = 0; i < static_cast<int>(inputs.size()); ++i) {
                if (source_of(plan, level, s, inputs[i]) < 0) continue;
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

}  // namespace

std::size_t column_budget(const Target& target) {
    const std::size_t share =
        target.llc_bytes / static_cast<std::size_t>(std::max(target.cores, 1));
    return std::max(target.l2_bytes, share / 2);
}

std::vector<bool> going_upwards(const std::vector<Flow>& flows) {
    std::vector<std::optional<bool>> way;
    for (const Flow& flow : flows) {
        way.push_back(flow.upwards);
        for (const int source : flow.sources)
            if (!way.back()) way.back() = way[source];
    }
    for (std::size_t i = flows.size(); i-- > 0;)
        for (const int source : flows[i].sources)
            if (!way[source]) way[source] = way[i];
    std::vector<bool> upwards;
    for (const std::optional<bool>& w : way) upwards.push_back(w.value_or(false));
    return upwards;
}

std::optional<bool> fixed_direction(const Stage& stage) {
    if (stage.phase != Phase::kWhole) return false;  // leaves are begun at their first rows
    if (!stage.is_scan() || stage.scan_axis == eHorizontal) return std::nullopt;
    return stage.scan_backwards;
}

std::map<Edge, std::string> recurrence_edges(const CpuPlan& plan, const std::vector<int>& level,
                                             const std::vector<int>& part) {
    std::map<Edge, std::string> mixed = mixed_edges(plan, level);
    return mixed.empty() ? column_edges(plan, level, part) : mixed;
}

std::vector<int> recurrence_kinds(const CpuPlan& plan, const std::vector<int>& level,
                                  const std::vector<int>& part) {
    const std::map<int, std::set<int>> whole = whole_pictures(plan, level, part);
    std::map<int, int> kinds;  // by part
    for (std::size_t s = 0; s < plan.stages.size(); ++s)
        if (plan.stages[s].is_recurrence()) kinds[part[s]] = lines_of(plan.stages[s]);
    for (const auto& [number, images] : whole) kinds[number] = 1 + kAlongColumns + number;
    std::vector<int> result;
    for (const int p : part) result.push_back(kinds[p]);
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
            if (read.line_buffer >= 0 &&
                kernel.loops[kernel.line_buffers[read.line_buffer].loop].upwards != loop.upwards)
                return true;
    return false;
}

}  // namespace weft
