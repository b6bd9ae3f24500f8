// Reads documents: shape and names here, everything about the graph in validate().
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "graph/clones.h"
#include "graph/document.h"
#include "graph/document_fields.h"
#include "graph/document_nodes.h"
#include "graph/draft.h"
#include "graph/json_tree.h"
#include "support/nearest.h"
#include "support/one_line.h"
#include "support/refusal.h"

namespace weft {

namespace document {
namespace {

Result<Intermediates> read_intermediates(const Object& root) {
    const Where where = "the document";
    std::string word = intermediates_name(Intermediates::kBounded);
    if (Status s = read_text(root, where, "intermediates", word); !s) return s.error();
    for (const Intermediates i : {Intermediates::kBounded, Intermediates::kUnbounded})
        if (word == intermediates_name(i)) return i;
    return document_error(
        fmt::format("{}: \"intermediates\" must be bounded or unbounded, but is "
                    "\"{:.80}\"{}",
                    where, word, did_you_mean(word, {"bounded", "unbounded"})));
}

Result<std::optional<Format>> read_format(const Object& root) {
    const Result<const Object*> o = get<Object>(root, "the document", "format");
    if (!o) return o.error();
    if (*o == nullptr) return std::optional<Format>();
    const Where where = "\"format\"";
    if (Status s = check_members(**o, where, {"width", "height", "name"}, 2); !s) return s.error();
    Format format;
    if (Status s = read_text(**o, where, "name", format.name); !s) return s.error();
    for (const auto& [key, side] :
         {std::pair("width", &format.width), std::pair("height", &format.height)}) {
        const Result<std::optional<int>> read = get_int(**o, where, key);
        if (!read) return read.error();
        *side = **read;
        if (*side < 1 || *side > kLargestFormat)
            return document_error(fmt::format("{}: \"{}\" must be from 1 to {}, but is {}", where,
                                              key, kLargestFormat, *side));
    }
    return std::optional(format);
}

Result<std::vector<GraphInput>> read_inputs(const Object& root, DocumentFiles& files) {
    std::vector<GraphInput> inputs;
    Result<const Array*> list = get<Array>(root, "the document", "inputs");
    if (!list) return list.error();
    for (const JsonValue& item : **list) {
        if (const auto* name = item.get<std::string>()) {
            inputs.push_back({*name});
            continue;
        }
        const auto* const more = item.get<Object>();
        if (more == nullptr)
            return document_error(
                fmt::format("the document: \"inputs\" must hold names, but has {} at {}",
                            item.kind(), inputs.size()));
        const Where place = fmt::format("input {}", inputs.size());
        GraphInput input;
        ReadFile file;
        if (Status s = check_members(*more, place,
                                     {"name", "file", "part", "layer", "missing", "colour"}, 1);
            !s)
            return s.error();
        if (Status s = read_text(*more, place, "name", input.name); !s) return s.error();
        if (Status s = read_file(*more, place, file); !s) return s.error();
        if (Status s = read_text(*more, place, "colour", input.colour); !s) return s.error();
        if (!file.path.empty()) files.reads[input.name] = std::move(file);
        inputs.push_back(std::move(input));
    }
    return inputs;
}

/// Sets `to` to what has been read. An error where nothing was.
template <class T>
Status take(Result<T> read, T& to) {
    if (!read) return read.error();
    to = *std::move(read);
    return {};
}

/// The list "key" of the document: things of a `kind` that have names. What else there is of one
/// read(object, where, thing) sets.
template <class T, class Read>
Result<std::vector<T>> read_named(const Object& root, const char* key, const char* kind,
                                  const Read& read) {
    Result<std::vector<const Object*>> list = get_objects(root, "the document", key);
    if (!list) return list.error();
    std::vector<T> all;
    for (const Object* o : *list) {
        T thing;
        Where place = fmt::format("{} {}", kind, all.size());
        if (Status s = read_text(*o, place, "name", thing.name); !s) return s.error();
        if (!thing.name.empty()) place = fmt::format("{} \"{:.80}\"", kind, thing.name);
        if (Status s = read(*o, place, thing); !s) return s.error();
        all.push_back(std::move(thing));
    }
    return all;
}

Result<std::vector<GraphOutput>> read_outputs(const Object& root, const Sources& sources,
                                              bool may_be_unfinished, DocumentFiles& files) {
    const auto read = [&](const Object& o, const Where& place, GraphOutput& output) -> Status {
        if (Status s =
                check_members(o, place, {"name", "input", "node", "output", "file", "colour"}, 1);
            !s)
            return s;
        if (Status s = read_text(o, place, "colour", output.colour); !s) return s;
        std::string path;
        if (Status s = read_target(o, place, path); !s) return s;
        if (!path.empty()) files.writes[output.name] = path;
        const std::size_t others = (path.empty() ? 1U : 2U) + (output.colour.empty() ? 0U : 1U);
        if (!may_be_unfinished || o.size() > others)
            return take(read_image(o, place, sources), output.image);
        output.image = kUnconnected;
        return {};
    };
    return read_named<GraphOutput>(root, "outputs", "graph output", read);
}

/// The list "key" of `o`: [{"node": id, "KIND": name}, ...].
Result<std::vector<std::pair<NodeId, std::string>>> read_places(const Object& o, const Where& place,
                                                                const std::string& key,
                                                                const std::string& kind) {
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

Result<std::vector<OptionalInput>> read_optional_inputs(const Object& root) {
    const auto read = [](const Object& o, const Where& place, OptionalInput& input) -> Status {
        if (Status s = check_members(o, place, {"name", "readers", "help", "told"}, 2); !s)
            return s;
        if (Status s = read_text(o, place, "help", input.help); !s) return s;
        if (Status s = take(read_places(o, place, "readers", "input"), input.readers); !s) return s;
        return take(read_places(o, place, "told", "parameter"), input.told);
    };
    return read_named<OptionalInput>(root, "optional inputs", "optional input", read);
}

Result<std::vector<Control>> read_controls(const Object& root) {
    const auto read = [](const Object& o, const Where& place, Control& control) -> Status {
        if (Status s = check_members(o, place, {"name", "sets", "label", "help"}, 2); !s) return s;
        if (Status s = read_text(o, place, "label", control.label); !s) return s;
        if (Status s = read_text(o, place, "help", control.help); !s) return s;
        return take(read_places(o, place, "sets", "parameter"), control.targets);
    };
    return read_named<Control>(root, "controls", "control", read);
}

Result<int> read_version(const Object& root) {
    const Result<std::optional<int>> version = get_int(root, "the document", "weft");
    if (!version) return version.error();
    if (!*version)
        return document_error(
            "the document has no \"weft\": it gives the format's version, as \"weft\": 2");
    if (**version > kDocumentVersion)
        return document_error(
            fmt::format("the document is of format version {}, but this Weft reads "
                        "versions up to {}: use a newer Weft",
                        **version, kDocumentVersion));
    if (**version < 1)
        return document_error(
            fmt::format("the document's format version is {}: versions start at 1", **version));
    Status known =
        check_members(root, "the document",
                      {"weft", "name", "inputs", "nodes", "outputs", "summary", "controls",
                       "intermediates", "format", "optional inputs", "functors", "editor"},
                      5);
    if (!known) return known.error();
    return **version;
}

/// Takes out of `places` those of nodes whose parameters are kept, and returns them.
std::vector<std::pair<NodeId, std::string>> take_kept(
    const Kept& kept, std::vector<std::pair<NodeId, std::string>>& places) {
    const auto known = [&](const auto& place) { return !kept.nodes.contains(place.first); };
    const auto from = std::stable_partition(places.begin(), places.end(), known);
    std::vector<std::pair<NodeId, std::string>> taken(from, places.end());
    places.erase(from, places.end());
    return taken;
}

/// Moves what sets parameters that nobody knows out of the graph.
void keep_what_sets(Draft& draft) {
    for (const Control& control : draft.graph.controls) {
        Control known = control;
        Control kept{control.name, control.label, control.help,
                     take_kept(draft.kept, known.targets)};
        if (!kept.targets.empty()) draft.kept.controls.push_back(std::move(kept));
    }
    for (Control& control : draft.graph.controls) take_kept(draft.kept, control.targets);
    std::erase_if(draft.graph.controls, [](const Control& c) { return c.targets.empty(); });
    for (OptionalInput& input : draft.graph.optional_inputs)
        if (auto told = take_kept(draft.kept, input.told); !told.empty())
            draft.kept.told[input.name] = std::move(told);
}

/// Connections and names; nothing that validate() knows.
Result<DraftDocument> read_root(const Object& root, const Library& library) {
    const Result<int> version = read_version(root);
    if (!version) return version.error();
    const JsonValue* const editor = member(root, "editor");
    const bool may_be_unfinished = editor != nullptr;
    DraftDocument document{{}, editor ? *editor : JsonValue{}};
    Graph& graph = document.draft.graph;
    if (Status s = read_text(root, "the document", "name", graph.name); !s) return s.error();
    if (Status s = read_text(root, "the document", "summary", graph.summary); !s) return s.error();
    if (Status s = take(read_intermediates(root), graph.intermediates); !s) return s.error();
    if (Status s = take(read_functors(root, "the document"), document.draft.functors); !s)
        return s.error();
    if (Status s = take(read_format(root), document.draft.format); !s) return s.error();
    if (Status s = take(read_inputs(root, document.draft.files), graph.inputs); !s)
        return s.error();
    Result<DocumentNodes> nodes =
        read_nodes(root, graph.inputs, library, *version, may_be_unfinished);
    if (!nodes) return nodes.error();
    if (Status s = take(read_optional_inputs(root), graph.optional_inputs); !s) return s.error();
    if (Status s = take(
            read_outputs(root, {graph.inputs, *nodes}, may_be_unfinished, document.draft.files),
            graph.outputs);
        !s)
        return s.error();
    if (Status s = take(read_controls(root), graph.controls); !s) return s.error();
    graph.nodes = std::move(nodes->nodes);
    document.draft.disabled = std::move(nodes->disabled);
    document.draft.clones = std::move(nodes->clones);
    document.draft.kept.nodes = std::move(nodes->kept);
    if (!document.draft.kept.nodes.empty()) keep_what_sets(document.draft);
    if (Status s = arrange(graph); !s) return s.error();
    std::set<NodeId> originals;
    for (const auto& [clone, original] : document.draft.clones) originals.insert(original);
    for (const NodeId original : originals) share_values(document.draft, original);
    return document;
}

Result<DraftDocument> read(const std::string& text, const Library& library) {
    Result<JsonValue> tree = parse_json(text);
    if (!tree)
        return document_error(fmt::format("the document cannot be read: {}", tree.error().message));
    const Object* root = tree->get<Object>();
    if (!root)
        return document_error(
            fmt::format("the document must be a JSON object, but is {}", tree->kind()));
    return read_root(*root, library);
}

Result<Graph> finished(const DraftDocument& document, const Library& library) {
    Result<Graph> graph = finish(document.draft, library);
    if (!graph) return graph;
    if (Status s = validate(*graph, library); !s) return s.error();
    return graph;
}

}  // namespace
}  // namespace document

Result<std::optional<Format>> format_of_document(const std::string& text) {
    const Result<JsonValue> tree = parse_json(text);
    const JsonValue::Object* const root = tree ? tree->get<JsonValue::Object>() : nullptr;
    if (root == nullptr) return std::optional<Format>();
    Result<std::optional<Format>> format = document::read_format(*root);
    if (!format) return one_line(format.error());
    return format;
}

Result<Graph> from_document(const std::string& text, const Library& library,
                            const std::optional<Format>& instead) {
    Result<DraftDocument> read = document::read(text, library);
    if (!read) return one_line(read.error());
    if (instead) read->draft.format = instead;
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
