#include "passes/gpu/fusion/kernel_graph.h"

#include <iterator>
#include <map>
#include <set>

#include "passes/gpu/lifetimes.h"

namespace weft {

bool KernelGraph::are_near(int a, int b) const {
    const auto at = [](const std::vector<std::vector<int>>& lists, int k) -> const auto& {
        return lists[static_cast<std::size_t>(k)];
    };
    const auto holds = [](const std::vector<int>& list, int k) {
        return std::binary_search(list.begin(), list.end(), k);
    };
    if (holds(at(writers, a), b) || holds(at(readers, a), b)) return true;
    std::vector<int> both;
    std::set_intersection(at(images, a).begin(), at(images, a).end(), at(images, b).begin(),
                          at(images, b).end(), std::back_inserter(both));
    return !both.empty();
}

KernelGraph kernel_graph(const GpuPlan& plan) {
    const std::size_t n = plan.kernels.size();
    std::map<int, int> writer;
    for (std::size_t k = 0; k < n; ++k)
        for (int image : plan.kernels[k].outputs) writer[image] = static_cast<int>(k);
    std::vector<std::set<int>> writers(n), readers(n);
    KernelGraph graph;
    for (std::size_t k = 0; k < n; ++k) {
        graph.images.push_back(images_read(plan.kernels[k]));
        for (int image : graph.images.back())
            if (const auto w = writer.find(image); w != writer.end()) {
                writers[k].insert(w->second);
                readers[static_cast<std::size_t>(w->second)].insert(static_cast<int>(k));
            }
    }
    for (std::size_t k = 0; k < n; ++k) {
        graph.writers.emplace_back(writers[k].begin(), writers[k].end());
        graph.readers.emplace_back(readers[k].begin(), readers[k].end());
    }
    return graph;
}

std::vector<GpuKernel> in_order(std::vector<GpuKernel> kernels) {
    std::set<int> missing;
    for (const GpuKernel& kernel : kernels)
        missing.insert(kernel.outputs.begin(), kernel.outputs.end());
    std::vector<GpuKernel> ordered;
    while (!kernels.empty()) {
        const auto ready = std::find_if(kernels.begin(), kernels.end(), [&](const GpuKernel& k) {
            const std::vector<int> images = images_read(k);
            return std::none_of(images.begin(), images.end(),
                                [&](int image) { return missing.count(image) > 0; });
        });
        if (ready == kernels.end()) break;
        for (int image : ready->outputs) missing.erase(image);
        ordered.push_back(std::move(*ready));
        kernels.erase(ready);
    }
    return ordered;
}

}  // namespace weft
