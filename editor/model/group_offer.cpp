#include "model/group_offer.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "graph/descriptor.h"
#include "model/groups.h"
#include "support/refusal.h"

namespace weft::editor {
namespace {

using document::Object;

std::string list_text(const char* key, const std::vector<std::string>& entries) {
    return entries.empty() ? std::string()
                           : fmt::format(", \"{}\": [{}]", key, fmt::join(entries, ", "));
}

std::string control_text(const Control& control) {
    std::vector<std::string> sets;
    for (const auto& [node, parameter] : control.targets)
        sets.push_back(
            fmt::format("{{\"node\": {}, \"parameter\": {}}}", node.value, json_string(parameter)));
    return fmt::format("{{\"name\": {}, \"label\": {}, \"help\": {}{}}}", json_string(control.name),
                       json_string(control.label), json_string(control.help),
                       list_text("sets", sets));
}

std::string entry_text(const Document& document, const Library& library, const GroupEntry& entry) {
    std::vector<std::string> readers, told;
    for (const Dot& reader : entry.readers)
        readers.push_back(
            fmt::format("{{\"node\": {}, \"input\": {}}}", reader.to.value, reader.input));
    std::string text =
        fmt::format("{{\"name\": {}{}", json_string(entry.name), list_text("readers", readers));
    if (!entry.optional) return text + "}";
    const ImageId otherwise = entry.optional->otherwise;
    text += otherwise.is_graph_input()
                ? fmt::format(", \"otherwise\": {{\"entry\": {}}}", otherwise.output)
                : fmt::format(", \"otherwise\": {{\"node\": {}, \"output\": {}}}",
                              otherwise.node.value, otherwise.output);
    for (const auto& [id, parameter] : entry.optional->told) {
        const Node& node = *document.draft.graph.find(id);
        const auto at = static_cast<std::size_t>(parameter);
        told.push_back(fmt::format(
            "{{\"node\": {}, \"parameter\": {}}}", id.value,
            json_string(weft::describe(*library.find(node.functor)).parameter_names()[at])));
    }
    text += list_text("told", told);
    return text + (entry.optional->connected ? ", \"connected\": true}" : "}");
}

std::string origin_text(const Origin& origin) {
    std::vector<std::string> nodes;
    for (const auto& [node, original] : origin.nodes)
        nodes.push_back(fmt::format("[{}, {}]", node.value, original.value));
    return fmt::format(", \"effect\": {{\"name\": {}{}, \"contents\": \"{:016x}\"{}}}",
                       json_string(origin.effect),
                       origin.version ? fmt::format(", \"version\": {}", origin.version) : "",
                       origin.contents, list_text("nodes", nodes));
}

/// Reads the members of one group.
class OfferReader {
  public:
    OfferReader(const std::string& where, const Document& document, const Library& library)
        : where_(where), document_(document), library_(library) {}

    Status read(const Object& o, Group& group) const {
        for (const auto& [key, read] : {std::pair("controls", &OfferReader::read_control),
                                        std::pair("panel", &OfferReader::read_shown),
                                        std::pair("entries", &OfferReader::read_entry),
                                        std::pair("exits", &OfferReader::read_exit)}) {
            const auto read_one = [&, read = read](const Object& entry) {
                return (this->*read)(entry, group);
            };
            if (Status s = each(o, key, read_one); !s) return s;
        }
        const Result<const Object*> effect = document::get<Object>(o, where_, "effect");
        if (!effect) return effect.error();
        return *effect ? read_origin(**effect, group) : Status{};
    }

  private:
    template <class Read>
    Status each(const Object& o, const char* key, const Read& read) const {
        const Result<std::vector<const Object*>> entries = document::get_objects(o, where_, key);
        if (!entries) return entries.error();
        for (const Object* entry : *entries)
            if (Status s = read(*entry); !s) return s;
        return {};
    }

    /// The node of a member "node", and its functor.
    struct Known {
        const Node* node;
        FunctorDescriptor functor;
    };
    Result<Known> read_node(const Object& o) const {
        const Result<std::optional<int>> id = document::get_int(o, where_, "node");
        if (!id) return id.error();
        const Node* node = *id ? document_.draft.graph.find(NodeId{**id}) : nullptr;
        if (!node)
            return document_error(fmt::format("{}: there is no node {}", where_, id->value_or(-1)));
        return Known{node, weft::describe(*library_.find(node->functor))};
    }

    /// A number from 0 below `count`.
    Result<int> read_position(const Object& o, const char* key, std::size_t count) const {
        const Result<std::optional<int>> at = document::get_int(o, where_, key);
        if (!at) return at.error();
        const int position = at->value_or(-1);
        if (position < 0 || static_cast<std::size_t>(position) >= count)
            return document_error(
                fmt::format("{}: \"{}\" is {}, but must be 0 or more and below {}", where_, key,
                            position, count));
        return position;
    }

    /// {"node": 0, "parameter": "radius"}; the parameter's position.
    Result<std::pair<ParameterId, int>> read_parameter(const Object& o) const {
        if (Status s = document::check_members(o, where_, {"node", "parameter"}, 2); !s)
            return s.error();
        const Result<Known> known = read_node(o);
        if (!known) return known.error();
        ParameterId id{known->node->id, {}};
        if (Status s = document::read_text(o, where_, "parameter", id.parameter); !s)
            return s.error();
        return std::pair(id, known->functor.find_parameter(id.parameter));
    }

    Status read_control(const Object& o, Group& group) const {
        if (Status s = document::check_members(o, where_, {"name", "sets", "label", "help"}, 2); !s)
            return s;
        Control control;
        for (const auto& [key, text] :
             {std::pair("name", &control.name), {"label", &control.label}, {"help", &control.help}})
            if (Status s = document::read_text(o, where_, key, *text); !s) return s;
        if (control.name.empty() || !targets_of(group, control.name).empty())
            return document_error(
                fmt::format("{}: each control needs a name that no other has, not \"{:.80}\"",
                            where_, control.name));
        Status s = each(o, "sets", [&](const Object& target) -> Status {
            const Result<std::pair<ParameterId, int>> set = read_parameter(target);
            if (!set) return set.error();
            control.targets.emplace_back(set->first.node, set->first.parameter);
            return {};
        });
        group.controls.push_back(std::move(control));
        return s;
    }

    Status read_shown(const Object& o, Group& group) const {
        const Result<std::pair<ParameterId, int>> shown = read_parameter(o);
        if (!shown) return shown.error();
        add_control(group, control_of(shown->first));
        return {};
    }

    Status read_entry(const Object& o, Group& group) const {
        if (Status s = document::check_members(
                o, where_, {"name", "readers", "otherwise", "told", "connected"}, 1);
            !s)
            return s;
        GroupEntry entry;
        if (Status s = document::read_text(o, where_, "name", entry.name); !s) return s;
        if (Status s = each(o, "readers",
                            [&](const Object& reader) -> Status {
                                const Result<Known> known = read_node(reader);
                                if (!known) return known.error();
                                const Result<int> input =
                                    read_position(reader, "input", known->functor.inputs.size());
                                if (!input) return input.error();
                                entry.readers.push_back({item(known->node->id), *input});
                                return {};
                            });
            !s)
            return s;
        const Result<const Object*> otherwise = document::get<Object>(o, where_, "otherwise");
        if (!otherwise) return otherwise.error();
        if (*otherwise)
            if (Status s = read_optional(o, **otherwise, group, entry); !s) return s;
        group.entries.push_back(std::move(entry));
        return {};
    }

    /// Of an entry `o`: what stands for it, who is told of it, and whether it is connected.
    Status read_optional(const Object& o, const Object& otherwise, const Group& group,
                         GroupEntry& entry) const {
        GroupEntry::Optional optional;
        if (document::member(otherwise, "entry")) {
            const Result<int> at = read_position(otherwise, "entry", group.entries.size());
            if (!at) return at.error();
            optional.otherwise = {NodeId{}, *at};
        } else {
            const Result<ImageId> image = read_image(otherwise);
            if (!image) return image.error();
            optional.otherwise = *image;
        }
        if (Status s = each(o, "told",
                            [&](const Object& target) -> Status {
                                const Result<std::pair<ParameterId, int>> told =
                                    read_parameter(target);
                                if (!told) return told.error();
                                if (!is_switch(told->first, told->second))
                                    return document_error(fmt::format(
                                        "{}: \"{:.80}\" in \"told\" is no switch of its "
                                        "node",
                                        where_, told->first.parameter));
                                optional.told.emplace_back(told->first.node, told->second);
                                return {};
                            });
            !s)
            return s;
        if (const JsonValue* connected = document::member(o, "connected"))
            if (const bool* value = connected->get<bool>()) optional.connected = *value;
        entry.optional = std::move(optional);
        return {};
    }

    bool is_switch(const ParameterId& id, int position) const {
        const Node& node = *document_.draft.graph.find(id.node);
        return position >= 0 &&
               std::holds_alternative<bool>(node.parameters[static_cast<std::size_t>(position)]);
    }

    Result<ImageId> read_image(const Object& o) const {
        const Result<Known> known = read_node(o);
        if (!known) return known.error();
        const Result<int> output = read_position(o, "output", known->functor.outputs.size());
        if (!output) return output.error();
        return ImageId{known->node->id, *output};
    }

    Status read_exit(const Object& o, Group& group) const {
        if (Status s = document::check_members(o, where_, {"name", "node", "output"}, 3); !s)
            return s;
        GroupExit way_out;
        if (Status s = document::read_text(o, where_, "name", way_out.name); !s) return s;
        const Result<ImageId> image = read_image(o);
        if (!image) return image.error();
        way_out.image = *image;
        group.exits.push_back(std::move(way_out));
        return {};
    }

    Status read_origin(const Object& o, Group& group) const {
        if (Status s =
                document::check_members(o, where_, {"name", "contents", "version", "nodes"}, 2);
            !s)
            return s;
        Origin origin;
        std::string contents;
        for (const auto& [key, text] : {std::pair("name", &origin.effect), {"contents", &contents}})
            if (Status s = document::read_text(o, where_, key, *text); !s) return s;
        const char* const end = contents.data() + contents.size();
        const auto [read, error] = std::from_chars(contents.data(), end, origin.contents, 16);
        const Result<std::optional<int>> version = document::get_int(o, where_, "version");
        if (!version) return version.error();
        origin.version = version->value_or(0);
        if (origin.effect.empty() || read != end || error != std::errc() || origin.version < 0)
            return document_error(fmt::format(
                "{}: \"effect\" needs a name, a version of 1 or more, and 16 hexadecimal "
                "digits in \"contents\"",
                where_));
        group.origin = std::move(origin);
        return read_originals(o, *group.origin);
    }

    /// The pairs of "nodes".
    Status read_originals(const Object& o, Origin& origin) const {
        const Result<const document::Array*> nodes =
            document::get<document::Array>(o, where_, "nodes");
        if (!nodes) return nodes.error();
        if (!*nodes) return {};
        for (const JsonValue& entry : **nodes) {
            int pair[2] = {-1, -1};
            const auto* numbers = entry.get<document::Array>();
            for (std::size_t i = 0; numbers && numbers->size() == 2 && i < 2; ++i)
                if (const auto* number = (*numbers)[i].get<JsonValue::Number>())
                    if (!read_number(*number, pair[i])) pair[i] = -1;
            if (pair[0] < 0 || pair[1] < 0)
                return document_error(fmt::format(
                    "{}: \"nodes\" of \"effect\" must be pairs of nodes, as [12, 0]", where_));
            origin.nodes[{pair[0]}] = {pair[1]};
        }
        return {};
    }

    const std::string& where_;
    const Document& document_;
    const Library& library_;
};

}  // namespace

std::vector<std::string> offer_members() {
    return {"controls", "panel", "entries", "exits", "effect"};
}

std::string offer_text(const Document& document, const Library& library, const Group& group) {
    std::vector<std::string> controls, entries, exits;
    for (const Control& control : group.controls) controls.push_back(control_text(control));
    for (const GroupEntry& entry : group.entries)
        entries.push_back(entry_text(document, library, entry));
    for (const GroupExit& way_out : group.exits)
        exits.push_back(fmt::format("{{\"name\": {}, \"node\": {}, \"output\": {}}}",
                                    json_string(way_out.name), way_out.image.node.value,
                                    way_out.image.output));
    std::string text =
        list_text("controls", controls) + list_text("entries", entries) + list_text("exits", exits);
    if (const auto& origin = group.origin) text += origin_text(*origin);
    return text;
}

Status read_offer(const Object& o, const std::string& where, const Document& document,
                  const Library& library, Group& group) {
    return OfferReader(where, document, library).read(o, group);
}

}  // namespace weft::editor
