// Reads documents: shape and names here, everything about the graph in validate().
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "graph/check_known.h"
#include "graph/clones.h"
#include "graph/descriptor.h"
#include "graph/document.h"
#include "graph/document_fields.h"
#include "graph/draft.h"
#include "graph/json_tree.h"
#include "support/nearest.h"
#include "support/one_line.h"
#include "support/refusal.h"

namespace weft {

namespace document {
namespace {

class Reader {
  public:
    explicit Reader(const Library& library) : library_(library) {}

    /// Connections and names; nothing that validate() knows.
    Result<DraftDocument> read(const Object& root) {
        const Where where = "the document";
        Result<std::optional<int>> version = get_int(root, where, "weft");
        if (!version) return version.error();
        if (!*version)
            return document_error(
                "the document has no \"weft\": it gives the format's version, as \"weft\": 1");
        if (**version > kDocumentVersion)
            return document_error(
                fmt::format("the document is of format version {}, but this Weft reads "
                            "versions up to {}: use a newer Weft",
                            **version, kDocumentVersion));
        if (**version < 1)
            return document_error(
                fmt::format("the document's format version is {}: versions start at 1", **version));
        if (Status s =
                check_members(root, where,
                              {"weft", "name", "inputs", "nodes", "outputs", "summary", "controls",
                               "intermediates", "optional inputs", "functors", "editor"},
                              5);
            !s)
            return s.error();
        const JsonValue* editor = member(root, "editor");
        may_be_unfinished_ = editor != nullptr;
        if (Status s = read_text(root, where, "name", graph_.name); !s) return s.error();
        if (Status s = read_text(root, where, "summary", graph_.summary); !s) return s.error();
        if (Status s = read_intermediates(root); !s) return s.error();
        Result<FunctorTexts> functors = read_functors(root, where);
        if (!functors) return functors.error();
        if (Status s = read_inputs(root); !s) return s.error();
        if (Status s = read_nodes(root); !s) return s.error();
        if (Status s = read_optional_inputs(root); !s) return s.error();
        if (Status s = read_outputs(root); !s) return s.error();
        if (Status s = read_controls(root); !s) return s.error();
        if (Status s = arrange(graph_); !s) return s.error();
        DraftDocument document{
            {std::move(graph_), std::move(disabled_), *std::move(functors), std::move(clones_)},
            editor ? *editor : JsonValue{}};
        std::set<NodeId> originals;
        for (const auto& [clone, original] : document.draft.clones) originals.insert(original);
        for (const NodeId original : originals) share_values(document.draft, original);
        return document;
    }

  private:
    Status read_intermediates(const Object& root) {
        const Where where = "the document";
        std::string word = intermediates_name(graph_.intermediates);
        if (Status s = read_text(root, where, "intermediates", word); !s) return s;
        for (const Intermediates i : {Intermediates::kBounded, Intermediates::kUnbounded})
            if (word == intermediates_name(i)) {
                graph_.intermediates = i;
                return {};
            }
        return document_error(
            fmt::format("{}: \"intermediates\" must be bounded or unbounded, but is "
                        "\"{:.80}\"{}",
                        where, word, did_you_mean(word, {"bounded", "unbounded"})));
    }

    Status read_inputs(const Object& root) {
        Result<const Array*> list = get<Array>(root, "the document", "inputs");
        if (!list) return list.error();
        for (const JsonValue& item : **list) {
            const auto* name = item.get<std::string>();
            if (!name)
                return document_error(
                    fmt::format("the document: \"inputs\" must hold names, but has {} at {}",
                                item.kind(), graph_.inputs.size()));
            graph_.inputs.push_back({*name});
        }
        return {};
    }

    /// Identities first, connections later: a node may be listed before the nodes it reads.
    Status read_nodes(const Object& root) {
        Result<std::vector<const Object*>> list = get_objects(root, "the document", "nodes");
        if (!list) return list.error();
        for (const Object* o : *list)
            if (Status s = read_identity(*o); !s) return s;
        for (std::size_t i = 0; i < list->size(); ++i) {
            if (Status s = read_parameters(*(*list)[i], graph_.nodes[i]); !s) return s;
            if (Status s = read_connections(*(*list)[i], graph_.nodes[i]); !s) return s;
            if (Status s = read_restart(*(*list)[i], graph_.nodes[i]); !s) return s;
            Result<std::vector<Curve>> curves = read_curves(
                *(*list)[i], where(graph_.nodes[i]), descriptors_.at(graph_.nodes[i].functor));
            if (!curves) return curves.error();
            graph_.nodes[i].curves = *std::move(curves);
        }
        return {};
    }

    static Where where(const Node& node) { return fmt::format("node \"{:.80}\"", node.name); }

    Status read_identity(const Object& o) {
        Node node;
        Where place = fmt::format("node number {} of the document", graph_.nodes.size());
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
        if (Status s = check_known(node, library_); !s) return s;
        if (const auto [at, fresh] = by_id_.emplace(node.id.value, graph_.nodes.size()); !fresh)
            return document_error(
                fmt::format("{} and node \"{}\" have the same id {}: ids are unique", place,
                            graph_.nodes[at->second].name, node.id.value));
        if (!descriptors_.contains(node.functor))
            descriptors_.emplace(node.functor, describe(*library_.find(node.functor)));
        if (const JsonValue* disabled = member(o, "disabled")) {
            const bool* yes = disabled->get<bool>();
            if (!yes)
                return document_error(fmt::format(
                    "{}: \"disabled\" must be true or false, but is {}", place, show(*disabled)));
            if (*yes) disabled_.insert(node.id);
        }
        Result<std::optional<int>> original = get_int(o, place, "clone_of");
        if (!original) return original.error();
        if (*original) clones_[node.id] = {**original};
        for (const char* key : {"parameters", "restart", "keyframes"})
            if (*original && member(o, key))
                return document_error(
                    fmt::format("{} is a clone of node {}, and has \"{}\" too: a clone has "
                                "those of its original, leave them out",
                                place, **original, key));
        graph_.nodes.push_back(std::move(node));
        return {};
    }

    Status read_parameters(const Object& o, Node& node) const {
        Result<const Object*> given = get<Object>(o, where(node), "parameters");
        if (!given) return given.error();
        const FunctorDescriptor& d = descriptors_.at(node.functor);
        if (*given)
            for (std::size_t i = 0; i < (*given)->size(); ++i) {
                const std::string& name = (**given)[i].first;
                if (d.find_parameter(name) < 0)
                    return document_error(
                        fmt::format("{}: {} has no parameter \"{:.80}\"{}; it has: {}", where(node),
                                    d.name, name, did_you_mean(name, d.parameter_names()),
                                    fmt::join(d.parameter_names(), ", ")));
                if (member(**given, name) != &(**given)[i].second)
                    return document_error(fmt::format(
                        "{}: parameter \"{}\" is given twice: keep one", where(node), name));
            }
        const std::unique_ptr<FunctorBase> defaults(library_.find(node.functor)->create());
        for (const ParameterRef& p : parameters_of(*defaults)) {
            const JsonValue* json = *given ? member(**given, p.name) : nullptr;
            if (!json) {
                node.parameters.push_back(get_value(p));
                continue;
            }
            const std::optional<ParameterValue> value = read_value(p, *json);
            if (!value)
                return document_error(fmt::format("{}: parameter \"{}\" must be {}, but is {}",
                                                  where(node), p.name, describe_range(p),
                                                  show(*json)));
            if (Status s = check_value(p, *value); !s)
                return document_error(
                    fmt::format("{}: parameter \"{}\" {}", where(node), p.name, s.error().message));
            node.parameters.push_back(*value);
        }
        return {};
    }

    Status read_connections(const Object& o, Node& node) const {
        Result<const Object*> given = get<Object>(o, where(node), "inputs");
        if (!given) return given.error();
        const FunctorDescriptor& d = descriptors_.at(node.functor);
        const std::vector<std::string> names = d.input_names();
        for (std::size_t i = 0; i < (*given)->size(); ++i) {
            const std::string& name = (**given)[i].first;
            if (std::find(names.begin(), names.end(), name) == names.end())
                return document_error(
                    fmt::format("{}: {} has no input \"{:.80}\"{}; it has: {}", where(node), d.name,
                                name, did_you_mean(name, names), fmt::join(names, ", ")));
            if (member(**given, name) != &(**given)[i].second)
                return document_error(fmt::format(
                    "{}: input \"{}\" is connected twice: keep one connection", where(node), name));
        }
        for (const std::string& name : names) {
            const Where place = fmt::format("input \"{}\" of {}", name, where(node));
            const JsonValue* json = member(**given, name);
            if (!json && may_be_unfinished_) {
                node.inputs.push_back(kUnconnected);
                node.borders.emplace_back();
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
            Result<ImageId> image = read_image(*connection, place);
            if (!image) return image.error();
            Result<Border> border = read_border(*connection, place);
            if (!border) return border.error();
            node.inputs.push_back(*image);
            node.borders.push_back(*border);
        }
        return {};
    }

    Status read_restart(const Object& o, Node& node) const {
        Result<std::optional<int>> restart = get_int(o, where(node), "restart");
        if (!restart) return restart.error();
        node.restart_period =
            *restart ? **restart : default_restart_period(*instantiate(node, library_));
        return {};
    }

    /// {"input": name} or {"node": id, "output": name}.
    Result<ImageId> read_image(const Object& o, const Where& place) const {
        std::string input, output;
        const bool from_input = member(o, "input") != nullptr;
        if (from_input == (member(o, "node") != nullptr))
            return document_error(fmt::format("{} must have either \"input\" or \"node\", not {}",
                                              place, from_input ? "both" : "neither"));
        if (Status s = read_text(o, place, "input", input); !s) return s.error();
        if (Status s = read_text(o, place, "output", output); !s) return s.error();
        if (from_input) {
            if (member(o, "output"))
                return document_error(
                    fmt::format("{} has an \"output\" without a \"node\"", place));
            std::vector<std::string> names;
            for (const GraphInput& i : graph_.inputs) names.push_back(i.name);
            const auto at = std::find(names.begin(), names.end(), input);
            if (at == names.end())
                return document_error(
                    fmt::format("{} reads the graph input \"{:.80}\", which is missing{}", place,
                                input, did_you_mean(input, names)));
            return ImageId{NodeId{}, static_cast<int>(at - names.begin())};
        }
        Result<std::optional<int>> id = get_int(o, place, "node");
        if (!id) return id.error();
        const auto at = by_id_.find(**id);
        if (at == by_id_.end())
            return document_error(
                fmt::format("{} is connected to node {}, which is missing: connect it to "
                            "another",
                            place, **id));
        const Node& producer = graph_.nodes[at->second];
        std::vector<std::string> names;
        for (const IndexerDescriptor& i : descriptors_.at(producer.functor).outputs)
            names.push_back(i.name);
        const auto position = std::find(names.begin(), names.end(), output);
        if (position == names.end())
            return document_error(
                fmt::format("{} reads the output \"{:.80}\" of {}, which has no such output; "
                            "it has: {}",
                            place, output, where(producer), fmt::join(names, ", ")));
        return ImageId{producer.id, static_cast<int>(position - names.begin())};
    }

    Status read_outputs(const Object& root) {
        Result<std::vector<const Object*>> list = get_objects(root, "the document", "outputs");
        if (!list) return list.error();
        for (const Object* o : *list) {
            GraphOutput output;
            Where place = fmt::format("graph output {}", graph_.outputs.size());
            if (Status s = read_text(*o, place, "name", output.name); !s) return s;
            if (!output.name.empty()) place = fmt::format("graph output \"{:.80}\"", output.name);
            if (Status s = check_members(*o, place, {"name", "input", "node", "output"}, 1); !s)
                return s;
            if (may_be_unfinished_ && o->size() == 1) {
                output.image = kUnconnected;
            } else {
                Result<ImageId> image = read_image(*o, place);
                if (!image) return image.error();
                output.image = *image;
            }
            graph_.outputs.push_back(std::move(output));
        }
        return {};
    }

    /// The list "key" of `o`: [{"node": id, "KIND": name}, ...].
    Result<std::vector<std::pair<NodeId, std::string>>> read_places(const Object& o,
                                                                    const Where& place,
                                                                    const std::string& key,
                                                                    const std::string& kind) const {
        Result<std::vector<const Object*>> list = get_objects(o, place, key);
        if (!list) return list.error();
        std::vector<std::pair<NodeId, std::string>> places;
        for (const Object* item : *list) {
            if (Status s = check_members(*item, place, {"node", kind}, 2); !s) return s.error();
            Result<std::optional<int>> id = get_int(*item, place, "node");
            if (!id) return id.error();
            std::string name;
            if (Status s = read_text(*item, place, kind, name); !s) return s.error();
            places.emplace_back(NodeId{**id}, name);
        }
        return places;
    }

    Status read_optional_inputs(const Object& root) {
        Result<std::vector<const Object*>> list =
            get_objects(root, "the document", "optional inputs");
        if (!list) return list.error();
        for (const Object* o : *list) {
            OptionalInput input;
            Where place = fmt::format("optional input {}", graph_.optional_inputs.size());
            if (Status s = read_text(*o, place, "name", input.name); !s) return s;
            if (!input.name.empty()) place = fmt::format("optional input \"{:.80}\"", input.name);
            if (Status s = check_members(*o, place, {"name", "readers", "help", "told"}, 2); !s)
                return s;
            if (Status s = read_text(*o, place, "help", input.help); !s) return s;
            auto readers = read_places(*o, place, "readers", "input");
            if (!readers) return readers.error();
            auto told = read_places(*o, place, "told", "parameter");
            if (!told) return told.error();
            input.readers = *std::move(readers);
            input.told = *std::move(told);
            graph_.optional_inputs.push_back(std::move(input));
        }
        return {};
    }

    Status read_controls(const Object& root) {
        Result<std::vector<const Object*>> list = get_objects(root, "the document", "controls");
        if (!list) return list.error();
        for (const Object* o : *list) {
            Control control;
            Where place = fmt::format("control {}", graph_.controls.size());
            if (Status s = read_text(*o, place, "name", control.name); !s) return s;
            if (!control.name.empty()) place = fmt::format("control \"{:.80}\"", control.name);
            if (Status s = check_members(*o, place, {"name", "sets", "label", "help"}, 2); !s)
                return s;
            if (Status s = read_text(*o, place, "label", control.label); !s) return s;
            if (Status s = read_text(*o, place, "help", control.help); !s) return s;
            auto targets = read_places(*o, place, "sets", "parameter");
            if (!targets) return targets.error();
            control.targets = *std::move(targets);
            graph_.controls.push_back(std::move(control));
        }
        return {};
    }

    const Library& library_;
    Graph graph_;
    std::set<NodeId> disabled_;
    std::map<NodeId, NodeId> clones_;
    bool may_be_unfinished_ = false;
    std::map<int, std::size_t> by_id_;  // positions in graph_.nodes
    std::map<std::string, FunctorDescriptor> descriptors_;
};

Result<DraftDocument> read(const std::string& text, const Library& library) {
    Result<JsonValue> tree = parse_json(text);
    if (!tree)
        return document_error(fmt::format("the document cannot be read: {}", tree.error().message));
    const Object* root = tree->get<Object>();
    if (!root)
        return document_error(
            fmt::format("the document must be a JSON object, but is {}", tree->kind()));
    return Reader(library).read(*root);
}

Result<Graph> finished(const DraftDocument& document, const Library& library) {
    Result<Graph> graph = finish(document.draft, library);
    if (!graph) return graph;
    if (Status s = validate(*graph, library); !s) return s.error();
    return graph;
}

}  // namespace
}  // namespace document

Result<Graph> from_document(const std::string& text, const Library& library) {
    const Result<DraftDocument> read = document::read(text, library);
    if (!read) return one_line(read.error());
    // What is disabled or left out is checked too: a mistake there is one all the same.
    if (Status s = validate(read->draft, library); !s) return one_line(s.error());
    Result<Graph> graph = document::finished(*read, library);
    if (!graph) return one_line(graph.error());
    return graph;
}

Result<DraftDocument> draft_from_document(const std::string& text, const Library& library) {
    Result<DraftDocument> read = document::read(text, library);
    if (!read) return one_line(read.error());
    if (Status s = validate(read->draft, library); !s) return one_line(s.error());
    return read;
}

}  // namespace weft
