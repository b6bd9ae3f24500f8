#include "graph/region_work.h"

#include "graph/descriptor.h"

namespace weft {

Result<long long> elements_computed(const Graph& graph, const Library& library,
                                    const std::map<ImageId, ImageShape>& shapes,
                                    const std::vector<Rect>& regions) {
    const Result<std::map<ImageId, Rect>> needed = infer_regions(graph, library, shapes, regions);
    if (!needed) return needed.error();
    long long sum = 0;
    for (const Rect& region : regions) sum += region.area();
    for (const Node& node : graph.nodes) {
        const std::unique_ptr<FunctorBase> functor = instantiate(node, library);
        const int outputs = static_cast<int>(describe(*functor).outputs.size());
        Rect elements;
        for (int o = 0; o < outputs; ++o)
            if (const auto at = needed->find({node.id, o}); at != needed->end())
                elements = hull(elements, at->second);
        if (elements.empty()) continue;
        std::vector<ImageShape> inputs;
        for (const ImageId& image : node.inputs) inputs.push_back(shapes.at(image));
        elements =
            functor->dependence() == eReduction
                ? reduced_elements(*functor, inputs)
                : computed_elements(node, *functor, shapes.at({node.id, 0}).domain, elements);
        sum += elements.area();
    }
    return sum;
}

}  // namespace weft
