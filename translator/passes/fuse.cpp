// Which stages share a kernel.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>

#include "core/scale.h"

#include "passes/passes.h"
#include "passes/recurrences.h"

namespace weft {

namespace {

Loop loop_of(const Stage& stage, int index) {
    Loop loop;
    loop.stages = {index};
    loop.domain = stage.domain;
    loop.planes = stage.planes;
    if (stage.phase == Phase::kReduce) loop.kind = LoopKind::kReduce;
    if (stage.phase == Phase::kResult) loop.kind = LoopKind::kResult;
    if (stage.is_scan()) {
        loop.kind =
            stage.scan_axis == eHorizontal ? LoopKind::kHorizontalScan : LoopKind::kVerticalScan;
        loop.restart_period = stage.restart_period;
        loop.backwards = stage.scan_backwards;
    }
    return loop;
}

/// How often an element may be read at another resolution on its way through a kernel: every time
/// doubles what neighbouring tiles compute twice.
constexpr int kMostScalings = 2;

/// Why a reader needs all rows of its producer at once, or "".
std::string needs_whole_picture(const Plan& plan, const StageInput& input, const Rect& reader) {
    if (plan.images[input.image].is_state()) return "all elements make the result";
    if (input.freedom == eRandom) return "it is read anywhere";
    const Rect& domain = plan.images[input.image].shape.domain;
    const Rect around = scaled(input.scale_x, input.scale_y, reader);
    const bool leaves =
        around.y0 + input.taps.front().y < domain.y0 || around.y1 + input.taps.back().y > domain.y1;
    if (!leaves) return {};
    if (input.border.mode == eRepeat) return "its border repeats rows from the far end";
    const int beyond = std::max(domain.y0 - around.y0, around.y1 - domain.y1);
    if (input.border.mode == eMirror && beyond > 0)
        return "its border mirrors rows far beyond the picture";
    return {};
}

/// Kernels from the number of each stage's kernel, in launch order.
Plan with_kernels(Plan plan, const std::vector<int>& kernel_of) {
    const int count =
        kernel_of.empty() ? 0 : *std::max_element(kernel_of.begin(), kernel_of.end()) + 1;
    plan.kernels.assign(static_cast<std::size_t>(count), {});
    for (int s = 0; s < static_cast<int>(plan.stages.size()); ++s) {
        Kernel& kernel = plan.kernels[kernel_of[s]];
        kernel.stages.push_back(s);
        kernel.loops.push_back(loop_of(plan.stages[s], s));
    }
    for (PlanImage& image : plan.images) image.materialised = false;
    for (int s = 0; s < static_cast<int>(plan.stages.size()); ++s)
        for (const StageInput& input : plan.stages[s].inputs) {
            PlanImage& image = plan.images[input.image];
            if (image.producer >= 0 && kernel_of[image.producer] != kernel_of[s])
                image.materialised = true;
        }
    for (std::size_t k = 0; k < plan.kernels.size(); ++k)
        plan.kernels[k].name = fmt::format("{}.kernel{}", plan.name, k);
    return plan;
}

/// Graph outputs that are graph inputs still need a kernel to copy them.
Plan with_copies(Plan plan) {
    const bool passes_through = std::any_of(plan.outputs.begin(), plan.outputs.end(),
                                            [&](int i) { return plan.images[i].graph_input >= 0; });
    if (passes_through && plan.kernels.empty()) {
        plan.kernels.emplace_back();
        plan.kernels.back().name = plan.name + ".kernel0";
    }
    return plan;
}

/// Stages in layers: a stage comes after the layer of what it needs whole, else into the same one.
class Layers {
  public:
    Layers(const Plan& plan, const std::map<Edge, std::string>& cut)
        : level(plan.stages.size(), 0), scalings_(plan.stages.size(), 0) {
        for (int s = 0; s < static_cast<int>(plan.stages.size()); ++s) place(plan, s, cut);
    }

    std::vector<int> level;
    std::map<Edge, std::string> materialised;  ///< and why

  private:
    void place(const Plan& plan, int s, const std::map<Edge, std::string>& cut) {
        const Stage& stage = plan.stages[s];
        for (int i = 0; i < static_cast<int>(stage.inputs.size()); ++i) {
            const int producer = plan.images[stage.inputs[i].image].producer;
            if (producer < 0) continue;
            std::string reason = needs_whole_picture(plan, stage.inputs[i], stage.domain);
            if (const auto at = cut.find({s, i}); reason.empty() && at != cut.end())
                reason = at->second;
            if (reason.empty() && stage.inputs[i].is_scaled() &&
                scalings_[producer] >= kMostScalings)
                reason = fmt::format("{} resolutions lie between already", kMostScalings);
            if (!reason.empty()) materialised[{s, i}] = reason;
            level[s] = std::max(level[s], level[producer] + (reason.empty() ? 0 : 1));
        }
        for (const StageInput& input : stage.inputs) {
            const int producer = plan.images[input.image].producer;
            if (producer >= 0 && level[producer] == level[s])
                scalings_[s] =
                    std::max(scalings_[s], scalings_[producer] + (input.is_scaled() ? 1 : 0));
        }
    }

    std::vector<int> scalings_;  ///< the most on any way to a stage within its layer
};

/// Stages of a layer that feed one another: a number for each stage, the lowest of its stages.
std::vector<int> connected(const Plan& plan, const std::vector<int>& level) {
    std::vector<int> root(plan.stages.size());
    std::iota(root.begin(), root.end(), 0);
    const auto find = [&](int s) {
        while (root[s] != s) s = root[s];
        return s;
    };
    for (int s = 0; s < static_cast<int>(plan.stages.size()); ++s)
        for (const StageInput& input : plan.stages[s].inputs) {
            const int producer = plan.images[input.image].producer;
            if (producer < 0 || level[producer] != level[s]) continue;
            const int a = find(producer), b = find(s);
            root[std::max(a, b)] = std::min(a, b);
        }
    for (int s = 0; s < static_cast<int>(root.size()); ++s) root[s] = find(s);
    return root;
}

/// The domains of what the stages of each connected part leave behind, by the part's number.
std::map<int, std::vector<Rect>> results(const Plan& plan, const std::vector<int>& level,
                                         const std::vector<int>& part) {
    std::set<int> read_outside;
    for (int s = 0; s < static_cast<int>(plan.stages.size()); ++s)
        for (const StageInput& input : plan.stages[s].inputs) {
            const int producer = plan.images[input.image].producer;
            if (producer >= 0 && level[producer] != level[s]) read_outside.insert(input.image);
        }
    std::map<int, std::vector<Rect>> domains;
    for (int s = 0; s < static_cast<int>(plan.stages.size()); ++s)
        for (int image : plan.stages[s].outputs)
            if (!plan.images[image].graph_outputs.empty() || read_outside.count(image) > 0)
                domains[part[s]].push_back(plan.stages[s].domain);
    return domains;
}

/// How many stages read each image.
std::map<int, int> readers_of(const Plan& plan) {
    std::map<int, int> readers;
    for (const Stage& stage : plan.stages) {
        std::set<int> images;
        for (const StageInput& input : stage.inputs) images.insert(input.image);
        for (int image : images) ++readers[image];
    }
    return readers;
}

/// Inputs at another resolution within parts whose results are of different sizes: tiles of one
/// would be far from tiles of the other. Those of pictures that others read too, if there are any:
/// there the sizes part.
std::map<Edge, std::string> unequal_edges(const Plan& plan, const std::vector<int>& level) {
    const std::vector<int> part = connected(plan, level);
    std::set<int> unequal;
    for (const auto& [number, domains] : results(plan, level, part))
        if (std::any_of(domains.begin(), domains.end(),
                        [&, first = domains.front()](const Rect& d) { return d != first; }))
            unequal.insert(number);
    std::map<int, int> readers = readers_of(plan);
    std::map<Edge, std::string> all, shared;
    const char* const reason = "the kernel's results would be of different sizes";
    for (int s = 0; s < static_cast<int>(plan.stages.size()); ++s)
        for (int i = 0; i < static_cast<int>(plan.stages[s].inputs.size()); ++i) {
            const StageInput& input = plan.stages[s].inputs[i];
            const int producer = plan.images[input.image].producer;
            if (producer < 0 || level[producer] != level[s] || !input.is_scaled() ||
                unequal.count(part[s]) == 0)
                continue;
            all[{s, i}] = reason;
            const bool leaves = !plan.images[input.image].graph_outputs.empty();
            if (leaves || readers[input.image] > 1) shared[{s, i}] = reason;
        }
    return shared.empty() ? all : shared;
}

/// A kernel for all parts of a layer whose results are of one size and whose recurrences agree.
std::vector<int> kernels_of(const Plan& plan, const std::vector<int>& level) {
    const std::vector<int> part = connected(plan, level);
    const std::vector<int> kind = recurrence_kinds(plan, level, part);
    using Key = std::pair<int, std::array<int, 5>>;
    std::map<int, Key> key;  // by part
    for (const auto& [number, domains] : results(plan, level, part)) {
        Rect all;
        for (const Rect& d : domains) all = hull(all, d);
        key[number] = {level[number], {all.x0, all.y0, all.x1, all.y1, kind[number]}};
    }
    std::map<Key, int> first;  // the first stage of each kernel
    for (int s = 0; s < static_cast<int>(part.size()); ++s) first.try_emplace(key[part[s]], s);
    std::vector<std::pair<int, int>> order;  // layer, first stage
    for (const auto& [k, s] : first) order.push_back({k.first, s});
    std::sort(order.begin(), order.end());
    std::vector<int> result(part.size());
    for (std::size_t s = 0; s < part.size(); ++s) {
        const Key& k = key[part[s]];
        result[s] = static_cast<int>(
            std::find(order.begin(), order.end(), std::pair{k.first, first[k]}) - order.begin());
    }
    return result;
}

}  // namespace

Plan fuse(Plan plan, const PlanContext&, Decisions& decisions) {
    std::map<Edge, std::string> cut;
    Layers layers(plan, cut);
    while (true) {
        std::map<Edge, std::string> more = unequal_edges(plan, layers.level);
        if (more.empty())
            more = recurrence_edges(plan, layers.level, connected(plan, layers.level));
        if (more.empty()) break;
        cut.merge(more);
        layers = Layers(plan, cut);
    }
    for (const auto& [edge, reason] : layers.materialised) {
        const Stage& stage = plan.stages[edge.first];
        decisions.add(
            fmt::format("{} -> {}", plan.images[stage.inputs[edge.second].image].name, stage.name),
            "materialised: " + reason);
    }
    const std::vector<int> kernel_of = kernels_of(plan, layers.level);
    plan = with_copies(with_kernels(std::move(plan), kernel_of));
    decisions.add(plan.name, fmt::format("{} stages in {} kernel{}", plan.stages.size(),
                                         plan.kernels.size(), plan.kernels.size() == 1 ? "" : "s"));
    return plan;
}

Plan one_kernel_per_stage(Plan plan, const PlanContext&, Decisions& decisions) {
    std::vector<int> kernel_of(plan.stages.size());
    std::iota(kernel_of.begin(), kernel_of.end(), 0);
    decisions.add(plan.name, fmt::format("turned off: {} kernels of one stage", kernel_of.size()));
    return with_copies(with_kernels(std::move(plan), kernel_of));
}

}  // namespace weft
