#include "passes/gpu/fusion/group_stages.h"

#include <set>

namespace weft {

GroupStages::GroupStages(const GpuPlan& of, const std::vector<int>& kernels) : plan(of) {
    for (int k : kernels)
        for (int s : plan.kernels[static_cast<std::size_t>(k)].stages) {
            all_.push_back(s);
            kernels_[s] = &plan.kernels[static_cast<std::size_t>(k)];
        }
    std::sort(all_.begin(), all_.end());
    for (int s : all_)
        for (int image : stage(s).outputs) producers_[image] = s;
    find_outputs();
}

void GroupStages::find_outputs() {
    std::set<int> wanted;
    for (const GpuKernel& kernel : plan.kernels) {
        const bool inside = kernel.stages.size() == 1 && kernels_.count(kernel.stages[0]) > 0;
        if (inside) continue;
        if (kernel.source >= 0) wanted.insert(kernel.source);
        for (const GpuInput& input : kernel.inputs) wanted.insert(input.image);
    }
    for (int s : all_)
        for (int i : stage(s).outputs)
            if (wanted.count(i) > 0 || !image(i).graph_outputs.empty()) outputs_.push_back(i);
}

bool GroupStages::is_output(int s) const {
    const std::vector<int>& images = stage(s).outputs;
    return std::any_of(images.begin(), images.end(), [&](int i) { return holds(outputs_, i); });
}

bool GroupStages::is_image_read(int i) const {
    for (int s : all_)
        for (std::size_t k = 0; k < stage(s).inputs.size(); ++k)
            if (image_read(s, k) == i) return true;
    return false;
}

bool GroupStages::is_read(int s) const {
    const std::vector<int>& images = stage(s).outputs;
    return std::any_of(images.begin(), images.end(), [&](int i) { return is_image_read(i); });
}

}  // namespace weft
