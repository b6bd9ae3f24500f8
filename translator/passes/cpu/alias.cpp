// Pictures that may lie in an output's memory until the output itself is written there.
#include <fmt/format.h>

#include <algorithm>

#include "passes/cpu/cpu_passes.h"

namespace weft {

namespace {

/// Whether each row of what the kernel makes follows from the same row of what it reads.
bool keeps_to_rows(const CpuPlan& plan, const Kernel& kernel) {
    for (const Id<Stage> s : kernel.stages) {
        const Stage& stage = plan.stages[s];
        if (stage.phase != Phase::kWhole || (stage.is_scan() && stage.scan_axis == eVertical))
            return false;
        for (const StageInput& input : stage.inputs)
            if (input.freedom == eRandom || input.scale_y != Scale{} || input.taps.front().y != 0 ||
                input.taps.back().y != 0)
                return false;
    }
    return true;
}

/// Whether nothing in it sees more than a plane: it may go plane by plane.
bool keeps_to_planes(const CpuPlan& plan, const Kernel& kernel) {
    return std::all_of(kernel.stages.begin(), kernel.stages.end(), [&](Id<Stage> s) {
        const Stage& stage = plan.stages[s];
        return !stage.per_pixel &&
               std::all_of(stage.inputs.begin(), stage.inputs.end(),
                           [](const StageInput& input) { return input.granularity == eComponent; });
    });
}

bool makes(const CpuPlan& plan, const Kernel& kernel, Id<PlanImage> image) {
    const std::optional<Id<Stage>> producer = plan.images[image].producer();
    return producer &&
           std::find(kernel.stages.begin(), kernel.stages.end(), *producer) != kernel.stages.end();
}

/// Whether nothing but `image` leaves the kernel.
bool makes_only(const CpuPlan& plan, const Kernel& kernel, Id<PlanImage> image) {
    for (const Id<Stage> s : kernel.stages)
        for (const Id<PlanImage> other : plan.stages[s].outputs)
            if (other != image && (kept(plan, other) || !plan.images[other].graph_outputs.empty()))
                return false;
    return kept(plan, image) == nullptr;
}

/// A picture of that size which the kernel reads and nobody reads later.
std::optional<Id<PlanImage>> alias_for(const CpuPlan& plan, Id<Kernel> k, const ImageShape& shape) {
    for (const Id<PlanImage> i : plan.images.ids()) {
        const PlanImage& image = plan.images[i];
        if (!kept(plan, i) || image.is_state() || !same_samples(image.shape, shape) ||
            !image.graph_outputs.empty())
            continue;
        Id<Kernel> last(0);
        for (const Id<Kernel> r : plan.kernels.ids())
            for (const Id<Stage> s : plan.kernels[r].stages)
                for (const StageInput& input : plan.stages[s].inputs)
                    if (input.image == i) last = r;
        if (last == k && !makes(plan, plan.kernels[k], i)) return i;
    }
    return std::nullopt;
}

}  // namespace

CpuPlan alias(CpuPlan plan, const CpuContext& context, Decisions& decisions) {
    for (const Id<Kernel> k : plan.kernels.ids()) {
        const Kernel& kernel = plan.kernels[k];
        if (!keeps_to_rows(plan, kernel)) continue;
        for (const Id<GraphOutput> o : plan.outputs.ids()) {
            const Id<PlanImage> output = plan.outputs[o];
            if (!makes(plan, kernel, output) || !makes_only(plan, kernel, output) ||
                plan.images[output].graph_outputs.size() != 1)
                continue;
            // Interleaved planes would each take a way through memory, where one plane could be
            // kept.
            if (!context.planar_output(o) && keeps_to_planes(plan, kernel)) continue;
            const std::optional<Id<PlanImage>> aliased =
                alias_for(plan, k, plan.images[output].shape);
            if (!aliased) continue;
            kept(plan, *aliased)->output = o;
            decisions.add(plan.images[*aliased].name,
                          fmt::format("lies in the memory of {} until {} writes it",
                                      plan.output_names[o], kernel.name));
        }
    }
    return plan;
}

}  // namespace weft
