#include "engine/reach_variants.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "graph/descriptor.h"
#include "graph/parameter_types.h"

namespace weft {
namespace {

/// About twice `value` or half of it; nothing where it is no number.
std::optional<ParameterValue> changed(const ParameterRef& p, const ParameterValue& value,
                                      bool more) {
    const auto bounded = [&](double v) { return std::clamp(v, p.minimum, p.maximum); };
    if (const float* v = std::get_if<float>(&value))
        return static_cast<float>(bounded(more ? 1.75 * *v + 1.0 : 0.5 * *v));
    if (const int* v = std::get_if<int>(&value);
        v != nullptr && form_of(p.type) == ValueForm::kWhole)
        return static_cast<int>(bounded(more ? 2.0 * *v + 1.0 : std::floor(0.5 * *v)));
    return std::nullopt;
}

}  // namespace

std::vector<Graph> reach_variants(const Graph& graph, const Library& library) {
    std::vector<Graph> variants;
    for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
        const Node& node = graph.nodes[n];
        const FunctorDescriptor d = describe(*library.find(node.functor));
        for (std::size_t i = 0; i < d.parameters.size(); ++i)
            for (const bool more : {true, false}) {
                const ParameterRef& p = d.parameters[i].ref;
                if (!p.structure) continue;
                const auto value = changed(p, node.parameters[i], more);
                if (!value || *value == node.parameters[i]) continue;
                Graph variant = graph;
                variant.nodes[n].parameters[i] = *value;
                if (validate(variant.nodes[n], library)) variants.push_back(std::move(variant));
            }
    }
    return variants;
}

}  // namespace weft
