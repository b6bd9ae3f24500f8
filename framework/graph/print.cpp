// A graph as text for people: one line per node.
//
//   degrain: Removes grain
//     intermediates unbounded            (said where they are)
//     input plate
//     #0 dwt1d1 = DWT1D(horizontal, 1) reads plate clamp
//     #1 boxblur1 = BoxBlur(3) reads dwt1d1[0] constant(0.5), restarts every 64
//     output result = boxblur1[0]
#include <fmt/format.h>

#include "graph/border_modes.h"
#include "graph/graph.h"

namespace weft {

namespace {

std::string image_name(const Graph& graph, ImageId id) {
    if (id.is_graph_input()) {
        const auto index = static_cast<std::size_t>(id.output);
        return id.output >= 0 && index < graph.inputs.size() ? graph.inputs[index].name
                                                             : fmt::format("input {}?", id.output);
    }
    const Node* node = graph.find(id.node);
    return node ? fmt::format("{}[{}]", node->name, id.output)
                : fmt::format("#{}?[{}]", id.node.value, id.output);
}

std::string node_line(const Graph& graph, const Node& node) {
    std::string parameters, inputs;
    for (const ParameterValue& value : node.parameters) {
        const bool list = std::holds_alternative<std::vector<float>>(value) ||
                          std::holds_alternative<std::vector<Offset>>(value);
        parameters += parameters.empty() ? "" : ", ";
        parameters += list ? "[" + format_value(value) + "]" : format_value(value);
    }
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        inputs += (i == 0 ? " reads " : ", ") + image_name(graph, node.inputs[i]);
        if (i >= node.borders.size()) continue;
        const Border& border = node.borders[i];
        inputs += std::string(" ") + name_of(border.mode);
        if (border.mode == eConstant) inputs += "(" + format_float(border.value) + ")";
    }
    const std::string restarts =
        node.restart_period != 0 ? fmt::format(", restarts every {}", node.restart_period) : "";
    std::string keyframes;
    for (const Curve& curve : node.curves) {
        keyframes += fmt::format(", {} at", curve.parameter);
        for (const Keyframe& key : curve.keys) keyframes += ' ' + format_key(key);
    }
    return fmt::format("  #{} {} = {}({}){}{}{}\n", node.id.value, node.name, node.functor,
                       parameters, inputs, restarts, keyframes);
}

}  // namespace

std::string to_string(const Graph& graph) {
    const auto places = [&](const std::vector<std::pair<NodeId, std::string>>& list) {
        std::string text;
        for (const auto& [id, name] : list) {
            const Node* node = graph.find(id);
            text += fmt::format(" {}.{}", node ? node->name : fmt::format("#{}?", id.value), name);
        }
        return text;
    };
    std::string text = graph.name;
    if (!graph.summary.empty()) text += ": " + graph.summary;
    text += '\n';
    if (graph.intermediates != Intermediates::kBounded)
        text += fmt::format("  intermediates {}\n", intermediates_name(graph.intermediates));
    for (const GraphInput& input : graph.inputs) text += "  input " + input.name + '\n';
    for (const OptionalInput& input : graph.optional_inputs)
        text += fmt::format("  optional input {} ={}{}{}\n", input.name, places(input.readers),
                            input.told.empty() ? "" : ", told", places(input.told));
    for (const Node& node : graph.nodes) text += node_line(graph, node);
    for (const GraphOutput& output : graph.outputs)
        text += fmt::format("  output {} = {}\n", output.name, image_name(graph, output.image));
    for (const Control& control : graph.controls)
        text += fmt::format("  control {} ={}\n", control.name, places(control.targets));
    return text;
}

}  // namespace weft
