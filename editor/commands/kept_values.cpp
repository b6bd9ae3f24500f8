#include "commands/kept_values.h"

#include <algorithm>

#include "graph/document_fields.h"

namespace weft::editor {
namespace {

/// The parameter of that name where it is new; null where it is not.
const ParameterRef* fresh(const FunctorDescriptor& before, const FunctorDescriptor& after,
                          const std::string& name) {
    const int at = before.find_parameter(name) < 0 ? after.find_parameter(name) : -1;
    return at < 0 ? nullptr : &after.parameters[static_cast<std::size_t>(at)].ref;
}

/// The curve that a node has of a parameter, from its JSON; none where it is none.
std::optional<Curve> read_curve(const std::string& parameter, const std::string& text,
                                const FunctorDescriptor& functor) {
    Result<JsonValue> json = parse_json(text);
    if (!json) return std::nullopt;
    const JsonValue::Object node{{"keyframes", {JsonValue::Object{{parameter, *std::move(json)}}}}};
    const Result<std::vector<Curve>> curves = document::read_curves(node, "the node", functor);
    return curves && curves->size() == 1 ? std::optional(curves->front()) : std::nullopt;
}

template <class Places>
void take_places(const Places& kept, Places& places, NodeId node, const FunctorDescriptor& before,
                 const FunctorDescriptor& after) {
    for (const auto& place : kept)
        if (place.first == node && fresh(before, after, place.second) &&
            std::find(places.begin(), places.end(), place) == places.end())
            places.push_back(place);
}

}  // namespace

void take_kept_values(Node& node, const Kept::Node& kept, const FunctorDescriptor& before,
                      const FunctorDescriptor& after) {
    for (const auto& [name, text] : kept.parameters) {
        const ParameterRef* const p = fresh(before, after, name);
        const Result<JsonValue> json = parse_json(text);
        if (!p || !json) continue;
        const std::optional<ParameterValue> value = document::read_value(*p, *json);
        if (value && check_value(*p, *value))
            node.parameters[static_cast<std::size_t>(after.find_parameter(name))] = *value;
    }
    for (const auto& [name, text] : kept.keyframes) {
        const ParameterRef* const p = fresh(before, after, name);
        if (!p) continue;
        const std::optional<Curve> curve = read_curve(name, text, after);
        if (curve && check_curve(*p, *curve)) node.curves.push_back(*curve);
    }
    const Result<JsonValue> restart = parse_json(kept.restart);
    const auto* number = restart ? restart->get<JsonValue::Number>() : nullptr;
    int period = 0;
    if (before.dependence != after.dependence && number && read_number(*number, period))
        node.restart_period = period;
}

void take_kept_settings(Draft& draft, NodeId node, const FunctorDescriptor& before,
                        const FunctorDescriptor& after) {
    Graph& graph = draft.graph;
    for (const Control& kept : draft.kept.controls) {
        const auto same = [&](const Control& control) { return control.name == kept.name; };
        const auto at = std::find_if(graph.controls.begin(), graph.controls.end(), same);
        Control control =
            at == graph.controls.end() ? Control{kept.name, kept.label, kept.help, {}} : *at;
        take_places(kept.targets, control.targets, node, before, after);
        if (at != graph.controls.end())
            *at = std::move(control);
        else if (!control.targets.empty())
            graph.controls.push_back(std::move(control));
    }
    for (OptionalInput& input : graph.optional_inputs)
        if (const auto kept = draft.kept.told.find(input.name); kept != draft.kept.told.end())
            take_places(kept->second, input.told, node, before, after);
}

}  // namespace weft::editor
