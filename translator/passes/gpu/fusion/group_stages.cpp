#include "passes/gpu/fusion/group_stages.h"

#include <set>

namespace weft {

GroupStages::GroupStages(const GpuPlan& of, const std::vector<Id<GpuKernel>>& kernels) : plan(of) {
    for (const Id<GpuKernel> k : kernels)
        for (const Id<Stage> s : plan.kernels[k].stages) {
            all_.push_back(s);
            kernels_[s] = &plan.kernels[k];
        }
    std::sort(all_.begin(), all_.end());
    for (const Id<Stage> s : all_)
        for (const Id<PlanImage> image : stage(s).outputs) producers_[image] = s;
    find_outputs();
}

void GroupStages::find_outputs() {
    std::set<Id<PlanImage>> wanted;
    for (const GpuKernel& kernel : plan.kernels) {
        const bool inside = kernel.stages.size() == 1 && kernels_.count(kernel.stages[0]) > 0;
        if (inside) continue;
        if (kernel.source) wanted.insert(*kernel.source);
        for (const GpuInput& input : kernel.inputs) wanted.insert(input.image);
    }
    for (const Id<Stage> s : all_) {
        if (kernel_of(s).recomputed) continue;
        for (const Id<PlanImage> i : stage(s).outputs)
            if (wanted.count(i) > 0 || !image(i).graph_outputs.empty()) outputs_.push_back(i);
    }
}

bool GroupStages::is_output(Id<Stage> s) const {
    const std::vector<Id<PlanImage>>& images = stage(s).outputs;
    return std::any_of(images.begin(), images.end(),
                       [&](Id<PlanImage> i) { return holds(outputs_, i); });
}

bool GroupStages::is_image_read(Id<PlanImage> image) const {
    for (const Id<Stage> s : all_)
        for (const Id<StageInput> i : stage(s).inputs.ids())
            if (image_read(s, i) == image) return true;
    return false;
}

bool GroupStages::is_read(Id<Stage> s) const {
    const std::vector<Id<PlanImage>>& images = stage(s).outputs;
    return std::any_of(images.begin(), images.end(),
                       [&](Id<PlanImage> i) { return is_image_read(i); });
}

}  // namespace weft
