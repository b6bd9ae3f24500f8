#include "graph/draft.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "graph/clones.h"
#include "graph/descriptor.h"
#include "support/refusal.h"

namespace weft {
namespace {

bool reads(const Node& node, const std::set<NodeId>& producers) {
    return std::any_of(node.inputs.begin(), node.inputs.end(), [&](ImageId image) {
        return image == kUnconnected || producers.contains(image.node);
    });
}

/// Nodes that have something missing on their way, be it their functor.
std::set<NodeId> unfinished_nodes(const Graph& graph, const Library& library) {
    std::set<NodeId> unfinished;
    for (const Node& node : graph.nodes)
        if (reads(node, unfinished) || is_stand_in(node, library)) unfinished.insert(node.id);
    return unfinished;
}

/// What is missing for the outputs, if something is.
std::optional<Error> missing(const Graph& graph, const Library& library) {
    for (const GraphOutput& output : graph.outputs)
        if (output.image == kUnconnected)
            return document_error(
                fmt::format("output \"{}\" is not connected: connect it", output.name));
    const std::set<NodeId> needed = needed_nodes(graph);
    for (const Node& node : graph.nodes)
        if (needed.contains(node.id) && is_stand_in(node, library))
            return unknown_functor(node, library);
    for (const Node& node : graph.nodes)
        for (std::size_t i = 0; i < node.inputs.size(); ++i)
            if (needed.contains(node.id) && node.inputs[i] == kUnconnected)
                return document_error(
                    fmt::format("input \"{}\" of node \"{}\" is not connected: connect it",
                                describe(*library.find(node.functor)).inputs[i].name, node.name));
    return std::nullopt;
}

}  // namespace

std::set<NodeId> needed_nodes(const Graph& graph) {
    std::set<NodeId> needed;
    for (const GraphOutput& output : graph.outputs) needed.insert(output.image.node);
    for (auto node = graph.nodes.rbegin(); node != graph.nodes.rend(); ++node)
        if (needed.contains(node->id))
            for (const ImageId image : node->inputs) needed.insert(image.node);
    return needed;
}

void forget(Graph& graph, const std::set<NodeId>& gone) {
    const auto is_gone = [&](const auto& place) { return gone.contains(place.first); };
    std::erase_if(graph.nodes, [&](const Node& node) { return gone.contains(node.id); });
    for (Control& control : graph.controls) std::erase_if(control.targets, is_gone);
    std::erase_if(graph.controls, [](const Control& c) { return c.targets.empty(); });
    for (OptionalInput& input : graph.optional_inputs) {
        std::erase_if(input.readers, is_gone);
        std::erase_if(input.told, is_gone);
    }
    std::erase_if(graph.optional_inputs, [](const OptionalInput& i) { return i.readers.empty(); });
}

int main_input(const Node& node, const Library& library) {
    const std::unique_ptr<FunctorBase> functor(library.find(node.functor)->create());
    const int input = functor->frame_input();
    return input >= 0 && static_cast<std::size_t>(input) < node.inputs.size() ? input : 0;
}

ImageId passed_by(const Draft& draft, ImageId image) {
    for (auto at = draft.disabled.find(image.node); at != draft.disabled.end();
         at = draft.disabled.find(image.node)) {
        const Node* node = draft.graph.find(image.node);
        image = node && !node->inputs.empty() ? node->inputs[static_cast<std::size_t>(at->second)]
                                              : kUnconnected;
    }
    return image;
}

Status validate(const Draft& draft, const Library& library) {
    // Everything is checked but what is missing: a picture of its own stands in for that.
    Graph whole = draft.graph;
    const ImageId anything{NodeId{}, static_cast<int>(whole.inputs.size())};
    std::string name = "nothing";
    const auto taken = [&](const auto& item) { return item.name == name; };
    while (std::any_of(whole.inputs.begin(), whole.inputs.end(), taken) ||
           std::any_of(whole.optional_inputs.begin(), whole.optional_inputs.end(), taken))
        name += '\'';
    whole.inputs.push_back({name});
    for (Node& node : whole.nodes)
        std::replace(node.inputs.begin(), node.inputs.end(), kUnconnected, anything);
    for (GraphOutput& output : whole.outputs)
        if (output.image == kUnconnected) output.image = anything;
    if (whole.outputs.empty()) whole.outputs.push_back({"nothing", anything});
    for (const auto& [id, input] : draft.disabled) {
        const Node* node = draft.graph.find(id);
        if (!node)
            return document_error(fmt::format("node {} is disabled, but there is none", id.value));
        const int last = std::max(0, static_cast<int>(node->inputs.size()) - 1);
        if (input < 0 || input > last)
            return document_error(
                fmt::format("input {} stands for the disabled node \"{}\", but there is none: "
                            "take one from 0 to {}",
                            input, node->name, last));
    }
    if (Status s = check_clones(draft); !s) return s;
    return validate(whole, library);
}

Result<Graph> finish(const Draft& draft, const Library& library) {
    Graph graph = draft.graph;
    graph.controls = controls_of_families(draft);
    for (Node& node : graph.nodes)
        for (ImageId& image : node.inputs) image = passed_by(draft, image);
    for (GraphOutput& output : graph.outputs) output.image = passed_by(draft, output.image);
    std::set<NodeId> disabled;
    for (const auto& [id, input] : draft.disabled) disabled.insert(id);
    forget(graph, disabled);
    if (const std::optional<Error> error = missing(graph, library)) return *error;
    forget(graph, unfinished_nodes(graph, library));
    if (Status s = arrange(graph); !s) return s.error();
    if (draft.format) graph = in_format(std::move(graph), library, *draft.format);
    return graph;
}

}  // namespace weft
