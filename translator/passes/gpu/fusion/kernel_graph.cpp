#include "passes/gpu/fusion/kernel_graph.h"

#include <iterator>
#include <map>
#include <set>

#include "passes/gpu/lifetimes.h"

namespace weft {

bool KernelGraph::are_near(Id<GpuKernel> a, Id<GpuKernel> b) const {
    const auto holds = [](const std::vector<Id<GpuKernel>>& list, Id<GpuKernel> k) {
        return std::binary_search(list.begin(), list.end(), k);
    };
    if (holds(writers[a], b) || holds(readers[a], b)) return true;
    std::vector<Id<PlanImage>> both;
    std::set_intersection(images[a].begin(), images[a].end(), images[b].begin(), images[b].end(),
                          std::back_inserter(both));
    return !both.empty();
}

KernelGraph kernel_graph(const GpuPlan& plan) {
    const std::size_t n = plan.kernels.size();
    std::map<Id<PlanImage>, Id<GpuKernel>> writer;
    for (const Id<GpuKernel> k : plan.kernels.ids())
        for (const Id<PlanImage> image : plan.kernels[k].outputs) writer[image] = k;
    Table<std::set<Id<GpuKernel>>, GpuKernel> writers(n), readers(n);
    KernelGraph graph;
    for (const Id<GpuKernel> k : plan.kernels.ids()) {
        graph.images.add(images_read(plan.kernels[k]));
        for (const Id<PlanImage> image : graph.images.back())
            if (const auto w = writer.find(image); w != writer.end()) {
                writers[k].insert(w->second);
                readers[w->second].insert(k);
            }
    }
    for (const Id<GpuKernel> k : plan.kernels.ids()) {
        graph.writers.add({writers[k].begin(), writers[k].end()});
        graph.readers.add({readers[k].begin(), readers[k].end()});
    }
    return graph;
}

Table<GpuKernel> in_order(std::vector<GpuKernel> kernels) {
    std::set<Id<PlanImage>> missing;
    for (const GpuKernel& kernel : kernels)
        missing.insert(kernel.outputs.begin(), kernel.outputs.end());
    Table<GpuKernel> ordered;
    while (!kernels.empty()) {
        const auto ready = std::find_if(kernels.begin(), kernels.end(), [&](const GpuKernel& k) {
            const std::vector<Id<PlanImage>> images = images_read(k);
            return std::none_of(images.begin(), images.end(),
                                [&](Id<PlanImage> image) { return missing.count(image) > 0; });
        });
        if (ready == kernels.end()) break;
        for (const Id<PlanImage> image : ready->outputs) missing.erase(image);
        ordered.add(std::move(*ready));
        kernels.erase(ready);
    }
    return ordered;
}

}  // namespace weft
