#include "model/upstream.h"

namespace weft::editor {

std::set<NodeId> upstream_of_outputs(const Graph& graph) {
    std::set<NodeId> needed;
    for (const GraphOutput& output : graph.outputs) needed.insert(output.image.node);
    for (auto node = graph.nodes.rbegin(); node != graph.nodes.rend(); ++node)
        if (needed.contains(node->id))
            for (const ImageId image : node->inputs) needed.insert(image.node);
    return needed;
}

}  // namespace weft::editor
