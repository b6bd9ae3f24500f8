#include "graph/choose_inputs.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph/descriptor.h"
#include "support/nearest.h"
#include "support/refusal.h"

namespace weft {
namespace {

Node& node_of(Graph& graph, NodeId id) {
    return *std::find_if(graph.nodes.begin(), graph.nodes.end(),
                         [&](const Node& node) { return node.id == id; });
}

/// Makes `optional`, which is valid, the last input of the graph.
void connect(Graph& graph, const Library& library, const OptionalInput& optional) {
    const ImageId image{NodeId{}, static_cast<int>(graph.inputs.size())};
    graph.inputs.push_back({optional.name});
    for (const auto& [id, input] : optional.readers) {
        Node& node = node_of(graph, id);
        const int i = describe(*library.find(node.functor)).find_input(input);
        node.inputs[static_cast<std::size_t>(i)] = image;
    }
    for (const auto& [id, parameter] : optional.told) {
        Node& node = node_of(graph, id);
        const int p = describe(*library.find(node.functor)).find_parameter(parameter);
        node.parameters[static_cast<std::size_t>(p)] = true;
        std::erase_if(node.curves,
                      [&name = parameter](const Curve& c) { return c.parameter == name; });
    }
}

}  // namespace

std::vector<std::string> input_names(const Graph& graph) {
    std::vector<std::string> names;
    for (const GraphInput& input : graph.inputs) names.push_back(input.name);
    for (const OptionalInput& input : graph.optional_inputs) names.push_back(input.name);
    return names;
}

Result<Graph> with_inputs(const Graph& graph, const Library& library,
                          const std::vector<std::string>& names) {
    if (Status s = validate(graph, library); !s) return usage_error(s.error().message);
    Graph chosen = graph;
    for (const std::string& name : names) {
        const auto found =
            std::find_if(chosen.optional_inputs.begin(), chosen.optional_inputs.end(),
                         [&](const OptionalInput& o) { return o.name == name; });
        if (found == chosen.optional_inputs.end()) {
            const std::vector<std::string> known = input_names(graph);
            const bool own = std::find(known.begin(), known.end(), name) != known.end();
            return usage_error(
                own ? fmt::format("the input \"{}\" is given twice: give it once", name)
                    : fmt::format("the effect \"{}\" has no input \"{}\"{}; it has: {}", graph.name,
                                  name, did_you_mean(name, known), fmt::join(known, ", ")));
        }
        const OptionalInput optional = std::move(*found);
        chosen.optional_inputs.erase(found);
        connect(chosen, library, optional);
    }
    return chosen;
}

}  // namespace weft
