#include "plan/gpu_arguments.h"

#include "plan/kernel_borders.h"
#include "plan/reach_arguments.h"

namespace weft {

namespace {

void add_bounds(const GpuPlan& plan, const GpuKernel& kernel, std::vector<GpuArgument>& all) {
    if (kernel.kind == GpuKernelKind::kReduce)
        all.push_back(ElementsArgument{plan.stages[kernel.stages.front()].domain});
    if (kernel.kind != GpuKernelKind::kGroup) {
        if (kernel.borders != BorderScheme::kNaive)
            all.push_back(InnerArgument{inner_elements(plan, kernel)});
        return;
    }
    const GpuGroup& group = kernel.group;
    for (const Id<GroupLevel> k : group.levels.ids())
        all.push_back(LevelArgument{k, group.levels[k].inner});
    for (const Id<GroupLoop> l : group.loops.ids())
        all.push_back(LoopArgument{l, group.loops[l].domain});
}

void add_pictures(const GpuPlan& plan, const GpuKernel& kernel, std::vector<GpuArgument>& all) {
    if (kernel.source) all.push_back(SourceArgument{*kernel.source});
    for (const Id<GpuInput> i : kernel.inputs.ids()) {
        const GpuInput& input = kernel.inputs[i];
        all.push_back(InputArgument{i, input.image, input_of(plan, input.by).border.value});
    }
    for (std::size_t o = 0; o < kernel.outputs.size(); ++o)
        all.push_back(OutputArgument{o, kernel.outputs[o]});
}

void add_reaches(const GpuPlan& plan, Id<Stage> stage, std::vector<GpuArgument>& all) {
    const Table<StageInput>& inputs = plan.stages[stage].inputs;
    for (const Id<StageInput> i : inputs.ids())
        if (std::vector<int> numbers = gpu_reach_arguments(inputs[i]); !numbers.empty())
            all.push_back(ReachArgument{{stage, i}, std::move(numbers)});
}

}  // namespace

std::vector<GpuArgument> gpu_arguments(const GpuPlan& plan, const GpuKernel& kernel) {
    std::vector<GpuArgument> all{RangeArgument{}};
    add_bounds(plan, kernel, all);
    add_pictures(plan, kernel, all);
    if (kernel.kind == GpuKernelKind::kGroup)
        for (const Id<GroupTile> t : kernel.group.tiles.ids())
            all.push_back(TileBorderArgument{t, kernel.group.tiles[t].border.value});
    for (const Id<Stage> s : kernel.stages)
        if (!plan.stages[s].facts.members.empty()) all.push_back(MembersArgument{s});
    for (const Id<Stage> s : kernel.stages) add_reaches(plan, s, all);
    return all;
}

}  // namespace weft
