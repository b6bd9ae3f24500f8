#include "effects/with_mix.h"

#include <algorithm>

#include "graph/descriptor.h"
#include "pixel/filter_mix.h"

namespace weft {
namespace {

constexpr const char* kMask = "mask";

Error bad(const Graph& graph, const char* why) {
    return {ErrorKind::kUsage, "\"" + graph.name + "\" " + why};
}

template <class List>
bool has_name(const List& list, const std::string& name) {
    return std::any_of(list.begin(), list.end(), [&](const auto& x) { return x.name == name; });
}

/// A name that no node has yet.
std::string free_name(const Graph& graph) {
    std::string name = "filtermix";
    for (int number = 2; graph.find(name); ++number) name = "filtermix" + std::to_string(number);
    return name;
}

Node mix_node(const Graph& graph, ImageId original, ImageId filtered) {
    functors::FilterMix functor;
    Node node;
    node.id = {0};
    for (const Node& other : graph.nodes) node.id = std::max(node.id, {other.id.value + 1});
    node.name = free_name(graph);
    node.functor = functor.name();
    for (const ParameterRef& p : parameters_of(functor)) node.parameters.push_back(get_value(p));
    node.inputs = {original, filtered, original};
    for (const NamedIndexer& i : indexers_of(functor))
        if (i.indexer->direction == eInput) node.borders.push_back(i.indexer->border);
    return node;
}

}  // namespace

bool is_mix(const Node& node) { return node.functor == functors::FilterMix().name(); }

Result<Graph> with_mix(const Graph& graph, const Library& library) {
    if (has_name(graph.optional_inputs, kMask)) return graph;
    if (graph.inputs.empty())
        return bad(graph, "takes no picture that its result could be mixed with");
    if (graph.outputs.size() != 1) return bad(graph, "has several outputs: only one can be mixed");
    if (has_name(graph.inputs, kMask))
        return bad(graph, "has an input of its own that is named mask: give it with the others");
    Graph mixed = graph;
    const Node node = mix_node(graph, {NodeId{}, 0}, graph.outputs.front().image);
    mixed.outputs.front().image = {node.id, 0};
    mixed.optional_inputs.push_back({kMask,
                                     "A picture in which the effect works, where it is 1.",
                                     {{node.id, "Mask"}},
                                     {{node.id, "masked"}}});
    for (const ParameterDescriptor& p : describe(*library.find(node.functor)).parameters)
        if (p.name != "masked" && !has_name(mixed.controls, p.name))
            mixed.controls.push_back({p.name, p.ref.label, p.ref.help, {{node.id, p.name}}});
    mixed.nodes.push_back(node);
    if (Status s = validate(mixed, library); !s) return s.error();
    return mixed;
}

}  // namespace weft
