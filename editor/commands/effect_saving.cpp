// Groups that become effects.

#include "commands/effect_edits.h"
#include "commands/free_name_in.h"
#include "commands/group_edits.h"
#include "graph/descriptor.h"
#include "model/groups.h"
#include "model/ports.h"
#include "model/tidy.h"
#include "support/refusal.h"
#include "support/words.h"

namespace weft::editor {
namespace {

FunctorDescriptor functor_of(const Document& document, const Library& library, NodeId id) {
    return weft::describe(*library.find(document.draft.graph.find(id)->functor));
}

/// Gives the effect the input that an entry is, or the optional one.
void add_entry(Document& effect, const Library& library, const GroupEntry& entry) {
    Graph& graph = effect.draft.graph;
    const auto read = [&](const Dot& reader, ImageId image) {
        find_node(effect.draft, {reader.to.value})->inputs[static_cast<std::size_t>(reader.input)] =
            image;
    };
    if (!entry.optional) {
        const ImageId image{NodeId{}, static_cast<int>(graph.inputs.size())};
        graph.inputs.push_back({entry.name});
        for (const Dot& reader : entry.readers) read(reader, image);
        return;
    }
    OptionalInput optional{entry.name, "", {}, {}};
    for (const Dot& reader : entry.readers) {
        const NodeId id{reader.to.value};
        optional.readers.emplace_back(
            id,
            functor_of(effect, library, id).inputs[static_cast<std::size_t>(reader.input)].name);
        // Until it is given: an input of the effect, or what it reads within.
        if (const ImageId otherwise = entry.optional->otherwise;
            otherwise.is_graph_input() && otherwise != kUnconnected)
            read(reader, otherwise);
    }
    for (const auto& [id, parameter] : entry.optional->told)
        optional.told.emplace_back(
            id,
            functor_of(effect, library, id).parameters[static_cast<std::size_t>(parameter)].name);
    graph.optional_inputs.push_back(std::move(optional));
}

/// A control as effects have it, with a label and a help that its first parameter has.
Control described(const Document& document, const Library& library, Control control) {
    const auto& [id, parameter] = control.targets.front();
    const FunctorDescriptor functor = functor_of(document, library, id);
    const int at = functor.find_parameter(parameter);
    if (at < 0) return control;
    const ParameterRef& ref = functor.parameters[static_cast<std::size_t>(at)].ref;
    if (control.label.empty()) control.label = ref.label;
    if (control.help.empty()) control.help = ref.help;
    return control;
}

}  // namespace

Result<Document> name_ports(const Document& document, const Library& library, int group) {
    if (!document.groups.contains(group) || nodes_in(document, group).empty())
        return usage_error("select the group that is to be an effect");
    Document after = document;
    Group& box = after.groups.at(group);
    const GroupPorts ports = ports_of(document, group);
    const int main = main_port(document, library, {ItemKind::kGroup, group});
    for (std::size_t i = box.entries.size(); i < ports.inputs.size(); ++i) {
        const Dot& reader = ports.inputs[i].readers.front();
        const std::string base =
            static_cast<int>(i) == main
                ? "input"
                : lower_case(functor_of(document, library, {reader.to.value})
                                 .inputs[static_cast<std::size_t>(reader.input)]
                                 .name);
        box.entries.push_back({free_name_in(box.entries, base), ports.inputs[i].readers});
    }
    for (std::size_t i = box.exits.size(); i < ports.outputs.size(); ++i) {
        const ImageId image = ports.outputs[i];
        const std::string base =
            i == 0 ? "output"
                   : lower_case(functor_of(document, library, image.node)
                                    .outputs[static_cast<std::size_t>(image.output)]
                                    .name);
        box.exits.push_back({free_name_in(box.exits, base), image});
    }
    return after;
}

namespace {

template <class List>
Status set_name(List& list, int at, const std::string& name) {
    if (at < 0 || static_cast<std::size_t>(at) >= list.size())
        return usage_error("there is no such port to rename");
    auto& own = list[static_cast<std::size_t>(at)];
    for (const auto& other : list)
        if (&other != &own && other.name == name)
            return usage_error(
                fmt::format("the group has a port \"{:.80}\" already: choose another name", name));
    own.name = name;
    return {};
}

}  // namespace

Result<Document> rename_port(const Document& document, const Library& library, int group,
                             bool is_input, int port, const std::string& name) {
    Result<Document> after = name_ports(document, library, group);
    if (!after) return after;
    Group& box = after->groups.at(group);
    if (box.origin)
        return usage_error(fmt::format(
            "\"{}\" is the effect {}, which names its ports: detach it from the effect first, "
            "with Ctrl+Shift+D on its box",
            box.name, box.origin->effect));
    if (name.empty() || name.find_first_of(".=*") != std::string::npos)
        return usage_error(fmt::format(
            "\"{:.80}\" cannot name a port: a name has none of the characters . = *", name));
    const Status s = is_input ? set_name(box.entries, port, name) : set_name(box.exits, port, name);
    if (!s) return s.error();
    return after;
}

Result<Document> effect_of(const Document& document, const Library& library, int group,
                           const std::string& name, const std::string& summary) {
    const ItemId box{ItemKind::kGroup, group};
    if (!exists(document, box)) return usage_error("select the group that is to be an effect");
    Result<Document> effect = document_from_text(copy(document, library, {box}), library);
    if (!effect) return effect;
    const Group offer = effect->groups.at(group);
    Result<Edited> open = ungroup(*effect, {box});
    if (!open) return open.error();
    *effect = std::move(open->document);
    Graph& graph = effect->draft.graph;
    graph.name = name;
    graph.summary = summary;
    for (const GroupEntry& entry : offer.entries)
        if (!entry.optional) add_entry(*effect, library, entry);
    for (const GroupEntry& entry : offer.entries)
        if (entry.optional) add_entry(*effect, library, entry);
    for (const GroupExit& way_out : offer.exits)
        graph.outputs.push_back({way_out.name, way_out.image});
    for (const Control& control : offer.controls)
        graph.controls.push_back(described(*effect, library, control));
    const std::map<ItemId, Place> laid_out = tidy(*effect);
    for (const ItemId id : items(*effect)) effect->places.try_emplace(id, laid_out.at(id));
    if (Status s = validate(effect->draft, library); !s) return s.error();
    return effect;
}

std::string effect_name(const std::string& group) {
    std::string name;
    for (const char c : lower_case(group)) {
        const bool letter = c >= 'a' && c <= 'z';
        if (letter || (c >= '0' && c <= '9' && !name.empty()))
            name += c;
        else if (!name.empty() && name.back() != '-')
            name += '-';
    }
    while (!name.empty() && (name.back() == '-' || (name.back() >= '0' && name.back() <= '9')))
        name.pop_back();
    return name.empty() ? "effect" : name;
}

Document as_instance(const Document& document, int group, const Origin& origin) {
    Document after = document;
    std::optional<Origin>& made = after.groups.at(group).origin;
    made = origin;
    for (const NodeId id : nodes_in(document, group)) made->nodes[id] = id;
    return after;
}

}  // namespace weft::editor
