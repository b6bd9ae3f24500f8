// Stages that only hand on one of their inputs: their readers read that input instead.
#include <algorithm>

#include "passes/bind.h"
#include "passes/cpu/cpu_passes.h"

namespace weft {

namespace {

/// The picture that all outputs of a stage are; none where it may differ, in what is told of it as
/// well, or is a graph input that would have to be a graph output.
std::optional<Id<PlanImage>> handed_on(const BoundGraph& plan, const Stage& stage) {
    if (!stage.copies || stage.phase != Phase::kWhole) return std::nullopt;
    const Id<PlanImage> from = stage.inputs[*stage.copies].image;
    const bool alike =
        std::all_of(stage.outputs.begin(), stage.outputs.end(), [&](Id<PlanImage> output) {
            const PlanImage& image = plan.images[output];
            return image.shape == plan.images[from].shape &&
                   (image.graph_outputs.empty() || !plan.images[from].graph_input());
        });
    return alike ? std::optional(from) : std::nullopt;
}

/// Everybody who reads `image` reads `from`.
void replace(BoundGraph& plan, Id<PlanImage> image, Id<PlanImage> from) {
    for (Stage& stage : plan.stages)
        for (StageInput& input : stage.inputs)
            if (input.image == image) input.image = from;
    for (const Id<GraphOutput> output : plan.images[image].graph_outputs) {
        plan.outputs[output] = from;
        plan.images[from].graph_outputs.push_back(output);
    }
    plan.images[image].graph_outputs.clear();
}

}  // namespace

CpuPlan forward(CpuPlan plan, const CpuContext& context, Decisions& decisions) {
    // Kernels for any size are found by their texts, which no value may change; in unbounded graphs
    // domains follow from readers.
    if (context.any_size || plan.intermediates == Intermediates::kUnbounded) return plan;
    BoundGraph& graph = plan;
    bool any = false;
    for (const Id<Stage> s : graph.stages.ids()) {
        const std::optional<Id<PlanImage>> from = handed_on(graph, graph.stages[s]);
        if (!from) continue;
        for (const Id<PlanImage> output : graph.stages[s].outputs) replace(graph, output, *from);
        decisions.add(graph.stages[s].name,
                      "not computed: it is " + graph.images[*from].name + ", bit for bit");
        any = true;
    }
    if (any) graph = with_regions(std::move(graph));
    return plan;
}

}  // namespace weft
