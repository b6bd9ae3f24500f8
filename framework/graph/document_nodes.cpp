#include "graph/document_nodes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "graph/check_known.h"
#include "graph/draft.h"
#include "graph/older_documents.h"
#include "support/nearest.h"
#include "support/refusal.h"

namespace weft::document {
namespace {

Where where(const Node& node) { return fmt::format("node \"{:.80}\"", node.name); }

/// Whether a node is disabled: true, where its first input stands for it, or the name of another.
/// Requires that `all` knows its functor.
Status read_disabled(const Object& o, const Where& place, const Node& node, DocumentNodes& all) {
    const JsonValue* const disabled = member(o, "disabled");
    if (!disabled) return {};
    if (const bool* yes = disabled->get<bool>()) {
        if (*yes) all.disabled[node.id] = 0;
        return {};
    }
    const FunctorDescriptor& functor = all.functors.at(node.functor);
    const auto* const name = disabled->get<std::string>();
    const int input = name ? functor.find_input(*name) : -1;
    if (input < 0)
        return document_error(fmt::format(
            "{}: \"disabled\" must be true, false or the name of an input of {} ({}), "
            "but is {}",
            place, functor.name, fmt::join(functor.input_names(), ", "), show(*disabled)));
    all.disabled[node.id] = input;
    return {};
}

/// The name, the id and the functor of a node, and whether it is disabled or a clone.
Status read_identity(const Object& o, const Library& library, DocumentNodes& all) {
    Node node;
    Where place = fmt::format("node number {} of the document", all.nodes.size());
    if (Status s = read_text(o, place, "name", node.name); !s) return s;
    if (!node.name.empty()) place = where(node);
    if (Status s = check_members(o, place,
                                 {"id", "name", "functor", "inputs", "parameters", "restart",
                                  "keyframes", "disabled", "clone_of"},
                                 4);
        !s)
        return s;
    Result<std::optional<int>> id = get_int(o, place, "id");
    if (!id) return id.error();
    node.id.value = **id;
    if (node.id.value < 0)
        return document_error(
            fmt::format("{} has the id {}: ids are 0 or more", place, node.id.value));
    if (Status s = read_text(o, place, "functor", node.functor); !s) return s;
    if (Status s = check_known(node, library); !s) return s;
    if (const auto [at, fresh] = all.place.emplace(node.id, all.nodes.size()); !fresh)
        return document_error(fmt::format("{} and node \"{}\" have the same id {}: ids are unique",
                                          place, all.nodes[at->second].name, node.id.value));
    if (!all.functors.contains(node.functor))
        all.functors.emplace(node.functor, describe(*library.find(node.functor)));
    if (Status s = read_disabled(o, place, node, all); !s) return s;
    Result<std::optional<int>> original = get_int(o, place, "clone_of");
    if (!original) return original.error();
    if (*original) all.clones[node.id] = {**original};
    for (const char* key : {"parameters", "restart", "keyframes"})
        if (*original && member(o, key))
            return document_error(
                fmt::format("{} is a clone of node {}, and has \"{}\" too: a clone has "
                            "those of its original, leave them out",
                            place, **original, key));
    all.nodes.push_back(std::move(node));
    return {};
}

Result<std::vector<ParameterValue>> read_parameters(const Object& o, const Node& node,
                                                    const FunctorDescriptor& d,
                                                    const Library& library, int version) {
    Result<const Object*> given = get<Object>(o, where(node), "parameters");
    if (!given) return given.error();
    if (*given)
        for (std::size_t i = 0; i < (*given)->size(); ++i) {
            const std::string& name = (**given)[i].first;
            if (d.find_parameter(name) < 0)
                return document_error(fmt::format(
                    "{}: {} has no parameter \"{:.80}\"{}; it has: {}", where(node), d.name, name,
                    did_you_mean(name, d.parameter_names()), fmt::join(d.parameter_names(), ", ")));
            if (member(**given, name) != &(**given)[i].second)
                return document_error(fmt::format("{}: parameter \"{}\" is given twice: keep one",
                                                  where(node), name));
        }
    std::vector<ParameterValue> values;
    const std::unique_ptr<FunctorBase> defaults(library.find(node.functor)->create());
    for (const ParameterRef& p : parameters_of(*defaults)) {
        const JsonValue* json = *given ? member(**given, p.name) : nullptr;
        if (!json) {
            values.push_back(unnamed_value(version, node.functor, p));
            continue;
        }
        const std::optional<ParameterValue> value = read_value(p, *json);
        if (!value)
            return document_error(fmt::format("{}: parameter \"{}\" must be {}, but is {}",
                                              where(node), p.name, describe_range(p), show(*json)));
        if (Status s = check_value(p, *value); !s)
            return document_error(
                fmt::format("{}: parameter \"{}\" {}", where(node), p.name, s.error().message));
        values.push_back(*value);
    }
    return values;
}

Status read_connections(const Object& o, const Sources& sources, int version,
                        bool may_be_unfinished, Node& node) {
    Result<const Object*> given = get<Object>(o, where(node), "inputs");
    if (!given) return given.error();
    const FunctorDescriptor& d = sources.nodes.functors.at(node.functor);
    const std::vector<std::string> names = d.input_names();
    for (std::size_t i = 0; i < (*given)->size(); ++i) {
        const std::string& name = (**given)[i].first;
        if (std::find(names.begin(), names.end(), name) == names.end())
            return document_error(fmt::format("{}: {} has no input \"{:.80}\"{}; it has: {}",
                                              where(node), d.name, name, did_you_mean(name, names),
                                              fmt::join(names, ", ")));
        if (member(**given, name) != &(**given)[i].second)
            return document_error(fmt::format(
                "{}: input \"{}\" is connected twice: keep one connection", where(node), name));
    }
    for (const IndexerDescriptor& input : d.inputs) {
        const std::string& name = input.name;
        const Where place = fmt::format("input \"{}\" of {}", name, where(node));
        const JsonValue* json = member(**given, name);
        if (!json && may_be_unfinished) {
            node.inputs.push_back(kUnconnected);
            node.borders.push_back(input.border);
            continue;
        }
        if (!json) return document_error(fmt::format("{} is not connected: connect it", place));
        const Object* connection = json->get<Object>();
        if (!connection)
            return document_error(
                fmt::format("{} must be an object, but is {}", place, json->kind()));
        if (Status s = check_members(*connection, place,
                                     {"input", "node", "output", "border", "value"}, 0);
            !s)
            return s;
        const bool is_free = may_be_unfinished && !member(*connection, "input") &&
                             !member(*connection, "node") && !member(*connection, "output");
        Result<ImageId> image =
            is_free ? Result<ImageId>(kUnconnected) : read_image(*connection, place, sources);
        if (!image) return image.error();
        Result<Border> border = unnamed_border(version, input);
        if (member(*connection, "border") != nullptr) border = read_border(*connection, place);
        if (!border) return border.error();
        node.inputs.push_back(*image);
        node.borders.push_back(*border);
    }
    return {};
}

std::string json_text(const JsonValue& json) {
    if (const auto* number = json.get<JsonValue::Number>()) return number->digits;
    if (const auto* text = json.get<std::string>()) return json_string(*text);
    if (const bool* v = json.get<bool>()) return *v ? "true" : "false";
    std::vector<std::string> parts;
    if (const auto* list = json.get<Array>()) {
        for (const JsonValue& entry : *list) parts.push_back(json_text(entry));
        return fmt::format("[{}]", fmt::join(parts, ", "));
    }
    const auto* const object = json.get<Object>();
    if (object == nullptr) return "null";
    for (const auto& [name, value] : *object)
        parts.push_back(json_string(name) + ": " + json_text(value));
    return fmt::format("{{{}}}", fmt::join(parts, ", "));
}

/// What only the node's functor could read.
Result<Kept::Node> keep(const Object& o, const Node& node) {
    Kept::Node kept;
    if (const JsonValue* restart = member(o, "restart")) kept.restart = json_text(*restart);
    for (const auto& [key, list] :
         {std::pair("parameters", &kept.parameters), std::pair("keyframes", &kept.keyframes)}) {
        const Result<const Object*> given = get<Object>(o, where(node), key);
        if (!given) return given.error();
        if (*given)
            for (const auto& [name, value] : **given) list->emplace_back(name, json_text(value));
    }
    return kept;
}

Result<int> read_restart(const Object& o, const Node& node, const Library& library) {
    Result<std::optional<int>> restart = get_int(o, where(node), "restart");
    if (!restart) return restart.error();
    return *restart ? **restart : default_restart_period(*instantiate(node, library));
}

}  // namespace

Result<DocumentNodes> read_nodes(const Object& root, const std::vector<GraphInput>& inputs,
                                 const Library& library, int version, bool may_be_unfinished) {
    Result<std::vector<const Object*>> list = get_objects(root, "the document", "nodes");
    if (!list) return list.error();
    DocumentNodes all;
    for (const Object* o : *list)
        if (Status s = read_identity(*o, library, all); !s) return s.error();
    for (std::size_t i = 0; i < list->size(); ++i) {
        const Object& o = *(*list)[i];
        Node& node = all.nodes[i];
        const FunctorDescriptor& functor = all.functors.at(node.functor);
        if (is_stand_in(node, library)) {
            Result<Kept::Node> kept = keep(o, node);
            if (!kept) return kept.error();
            all.kept[node.id] = *std::move(kept);
            if (Status s = read_connections(o, {inputs, all}, version, may_be_unfinished, node); !s)
                return s.error();
            continue;
        }
        auto parameters = read_parameters(o, node, functor, library, version);
        if (!parameters) return parameters.error();
        node.parameters = *std::move(parameters);
        if (Status s = read_connections(o, {inputs, all}, version, may_be_unfinished, node); !s)
            return s.error();
        const Result<int> restart = read_restart(o, node, library);
        if (!restart) return restart.error();
        node.restart_period = *restart;
        Result<std::vector<Curve>> curves = read_curves(o, where(node), functor);
        if (!curves) return curves.error();
        node.curves = *std::move(curves);
    }
    return all;
}

Result<ImageId> read_image(const Object& o, const Where& place, const Sources& sources) {
    std::string input, output;
    const bool from_input = member(o, "input") != nullptr;
    if (from_input == (member(o, "node") != nullptr))
        return document_error(fmt::format("{} must have either \"input\" or \"node\", not {}",
                                          place, from_input ? "both" : "neither"));
    if (Status s = read_text(o, place, "input", input); !s) return s.error();
    if (Status s = read_text(o, place, "output", output); !s) return s.error();
    if (from_input) {
        if (member(o, "output"))
            return document_error(fmt::format("{} has an \"output\" without a \"node\"", place));
        std::vector<std::string> names;
        for (const GraphInput& i : sources.inputs) names.push_back(i.name);
        const auto at = std::find(names.begin(), names.end(), input);
        if (at == names.end())
            return document_error(
                fmt::format("{} reads the graph input \"{:.80}\", which is missing{}", place, input,
                            did_you_mean(input, names)));
        return ImageId{NodeId{}, static_cast<int>(at - names.begin())};
    }
    Result<std::optional<int>> id = get_int(o, place, "node");
    if (!id) return id.error();
    const auto at = sources.nodes.place.find(NodeId{**id});
    if (at == sources.nodes.place.end())
        return document_error(
            fmt::format("{} is connected to node {}, which is missing: connect it to "
                        "another",
                        place, **id));
    const Node& producer = sources.nodes.nodes[at->second];
    std::vector<std::string> names;
    for (const IndexerDescriptor& i : sources.nodes.functors.at(producer.functor).outputs)
        names.push_back(i.name);
    const auto position = std::find(names.begin(), names.end(), output);
    if (position == names.end())
        return document_error(
            fmt::format("{} reads the output \"{:.80}\" of {}, which has no such output; "
                        "it has: {}",
                        place, output, where(producer), fmt::join(names, ", ")));
    return ImageId{producer.id, static_cast<int>(position - names.begin())};
}

}  // namespace weft::document
