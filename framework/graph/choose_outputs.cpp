#include "graph/choose_outputs.h"

#include <algorithm>

#include <fmt/format.h>

#include "graph/descriptor.h"
#include "support/nearest.h"
#include "support/refusal.h"

namespace weft {
namespace {

std::vector<std::string> output_names(const Node& node, const Library& library) {
    std::vector<std::string> names;
    for (const IndexerDescriptor& output : describe(*library.find(node.functor)).outputs)
        names.push_back(output.name);
    return names;
}

/// The output `word` of `node`; "" stands for the only one.
Result<ImageId> output_of(const Node& node, const Library& library, const std::string& word) {
    const std::vector<std::string> names = output_names(node, library);
    if (word.empty() && names.size() == 1) return ImageId{node.id, 0};
    const auto found = std::find(names.begin(), names.end(), word);
    if (found != names.end()) return ImageId{node.id, static_cast<int>(found - names.begin())};
    if (word.empty())
        return usage_error(
            fmt::format("node \"{}\" has several outputs: say which, as {}.{}; it has: {}",
                        node.name, node.name, names.front(), fmt::join(names, ", ")));
    return usage_error(fmt::format("node \"{}\" has no output \"{}\"{}; it has: {}", node.name,
                                   word, did_you_mean(word, names), fmt::join(names, ", ")));
}

Result<ImageId> find_image(const Graph& graph, const Library& library, const std::string& name) {
    for (const GraphOutput& output : graph.outputs)
        if (output.name == name) return output.image;
    if (const Node* node = graph.find(name)) return output_of(*node, library, {});
    const std::size_t dot = name.rfind('.');
    if (dot != std::string::npos)
        if (const Node* node = graph.find(name.substr(0, dot)))
            return output_of(*node, library, name.substr(dot + 1));
    std::vector<std::string> known;
    for (const GraphOutput& output : graph.outputs) known.push_back(output.name);
    for (const Node& node : graph.nodes) known.push_back(node.name);
    return usage_error(fmt::format("the effect \"{}\" has no output or node \"{}\"{}; it has: {}",
                                   graph.name, name, did_you_mean(name, known),
                                   fmt::join(known, ", ")));
}

}  // namespace

Result<Graph> with_outputs(const Graph& graph, const Library& library,
                           const std::vector<std::string>& names) {
    Graph chosen = graph;
    chosen.outputs.clear();
    for (const std::string& name : names) {
        Result<ImageId> image = find_image(graph, library, name);
        if (!image) return image.error();
        // A point belongs to paths of parameters: names have none.
        std::string unique = name;
        std::replace(unique.begin(), unique.end(), '.', '/');
        for (const GraphOutput& output : chosen.outputs)
            if (output.name == unique)
                return usage_error(
                    fmt::format("the output \"{}\" is chosen twice: choose it once", name));
        chosen.outputs.push_back({unique, *image});
        for (const GraphOutput& output : graph.outputs)
            if (output.name == name) chosen.outputs.back().colour = output.colour;
    }
    if (Status s = validate(chosen, library); !s) return usage_error(s.error().message);
    return chosen;
}

}  // namespace weft
