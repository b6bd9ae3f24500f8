#include "model/groups.h"

#include <algorithm>

#include <fmt/format.h>

#include "graph/clones.h"

namespace weft::editor {
namespace {

/// What reads the entry number `at`: its own readers, and those of optional entries that stand on
/// it as long as they are not connected.
std::vector<Dot> readers_of(const Group& group, std::size_t at) {
    std::vector<Dot> readers = group.entries[at].readers;
    const ImageId entry{NodeId{}, static_cast<int>(at)};
    for (const GroupEntry& other : group.entries)
        if (other.optional && !other.optional->connected && other.optional->otherwise == entry)
            readers.insert(readers.end(), other.readers.begin(), other.readers.end());
    return readers;
}

/// What the first of them reads; kUnconnected where there is none.
ImageId first_read(const Document& document, const std::vector<Dot>& readers) {
    return readers.empty() ? kUnconnected
                           : read_by(document, readers.front().to, readers.front().input);
}

/// Readers that a wire inside was drawn to, and read another picture than their entry, are not its.
std::vector<GroupInput> entries_of(const Document& document, const Group& group) {
    std::vector<GroupInput> inputs;
    for (std::size_t i = 0; i < group.entries.size(); ++i) {
        const GroupEntry& entry = group.entries[i];
        const bool is_free = entry.optional && !entry.optional->connected;
        GroupInput input{kUnconnected, readers_of(group, i), entry.name};
        ImageId read = first_read(document, input.readers);
        if (is_free) read = entry.optional->otherwise;
        if (is_free && read.is_graph_input() && read != kUnconnected)
            read =
                first_read(document, group.entries[static_cast<std::size_t>(read.output)].readers);
        std::erase_if(input.readers, [&](const Dot& reader) {
            return read_by(document, reader.to, reader.input) != read;
        });
        if (!is_free) input.from = read;
        inputs.push_back(std::move(input));
    }
    return inputs;
}

/// Those that no entry has.
std::vector<GroupInput> other_inputs(const Graph& graph, const std::set<NodeId>& inside,
                                     const std::vector<GroupInput>& entries) {
    const auto has = [&](const Dot& reader) {
        return std::any_of(entries.begin(), entries.end(), [&](const GroupInput& entry) {
            return std::find(entry.readers.begin(), entry.readers.end(), reader) !=
                   entry.readers.end();
        });
    };
    std::vector<GroupInput> inputs;
    for (const Node& node : graph.nodes) {
        if (!inside.contains(node.id)) continue;
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const ImageId from = node.inputs[i];
            if (inside.contains(from.node) || has({item(node.id), static_cast<int>(i)})) continue;
            const auto known = from == kUnconnected
                                   ? inputs.end()
                                   : std::find_if(inputs.begin(), inputs.end(),
                                                  [&](const auto& in) { return in.from == from; });
            GroupInput& input =
                known == inputs.end() ? inputs.emplace_back(GroupInput{from, {}}) : *known;
            input.readers.push_back({item(node.id), static_cast<int>(i)});
        }
    }
    return inputs;
}

std::vector<ImageId> outputs_of(const Graph& graph, const std::set<NodeId>& inside,
                                const Group& group) {
    std::vector<ImageId> outputs;
    std::set<ImageId> known;
    for (const GroupExit& way_out : group.exits)
        if (known.insert(way_out.image).second) outputs.push_back(way_out.image);
    std::set<ImageId> leaving;
    std::set<NodeId> read;
    for (const Node& node : graph.nodes)
        for (const ImageId from : node.inputs) {
            read.insert(from.node);
            if (!inside.contains(node.id) && inside.contains(from.node)) leaving.insert(from);
        }
    for (const GraphOutput& output : graph.outputs) {
        read.insert(output.image.node);
        if (inside.contains(output.image.node)) leaving.insert(output.image);
    }
    for (const Node& node : graph.nodes) {
        if (!inside.contains(node.id)) continue;
        if (group.exits.empty() && !read.contains(node.id)) outputs.push_back({node.id, 0});
        for (auto at = leaving.lower_bound({node.id, 0});
             at != leaving.end() && at->node == node.id; ++at)
            if (!known.contains(*at)) outputs.push_back(*at);
    }
    return outputs;
}

}  // namespace

int group_of(const Document& document, ItemId item) {
    const auto at = document.members.find(item);
    return at == document.members.end() ? kTop : at->second;
}

std::vector<int> path_to(const Document& document, int group) {
    std::vector<int> path;
    for (; group != kTop; group = group_of(document, {ItemKind::kGroup, group}))
        path.insert(path.begin(), group);
    return path;
}

std::optional<ItemId> seen_as(const Document& document, ItemId item, int open) {
    for (int around = group_of(document, item); around != open; around = group_of(document, item)) {
        if (around == kTop) return std::nullopt;
        item = {ItemKind::kGroup, around};
    }
    return item;
}

Selection expanded(const Document& document, const Selection& items) {
    Selection all = items;
    std::set<int> groups;
    for (const ItemId id : items)
        if (id.kind == ItemKind::kGroup) groups.insert(id.value);
    if (groups.empty()) return all;
    for (const auto& [id, group] : document.members)
        for (const int around : path_to(document, group))
            if (groups.contains(around)) all.insert(id);
    return all;
}

std::set<NodeId> nodes_in(const Document& document, int group) {
    std::set<NodeId> nodes;
    for (const ItemId id : expanded(document, {{ItemKind::kGroup, group}}))
        if (id.kind == ItemKind::kNode) nodes.insert({id.value});
    return nodes;
}

std::string shared_prefix(const Document& document, int group) {
    if (group == kTop) return {};
    std::optional<std::string> shared;
    for (const NodeId id : nodes_in(document, group)) {
        const std::string& name = document.draft.graph.find(id)->name;
        const std::string prefix = name.substr(0, name.rfind('/') + 1);  // of none: empty
        if (!shared) shared = prefix;
        std::size_t same = 0;
        while (same < shared->size() && same < prefix.size() && (*shared)[same] == prefix[same])
            ++same;
        shared->resize(same);
        shared->resize(shared->rfind('/') + 1);
    }
    return shared.value_or(std::string());
}

GroupPorts ports_of(const Document& document, int group) {
    const Graph& graph = document.draft.graph;
    const std::set<NodeId> inside = nodes_in(document, group);
    const auto known = document.groups.find(group);
    static const Group kNone;
    const Group& own = known == document.groups.end() ? kNone : known->second;
    GroupPorts ports{entries_of(document, own), outputs_of(graph, inside, own)};
    const std::vector<GroupInput> others = other_inputs(graph, inside, ports.inputs);
    ports.inputs.insert(ports.inputs.end(), others.begin(), others.end());
    return ports;
}

ImageId output_of(const Document& document, ItemId item, int output) {
    if (item.kind != ItemKind::kGroup) {
        const ImageId first = shown_by(document, item);
        return first == kUnconnected || first.is_graph_input() || item.kind != ItemKind::kNode
                   ? first
                   : ImageId{first.node, output};
    }
    const std::vector<ImageId> outputs = ports_of(document, item.value).outputs;
    const auto at = static_cast<std::size_t>(output);
    return output >= 0 && at < outputs.size() ? outputs[at] : kUnconnected;
}

std::vector<Wire> wires_of(const Document& document, const Wire& wire) {
    if (wire.to.kind != ItemKind::kGroup) return {wire};
    const std::vector<GroupInput> inputs = ports_of(document, wire.to.value).inputs;
    const auto at = static_cast<std::size_t>(wire.input);
    std::vector<Wire> all;
    if (wire.input >= 0 && at < inputs.size())
        for (const Dot& reader : inputs[at].readers)
            all.push_back({wire.from, reader.to, reader.input});
    return all;
}

int free_group(const Document& document) {
    return document.groups.empty() ? 0 : document.groups.rbegin()->first + 1;
}

std::string free_group_name(const Document& document, const std::string& base) {
    const auto taken = [&](const std::string& name) {
        return std::any_of(document.groups.begin(), document.groups.end(),
                           [&](const auto& entry) { return entry.second.name == name; });
    };
    for (int i = 1;; ++i)
        if (std::string name = fmt::format("{}{}", base, i); !taken(name)) return name;
}

std::vector<ParameterId> targets_of(const Group& group, const std::string& control) {
    for (const Control& known : group.controls)
        if (known.name == control) return targets_of(known);
    return {};
}

Control control_of(const ParameterId& parameter) {
    return {parameter.parameter, "", "", {{parameter.node, parameter.parameter}}};
}

void add_control(Group& group, Control control) {
    const std::string base = control.name;
    for (int i = 2; !targets_of(group, control.name).empty(); ++i)
        control.name = fmt::format("{}{}", base, i);
    group.controls.push_back(std::move(control));
}

void note_connected(Document& document, int group, int entry, bool connected) {
    std::vector<GroupEntry>& entries = document.groups.at(group).entries;
    const auto at = static_cast<std::size_t>(entry);
    if (at >= entries.size() || !entries[at].optional) return;
    GroupEntry::Optional& optional = *entries[at].optional;
    ImageId otherwise = optional.otherwise;
    if (otherwise.is_graph_input())
        otherwise = read_by(document, {ItemKind::kGroup, group}, otherwise.output);
    optional.connected = connected;
    if (!connected) {
        for (const Dot& reader : entries[at].readers)
            if (Node* node = find_node(document.draft, {reader.to.value}))
                node->inputs[static_cast<std::size_t>(reader.input)] = otherwise;
    }
    for (const auto& [id, parameter] : optional.told)
        if (Node* node = find_node(document.draft, id)) {
            node->parameters[static_cast<std::size_t>(parameter)] = connected;
            share_values(document.draft, id);
        }
}

void drop_loose_members(Document& document) {
    std::erase_if(document.members, [&](const auto& member) {
        return !exists(document, member.first) || !document.groups.contains(member.second);
    });
    for (auto& [id, group] : document.groups) {
        if (group == Group{group.name, {}, {}}) continue;
        const std::set<NodeId> inside = nodes_in(document, id);
        const auto is_gone = [&](const auto& target) { return !inside.contains(target.first); };
        std::erase_if(group.disables, [&](NodeId node) {
            return !inside.contains(node) || !document.draft.disabled.contains(node);
        });
        for (Control& control : group.controls) std::erase_if(control.targets, is_gone);
        std::erase_if(group.controls, [](const Control& c) { return c.targets.empty(); });
        std::erase_if(group.exits, [&](const auto& e) { return !inside.contains(e.image.node); });
        for (std::size_t i = 0; i < group.entries.size(); ++i) {
            GroupEntry& entry = group.entries[i];
            std::erase_if(entry.readers,
                          [&](const Dot& reader) { return !inside.contains({reader.to.value}); });
            if (!entry.optional) continue;
            std::erase_if(entry.optional->told, is_gone);
            ImageId& otherwise = entry.optional->otherwise;
            if (!otherwise.is_graph_input() && !inside.contains(otherwise.node))
                otherwise = kUnconnected;
            const bool reads =
                std::none_of(entry.readers.begin(), entry.readers.end(), [&](const Dot& reader) {
                    return read_by(document, reader.to, reader.input) == kUnconnected;
                });
            if (entry.optional->connected && !reads)
                note_connected(document, id, static_cast<int>(i), false);
        }
    }
}

}  // namespace weft::editor
