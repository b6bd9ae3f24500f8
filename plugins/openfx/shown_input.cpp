#include "openfx/shown_input.h"

namespace weft::openfx {
namespace {

/// The input that the node copies, or null.
const ImageId* copied(const Node& node, const Library& library) {
    if (!library.is_linked_in(node.functor)) return nullptr;
    const int input = instantiate(node, library)->copied_input();
    return input >= 0 && static_cast<std::size_t>(input) < node.inputs.size()
               ? &node.inputs[static_cast<std::size_t>(input)]
               : nullptr;
}

}  // namespace

std::optional<int> shown_input(const Graph& graph, const Library& library,
                               const std::map<ImageId, ImageShape>& shapes) {
    ImageId image = graph.outputs.front().image;
    while (!image.is_graph_input()) {
        const ImageId* from = copied(*graph.find(image.node), library);
        if (from == nullptr || !same_samples(shapes.at(*from), shapes.at(image)))
            return std::nullopt;
        image = *from;
    }
    return image.output;
}

}  // namespace weft::openfx
