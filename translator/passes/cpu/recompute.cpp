// Point operations that are computed again wherever they are read, and not kept in a buffer.
#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <set>

#include "passes/cpu/cpu_passes.h"
#include "passes/cpu/layers.h"
#include "passes/cpu/stage_clocks.h"
#include "passes/cpu/stage_kernels.h"

namespace weft {

namespace {

/// How much longer computing again may take than moving what would be stored: buffers also keep
/// others out of the caches, are had from the system page by page, and are memory of its users.
constexpr double kWorthOfMemory = 4;

/// Kernels of the stages that read `image`.
std::set<int> kernels_reading(const CpuPlan& plan, const Table<int, Stage>& kernel_of,
                              Id<PlanImage> image) {
    std::set<int> kernels;
    for (const Id<Stage> s : plan.stages.ids())
        for (const StageInput& input : plan.stages[s].inputs)
            if (input.image == image) kernels.insert(kernel_of[s]);
    return kernels;
}

std::set<int> kernels_reading(const CpuPlan& plan, const Table<int, Stage>& kernel_of,
                              const Stage& stage) {
    std::set<int> kernels;
    for (const Id<PlanImage> image : stage.outputs)
        kernels.merge(kernels_reading(plan, kernel_of, image));
    return kernels;
}

/// Whether each element follows from the same element of pictures that are in memory anyway, and
/// nobody needs the result in memory.
bool may_be_repeated(const CpuPlan& plan, const Table<int, Stage>& kernel_of, Id<Stage> s) {
    const Stage& stage = plan.stages[s];
    if (!is_elementwise(stage.facts.dependence) || stage.phase != Phase::kWhole) return false;
    for (const StageInput& input : stage.inputs) {
        const std::optional<Id<Stage>> producer = plan.images[input.image].producer();
        const std::set<int> readers = kernels_reading(plan, kernel_of, input.image);
        const bool kept =
            !producer || readers.size() > 1 || !readers.contains(kernel_of[*producer]);
        if (!kept || !input.at_element_only() || input.freedom == eRandom) return false;
    }
    for (const Id<PlanImage> image : stage.outputs)
        if (!plan.images[image].graph_outputs.empty()) return false;
    for (const Id<Stage> r : plan.stages.ids())
        for (const StageInput& input : plan.stages[r].inputs)
            if (plan.images[input.image].producer() == s && kernel_of[r] != kernel_of[s] &&
                !needs_whole_picture(plan, input, plan.stages[r].domain).empty())
                return false;
    return true;
}

/// Bytes that need not move for each element where stage `s` is computed in the kernels `elsewhere`
/// too: of its results, but for what the kernels have to read instead.
double bytes_saved(const CpuPlan& plan, const Table<int, Stage>& kernel_of, Id<Stage> s,
                   const std::set<int>& elsewhere, bool stays) {
    const auto pixel_bytes = [&](Id<PlanImage> image) {
        const PlanImage& i = plan.images[image];
        return static_cast<double>(bytes_of(i.samples)) * i.shape.planes;
    };
    double saved = 0;
    for (const Id<PlanImage> image : plan.stages[s].outputs) {
        std::set<int> readers = kernels_reading(plan, kernel_of, image);
        readers.erase(kernel_of[s]);
        // A line is brought near before it is written, and goes back.
        if (!readers.empty()) saved += pixel_bytes(image) * static_cast<double>(2 + readers.size());
    }
    std::set<Id<PlanImage>> inputs;
    for (const StageInput& input : plan.stages[s].inputs) inputs.insert(input.image);
    for (const Id<PlanImage> image : inputs) {
        std::set<int> before = kernels_reading(plan, kernel_of, image), after = elsewhere;
        for (const Id<Stage> r : plan.stages.ids())
            for (const StageInput& input : plan.stages[r].inputs)
                if (input.image == image && (stays || r != s)) after.insert(kernel_of[r]);
        saved -= pixel_bytes(image) *
                 (static_cast<double>(after.size()) - static_cast<double>(before.size()));
    }
    return saved;
}

/// Seconds of one element on one core.
double element_seconds(const CpuPlan& plan, const Stage& stage, const CpuCosts& costs) {
    return arithmetic_clocks(stage.operations, costs) * stage.planes /
           (stage.facts.simd ? plan.target.vector_width : 1) / costs.clock_hz;
}

struct Kernels {
    CpuPlan plan;
    Table<int, Stage> of;  ///< numbers, while kernels are sought
};

/// With a copy of stage `s` in each of the kernels `elsewhere`, and the stage itself where it
/// `stays`.
Kernels repeated(const Kernels& from, Id<Stage> s, const std::set<int>& elsewhere, bool stays) {
    Kernels to = from;
    to.plan.stages.clear();
    to.of.clear();
    const auto add = [&](Stage stage, int kernel) {
        to.plan.stages.add(std::move(stage));
        to.of.add(kernel);
    };
    Table<Stage> stages = from.plan.stages;  // those after `s` come to read its copies
    for (const Id<Stage> at : stages.ids()) {
        if (at != s || stays) add(stages[at], from.of[at]);
        if (at != s) continue;
        for (const int kernel : elsewhere) {
            Stage copy = from.plan.stages[s];
            for (Id<PlanImage>& image : copy.outputs) {
                const Id<PlanImage> own = to.plan.images.add(from.plan.images[image]);
                for (const Id<Stage> r : stages.ids())
                    for (StageInput& input : stages[r].inputs)
                        if (input.image == image && from.of[r] == kernel) input.image = own;
                image = own;
            }
            add(std::move(copy), kernel);
        }
    }
    for (PlanImage& image : to.plan.images)
        if (image.producer()) image.source = FromNowhere{};
    for (const Id<Stage> r : to.plan.stages.ids())
        for (const Id<PlanImage> image : to.plan.stages[r].outputs)
            to.plan.images[image].source = FromStage{r};
    return to;
}

bool runs_along_columns(const Kernels& kernels, int kernel) {
    for (const Id<Stage> s : kernels.of.ids())
        if (const Stage& stage = kernels.plan.stages[s];
            kernels.of[s] == kernel && stage.is_recurrence() && stage.scan_axis == eVertical)
            return true;
    return false;
}

}  // namespace

CpuPlan recompute(CpuPlan plan, const CpuContext& context, Decisions& decisions) {
    const CpuCosts costs;
    Kernels kernels{std::move(plan), {}};
    for (const std::optional<Id<Kernel>>& kernel : kernels_of_stages(kernels.plan))
        kernels.of.add(kernel.value().number());
    for (const Id<Stage> s : kernels.of.ids() | std::views::reverse) {
        const Stage& stage = kernels.plan.stages[s];
        std::set<int> elsewhere = kernels_reading(kernels.plan, kernels.of, stage);
        const bool stays = elsewhere.erase(kernels.of[s]) > 0;
        if (elsewhere.empty() || !may_be_repeated(kernels.plan, kernels.of, s)) continue;
        const double again = static_cast<double>(elsewhere.size() - (stays ? 0 : 1)) *
                             element_seconds(kernels.plan, stage, costs);
        const double moved = bytes_saved(kernels.plan, kernels.of, s, elsewhere, stays) /
                             costs.memory_bytes_per_second;
        // Of a kernel that runs along columns rows may be asked for in either direction.
        if (again > kWorthOfMemory * moved ||
            std::any_of(elsewhere.begin(), elsewhere.end(),
                        [&](int k) { return runs_along_columns(kernels, k); }))
            continue;
        Kernels more = repeated(kernels, s, elsewhere, stays);
        if (!can_be_kernels(more.plan, context, more.of)) continue;
        decisions.add(stage.name,
                      fmt::format("computed in {} kernels, not kept: {:.2f} ns again for each "
                                  "element, {:.2f} ns to move it",
                                  elsewhere.size() + (stays ? 1 : 0), again * 1e9, moved * 1e9));
        kernels = std::move(more);
    }
    return with_kernels(std::move(kernels.plan), renumbered(kernels.of));
}

}  // namespace weft
