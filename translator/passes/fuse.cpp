// Which stages share a kernel.
#include <fmt/format.h>

#include <algorithm>

#include "passes/passes.h"

namespace weft {

namespace {

Loop loop_of(const Stage& stage, int index) {
    Loop loop;
    loop.stages = {index};
    loop.domain = stage.domain;
    loop.planes = stage.planes;
    if (stage.is_scan()) {
        loop.kind =
            stage.scan_axis == eHorizontal ? LoopKind::kHorizontalScan : LoopKind::kVerticalScan;
        loop.restart_period = stage.restart_period;
    }
    return loop;
}

/// Why a reader needs all rows of its producer at once, or "".
std::string needs_whole_picture(const Plan& plan, const StageInput& input, const Rect& reader) {
    const Rect& domain = plan.images[input.image].shape.domain;
    const bool leaves =
        reader.y0 + input.taps.front().y < domain.y0 || reader.y1 + input.taps.back().y > domain.y1;
    if (!leaves) return {};
    if (input.border.mode == eRepeat) return "its border repeats rows from the far end";
    const int beyond = std::max(domain.y0 - reader.y0, reader.y1 - domain.y1);
    if (input.border.mode == eMirror && beyond > 0)
        return "its border mirrors rows far beyond the picture";
    return {};
}

/// Kernels from a level per stage: stages of one level share a kernel.
Plan with_kernels(Plan plan, const std::vector<int>& level) {
    const int count = level.empty() ? 0 : *std::max_element(level.begin(), level.end()) + 1;
    plan.kernels.assign(static_cast<std::size_t>(count), {});
    for (int s = 0; s < static_cast<int>(plan.stages.size()); ++s) {
        Kernel& kernel = plan.kernels[level[s]];
        kernel.stages.push_back(s);
        kernel.loops.push_back(loop_of(plan.stages[s], s));
    }
    for (PlanImage& image : plan.images) image.materialised = false;
    for (int s = 0; s < static_cast<int>(plan.stages.size()); ++s)
        for (const StageInput& input : plan.stages[s].inputs) {
            PlanImage& image = plan.images[input.image];
            if (image.producer >= 0 && level[image.producer] != level[s]) image.materialised = true;
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

}  // namespace

Plan fuse(Plan plan, const PlanContext&, Decisions& decisions) {
    std::vector<int> level(plan.stages.size(), 0);
    for (std::size_t s = 0; s < plan.stages.size(); ++s)
        for (const StageInput& input : plan.stages[s].inputs) {
            const PlanImage& image = plan.images[input.image];
            if (image.producer < 0) continue;
            const std::string reason = needs_whole_picture(plan, input, plan.stages[s].domain);
            level[s] = std::max(level[s], level[image.producer] + (reason.empty() ? 0 : 1));
            if (!reason.empty())
                decisions.add(fmt::format("{} -> {}", image.name, plan.stages[s].name),
                              "materialised: " + reason);
        }
    plan = with_copies(with_kernels(std::move(plan), level));
    decisions.add(plan.name, fmt::format("{} stages in {} kernel{}", plan.stages.size(),
                                         plan.kernels.size(), plan.kernels.size() == 1 ? "" : "s"));
    return plan;
}

Plan one_kernel_per_stage(Plan plan, const PlanContext&, Decisions& decisions) {
    std::vector<int> level(plan.stages.size());
    for (std::size_t s = 0; s < plan.stages.size(); ++s) level[s] = static_cast<int>(s);
    decisions.add(plan.name, fmt::format("turned off: {} kernels of one stage", level.size()));
    return with_copies(with_kernels(std::move(plan), level));
}

}  // namespace weft
