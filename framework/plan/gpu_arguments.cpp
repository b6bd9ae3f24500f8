#include "plan/gpu_arguments.h"

#include "plan/reach_arguments.h"

namespace weft {

namespace {

const Stage& stage_at(const GpuPlan& plan, int stage) {
    return plan.stages[static_cast<std::size_t>(stage)];
}

void add_bounds(const GpuPlan& plan, const GpuKernel& kernel, std::vector<GpuArgument>& all) {
    using Of = BoundsArgument::Of;
    if (kernel.kind == GpuKernelKind::kReduce)
        all.push_back(
            BoundsArgument{Of::kElements, 0, stage_at(plan, kernel.stages.front()).domain});
    if (kernel.kind != GpuKernelKind::kGroup) return;
    const GpuGroup& group = kernel.group;
    for (std::size_t k = 0; k < group.levels.size(); ++k)
        all.push_back(BoundsArgument{Of::kLevel, k, group.levels[k].inner});
    for (std::size_t l = 0; l < group.loops.size(); ++l)
        all.push_back(BoundsArgument{Of::kLoop, l, group.loops[l].domain});
}

void add_pictures(const GpuPlan& plan, const GpuKernel& kernel, std::vector<GpuArgument>& all) {
    using As = PictureArgument::As;
    if (kernel.source >= 0) all.push_back(PictureArgument{As::kSource, 0, kernel.source, 0});
    for (std::size_t i = 0; i < kernel.inputs.size(); ++i) {
        const GpuInput& input = kernel.inputs[i];
        const StageInput& read =
            stage_at(plan, input.stage).inputs[static_cast<std::size_t>(input.input)];
        all.push_back(PictureArgument{As::kInput, i, input.image, read.border.value});
    }
    for (std::size_t o = 0; o < kernel.outputs.size(); ++o)
        all.push_back(PictureArgument{As::kOutput, o, kernel.outputs[o], 0});
}

void add_reaches(const GpuPlan& plan, int stage, std::vector<GpuArgument>& all) {
    const std::vector<StageInput>& inputs = stage_at(plan, stage).inputs;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        if (std::vector<int> numbers = gpu_reach_arguments(inputs[i]); !numbers.empty())
            all.push_back(ReachArgument{stage, i, std::move(numbers)});
}

}  // namespace

std::vector<GpuArgument> gpu_arguments(const GpuPlan& plan, const GpuKernel& kernel) {
    std::vector<GpuArgument> all{RangeArgument{}};
    add_bounds(plan, kernel, all);
    add_pictures(plan, kernel, all);
    if (kernel.kind == GpuKernelKind::kGroup)
        for (std::size_t t = 0; t < kernel.group.tiles.size(); ++t)
            all.push_back(TileBorderArgument{t, kernel.group.tiles[t].border.value});
    for (const int s : kernel.stages)
        if (!stage_at(plan, s).facts.members.empty()) all.push_back(MembersArgument{s});
    for (const int s : kernel.stages) add_reaches(plan, s, all);
    return all;
}

}  // namespace weft
