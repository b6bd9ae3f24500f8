// How many elements generated code computes at once.
#include <fmt/format.h>

#include "passes/cpu/cpu_passes.h"

namespace weft {

namespace {

/// Lanes of a recurrence along rows are rows, and whoever asks for a place is told of one.
bool asks_for_its_row(const Stage& stage) {
    return stage.is_recurrence() && stage.scan_axis == eHorizontal && stage.facts.places;
}

/// A loop is as wide as its narrowest stage: one without a SIMD form makes it scalar.
CpuPlan with_width(CpuPlan plan, int width) {
    for (Kernel& kernel : plan.kernels)
        for (Loop& loop : kernel.loops) {
            loop.width = width;
            for (const Id<Stage> s : loop.stages)
                if (!plan.stages[s].facts.simd || asks_for_its_row(plan.stages[s])) loop.width = 1;
        }
    return plan;
}

}  // namespace

CpuPlan vectorise(CpuPlan plan, const CpuContext& context, Decisions& decisions) {
    const int width = context.target.vector_width;
    for (const Stage& stage : plan.stages) {
        if (!stage.facts.simd)
            decisions.add(stage.name, "one element at a time: " + stage.facts.scalar_reason);
        else if (asks_for_its_row(stage))
            decisions.add(stage.name, "one element at a time: it asks for places along rows");
        else if (stage.facts.divergent)
            decisions.add(stage.name, fmt::format("{} lanes under masks: control flow depends on "
                                                  "pixel values",
                                                  width));
    }
    decisions.add(plan.name, fmt::format("{} lanes", width));
    return with_width(std::move(plan), width);
}

CpuPlan scalar(CpuPlan plan, const CpuContext&, Decisions& decisions) {
    decisions.add(plan.name, "turned off: one element at a time");
    return with_width(std::move(plan), 1);
}

}  // namespace weft
