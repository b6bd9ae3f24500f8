// Setting parameters by name and text, as --set and controls do.
#include <optional>

#include <fmt/format.h>

#include "graph/descriptor.h"
#include "graph/graph.h"
#include "support/nearest.h"
#include "support/refusal.h"

namespace weft {

namespace {

/// `node` with one parameter changed, and a restart period that follows its default.
Result<Node> with_parameter(const Node& node, const Library& library, const std::string& parameter,
                            const std::string& text) {
    if (Status s = validate(node, library); !s) return usage_error(s.error().message);
    const FunctorDescriptor d = describe(*library.find(node.functor));
    const int index = d.find_parameter(parameter);
    if (index < 0)
        return usage_error(fmt::format(
            "node \"{}\" has no parameter \"{}\"{}; it has: {}", node.name, parameter,
            did_you_mean(parameter, d.parameter_names()), fmt::join(d.parameter_names(), ", ")));
    const auto at = static_cast<std::size_t>(index);
    const ParameterRef& ref = d.parameters[at].ref;
    const auto refused = [&](const Error& error) {
        return usage_error(fmt::format("{}.{} {}", node.name, parameter, error.message));
    };
    std::optional<Curve> curve;
    if (is_curve(ref, text)) {
        Result<Curve> read = parse_curve(ref, text);
        if (!read) return refused(read.error());
        curve = *std::move(read);
    }
    // Where nobody names a frame, the first keyframe counts.
    Result<ParameterValue> value =
        curve ? Result<ParameterValue>(curve->keys.front().value) : parse_value(ref, text);
    if (!value) return refused(value.error());

    const bool follows = node.restart_period == default_restart_period(*instantiate(node, library));
    Node changed = node;
    changed.parameters[at] = *value;
    std::erase_if(changed.curves, [&](const Curve& c) { return c.parameter == parameter; });
    if (curve) changed.curves.push_back(*std::move(curve));
    if (follows) changed.restart_period = default_restart_period(*instantiate(changed, library));
    // Radii that parameters imply have bounds of their own, which validate() knows.
    if (Status s = validate(changed, library); !s) return usage_error(s.error().message);
    return changed;
}

std::vector<std::string> control_names(const Graph& graph) {
    std::vector<std::string> names;
    for (const Control& control : graph.controls) names.push_back(control.name);
    return names;
}

std::vector<std::string> node_names(const Graph& graph) {
    std::vector<std::string> names;
    for (const Node& node : graph.nodes) names.push_back(node.name);
    return names;
}

void replace(Graph& graph, const Node& changed) {
    for (Node& node : graph.nodes)
        if (node.id == changed.id) node = changed;
}

Status set_control(Graph& graph, const Library& library, const std::string& name,
                   const std::string& text) {
    for (const Control& control : graph.controls) {
        if (control.name != name) continue;
        Graph changed = graph;
        for (const auto& [id, parameter] : control.targets) {
            const Node* node = changed.find(id);
            if (!node) return usage_error(fmt::format("control \"{}\" sets a missing node", name));
            Result<Node> result = with_parameter(*node, library, parameter, text);
            if (!result) return result.error();
            replace(changed, *result);
        }
        graph = std::move(changed);
        return {};
    }
    const std::vector<std::string> known = control_names(graph);
    return usage_error(fmt::format(
        "the effect \"{}\" has no control \"{}\"{}{}", graph.name, name, did_you_mean(name, known),
        known.empty() ? "; set a parameter as node.parameter=value"
                      : fmt::format("; it has: {}", fmt::join(known, ", "))));
}

}  // namespace

Status set_parameter(Graph& graph, const Library& library, const std::string& path,
                     const std::string& text) {
    const std::size_t dot = path.rfind('.');
    if (dot == std::string::npos) return set_control(graph, library, path, text);
    const std::string node_name = path.substr(0, dot);
    const Node* node = graph.find(node_name);
    if (!node)
        return usage_error(fmt::format(
            "the effect \"{}\" has no node \"{}\"{}; it has: {}", graph.name, node_name,
            did_you_mean(node_name, node_names(graph)), fmt::join(node_names(graph), ", ")));
    Result<Node> changed = with_parameter(*node, library, path.substr(dot + 1), text);
    if (!changed) return changed.error();
    replace(graph, *changed);
    return {};
}

}  // namespace weft
