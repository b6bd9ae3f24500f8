#include "passes/cpu/layers.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/border.h"
#include "core/scale.h"
#include "passes/cpu/far_reads.h"
#include "passes/cpu/stage_sets.h"

namespace weft {

namespace {

/// How often an element may be read at another resolution on its way through a kernel: every time
/// doubles what neighbouring tiles compute twice.
constexpr int kMaxScalings = 2;

/// The most scalings on any way to stage `s` within its layer, given those of the stages before it.
int scalings_to(const CpuPlan& plan, const Table<int, Stage>& level,
                const Table<int, Stage>& scalings, Id<Stage> s) {
    int most = 0;
    for (const StageInput& input : plan.stages[s].inputs) {
        const std::optional<Id<Stage>> producer = plan.images[input.image].producer();
        if (producer && level[*producer] == level[s])
            most = std::max(most, scalings[*producer] + (input.is_scaled() ? 1 : 0));
    }
    return most;
}

/// Whether no way through stages of one level reads at another resolution too often.
bool scalings_are_few(const CpuPlan& plan, const Table<int, Stage>& level) {
    Table<int, Stage> scalings(plan.stages.size(), 0);
    for (const Id<Stage> s : plan.stages.ids()) {
        scalings[s] = scalings_to(plan, level, scalings, s);
        if (scalings[s] > kMaxScalings) return false;
    }
    return true;
}

/// How many stages read each image.
Table<int, PlanImage> readers_of(const CpuPlan& plan) {
    Table<int, PlanImage> readers(plan.images.size(), 0);
    for (const Stage& stage : plan.stages) {
        std::set<Id<PlanImage>> images;
        for (const StageInput& input : stage.inputs) images.insert(input.image);
        for (const Id<PlanImage> image : images) ++readers[image];
    }
    return readers;
}

}  // namespace

std::string needs_whole_picture(const CpuPlan& plan, const StageInput& input, const Rect& reader) {
    if (plan.images[input.image].is_state()) return "all elements make the result";
    if (input.freedom == eRandom) return "it is read anywhere";
    const Rect& domain = plan.images[input.image].shape.domain;
    const Rect around = scaled(input.scale_x, input.scale_y, reader);
    const bool leaves =
        around.y0 + input.taps.front().y < domain.y0 || around.y1 + input.taps.back().y > domain.y1;
    if (!leaves) return {};
    if (reads_far_side(input.border.mode)) return "its border repeats rows from the far end";
    const int beyond = std::max(domain.y0 - around.y0, around.y1 - domain.y1);
    if (reflects(input.border.mode) && beyond > 0)
        return "its border mirrors rows far beyond the picture";
    return {};
}

Layers::Layers(const CpuPlan& plan, const std::map<ReadBy, std::string>& cut)
    : level(plan.stages.size(), 0), scalings_(plan.stages.size(), 0) {
    for (const Id<Stage> s : plan.stages.ids()) place(plan, s, cut);
}

void Layers::place(const CpuPlan& plan, Id<Stage> s, const std::map<ReadBy, std::string>& cut) {
    const Stage& stage = plan.stages[s];
    for (const Id<StageInput> i : stage.inputs.ids()) {
        const std::optional<Id<Stage>> producer = plan.images[stage.inputs[i].image].producer();
        if (!producer) continue;
        std::string reason = needs_whole_picture(plan, stage.inputs[i], stage.domain);
        if (const auto at = cut.find({s, i}); reason.empty() && at != cut.end())
            reason = at->second;
        if (reason.empty() && stage.inputs[i].is_scaled() && scalings_[*producer] >= kMaxScalings)
            reason = fmt::format("{} resolutions lie between already", kMaxScalings);
        if (!reason.empty()) materialised[{s, i}] = reason;
        level[s] = std::max(level[s], level[*producer] + (reason.empty() ? 0 : 1));
    }
    scalings_[s] = scalings_to(plan, level, scalings_, s);
}

Table<Id<Stage>, Stage> connected(const CpuPlan& plan, const Table<int, Stage>& level) {
    StageSets sets(plan.stages.ids());
    for (const Id<Stage> s : plan.stages.ids())
        for (const StageInput& input : plan.stages[s].inputs) {
            const std::optional<Id<Stage>> producer = plan.images[input.image].producer();
            if (!producer || level[*producer] != level[s]) continue;
            const Id<Stage> a = sets.find(*producer), b = sets.find(s);
            sets.join(std::max(a, b), std::min(a, b));
        }
    Table<Id<Stage>, Stage> part;
    for (const Id<Stage> s : plan.stages.ids()) part.add(sets.find(s));
    return part;
}

std::map<Id<Stage>, std::vector<Rect>> results(const CpuPlan& plan, const Table<int, Stage>& level,
                                               const Table<Id<Stage>, Stage>& part) {
    std::set<Id<PlanImage>> read_outside;
    for (const Id<Stage> s : plan.stages.ids())
        for (const StageInput& input : plan.stages[s].inputs) {
            const std::optional<Id<Stage>> producer = plan.images[input.image].producer();
            if (producer && level[*producer] != level[s]) read_outside.insert(input.image);
        }
    std::map<Id<Stage>, std::vector<Rect>> domains;
    for (const Id<Stage> s : plan.stages.ids())
        for (const Id<PlanImage> image : plan.stages[s].outputs)
            if (!plan.images[image].graph_outputs.empty() || read_outside.count(image) > 0)
                domains[part[s]].push_back(plan.stages[s].domain);
    return domains;
}

std::map<ReadBy, std::string> unequal_edges(const CpuPlan& plan, const Table<int, Stage>& level) {
    const Table<Id<Stage>, Stage> part = connected(plan, level);
    std::set<Id<Stage>> unequal;  // parts
    for (const auto& [first_stage, domains] : results(plan, level, part))
        if (std::any_of(domains.begin(), domains.end(),
                        [&, first = domains.front()](const Rect& d) { return d != first; }))
            unequal.insert(first_stage);
    const Table<int, PlanImage> readers = readers_of(plan);
    std::map<ReadBy, std::string> all, shared;
    const char* const reason = "the kernel's results would be of different sizes";
    for (const Id<Stage> s : plan.stages.ids())
        for (const Id<StageInput> i : plan.stages[s].inputs.ids()) {
            const StageInput& input = plan.stages[s].inputs[i];
            const std::optional<Id<Stage>> producer = plan.images[input.image].producer();
            if (!producer || level[*producer] != level[s] || !input.is_scaled() ||
                unequal.count(part[s]) == 0)
                continue;
            all[{s, i}] = reason;
            const bool leaves = !plan.images[input.image].graph_outputs.empty();
            if (leaves || readers[input.image] > 1) shared[{s, i}] = reason;
        }
    return shared.empty() ? all : shared;
}

std::map<ReadBy, std::string> edges_between(const CpuPlan& plan, const CpuContext& context,
                                            const Table<int, Stage>& level) {
    std::map<ReadBy, std::string> edges = unequal_edges(plan, level);
    if (edges.empty()) edges = recurrence_edges(plan, level, connected(plan, level));
    // Kernels for any size do not know what is large beside it.
    if (edges.empty() && !context.any_size) edges = far_edges(plan, level);
    return edges;
}

bool can_be_kernels(const CpuPlan& plan, const CpuContext& context,
                    const Table<int, Stage>& kernel_of) {
    return scalings_are_few(plan, kernel_of) && edges_between(plan, context, kernel_of).empty();
}

}  // namespace weft
