#include "model/groups.h"

#include <algorithm>

#include <fmt/format.h>

namespace weft::editor {
namespace {

/// Where the main stream into `image` comes from outside of `inside`, or what it lacks.
GroupInput main_input(const Graph& graph, const std::set<NodeId>& inside, ImageId image) {
    GroupInput at{image, {}};
    while (inside.contains(at.from.node)) {
        const Node* node = graph.find(at.from.node);
        if (!node || node->inputs.empty()) return {kUnconnected, {}};
        at = {node->inputs.front(), {{item(node->id), 0}}};
    }
    return at;
}

std::vector<GroupInput> inputs_of(const Graph& graph, const std::set<NodeId>& inside) {
    std::vector<GroupInput> inputs;
    for (const Node& node : graph.nodes) {
        if (!inside.contains(node.id)) continue;
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const ImageId from = node.inputs[i];
            if (inside.contains(from.node)) continue;
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

std::vector<ImageId> outputs_of(const Graph& graph, const std::set<NodeId>& inside) {
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
    std::vector<ImageId> outputs;
    for (const Node& node : graph.nodes) {
        if (!inside.contains(node.id)) continue;
        if (!read.contains(node.id)) outputs.push_back({node.id, 0});
        for (auto at = leaving.lower_bound({node.id, 0});
             at != leaving.end() && at->node == node.id; ++at)
            outputs.push_back(*at);
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

GroupPorts ports_of(const Document& document, int group) {
    const Graph& graph = document.draft.graph;
    const std::set<NodeId> inside = nodes_in(document, group);
    GroupPorts ports{inputs_of(graph, inside), outputs_of(graph, inside)};
    if (ports.outputs.empty()) return ports;
    const GroupInput main = main_input(graph, inside, ports.outputs.front());
    const auto is_main = [&](const GroupInput& input) {
        return main.from == kUnconnected ? input.readers == main.readers : input.from == main.from;
    };
    const auto first = std::find_if(ports.inputs.begin(), ports.inputs.end(), is_main);
    if (first != ports.inputs.end()) std::rotate(ports.inputs.begin(), first, first + 1);
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

void drop_loose_members(Document& document) {
    std::erase_if(document.members, [&](const auto& member) {
        return !exists(document, member.first) || !document.groups.contains(member.second);
    });
    for (auto& [id, group] : document.groups) {
        if (group.disables.empty() && group.panel.empty()) continue;
        const std::set<NodeId> inside = nodes_in(document, id);
        std::erase_if(group.disables, [&](NodeId node) {
            return !inside.contains(node) || !document.draft.disabled.contains(node);
        });
        std::erase_if(group.panel,
                      [&](const ParameterId& shown) { return !inside.contains(shown.node); });
    }
}

}  // namespace weft::editor
