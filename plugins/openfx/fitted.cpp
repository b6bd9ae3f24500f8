#include "openfx/fitted.h"

#include <algorithm>

#include "graph/descriptor.h"
#include "pixel/matte.h"

namespace weft::openfx {
namespace {

Node matte_node(const Graph& graph, ImageId colours, ImageId alpha, int planes) {
    functors::Matte functor(planes);
    Node node;
    node.id = {0};
    for (const Node& other : graph.nodes) node.id = std::max(node.id, {other.id.value + 1});
    node.name = "matte";
    while (graph.find(node.name) != nullptr) node.name += '-';
    node.functor = functor.name();
    for (const ParameterRef& p : parameters_of(functor)) node.parameters.push_back(get_value(p));
    node.inputs = {colours, alpha};
    for (const NamedIndexer& i : indexers_of(functor))
        if (i.indexer->direction == eInput) node.borders.push_back(i.indexer->border);
    return node;
}

/// The first input that has colours, else `otherwise`.
ImageId colours_of(const Graph& graph, const std::map<ImageId, ImageShape>& shapes,
                   ImageId otherwise) {
    for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
        const ImageId input{NodeId{}, static_cast<int>(i)};
        if (shapes.at(input).planes >= 3) return input;
    }
    return otherwise;
}

}  // namespace

Result<Graph> fitted(const Graph& graph, const Library& library,
                     const std::map<ImageId, ImageShape>& shapes, int planes) {
    const ImageId result = graph.outputs.front().image;
    const int made = shapes.at(result).planes;
    if (made >= planes || (made != 1 && made != 3))
        return Error{ErrorKind::kUsage, "the result has " + std::to_string(made) +
                                            " components, but the output has " +
                                            std::to_string(planes)};
    const bool is_matte = made == 1 && planes == 4;
    Graph larger = graph;
    const Node node =
        matte_node(graph, is_matte ? colours_of(graph, shapes, result) : result, result, planes);
    larger.outputs.front().image = {node.id, 0};
    larger.nodes.push_back(node);
    if (Status s = validate(larger, library); !s) return s.error();
    return larger;
}

}  // namespace weft::openfx
