#include "model/ports.h"

#include <algorithm>

#include <fmt/format.h>

#include "graph/descriptor.h"
#include "graph/regions.h"
#include "model/groups.h"
#include "support/refusal.h"

namespace weft::editor {
namespace {

const char* access_of(const IndexerDescriptor& indexer) {
    switch (indexer.freedom) {
        case e0D: return "one element";
        case e1D: return "along a line";
        case e2D: return "a window";
        case eSparse: return "a few places";
        case eRandom: return "anywhere";
    }
    return "";
}

std::vector<Port> ports(const std::vector<IndexerDescriptor>& indexers, bool inputs) {
    std::vector<Port> all;
    for (const IndexerDescriptor& indexer : indexers)
        all.push_back(
            {indexer.name, indexer.granularity == ePixel, inputs ? access_of(indexer) : "", false});
    return all;
}

/// The document with the wire in it.
Document connected(Document document, const Wire& wire) {
    for (Node& node : document.draft.graph.nodes)
        if (item(node.id) == wire.to) node.inputs[static_cast<std::size_t>(wire.input)] = wire.from;
    return document;
}

/// Entries by their names, others after who reads them.
std::vector<Port> group_inputs(const Document& document, const Library& library, int group) {
    std::vector<Port> all;
    for (const GroupInput& input : ports_of(document, group).inputs) {
        Port port;
        if (!input.readers.empty()) {
            const Dot& reader = input.readers.front();
            port =
                input_ports(document, library, reader.to)[static_cast<std::size_t>(reader.input)];
            port.name = fmt::format("{} of {}", port.name, name_of(document, reader.to));
            if (input.readers.size() > 1)
                port.name += fmt::format(" and {} more", input.readers.size() - 1);
        }
        if (!input.name.empty()) port.name = input.name;
        all.push_back(std::move(port));
    }
    return all;
}

/// The entry that an optional one stands on as long as nothing is connected to it comes first.
int main_of_group(const Document& document, const Library& library, int group) {
    const GroupPorts ports = ports_of(document, group);
    if (ports.inputs.empty()) return -1;
    const std::set<NodeId> inside = nodes_in(document, group);
    ImageId image = ports.outputs.empty() ? kUnconnected : ports.outputs.front();
    Dot reader{{}, 0};
    while (inside.contains(image.node)) {
        const Node& node = *document.draft.graph.find(image.node);
        if (node.inputs.empty()) return 0;
        reader = {item(node.id), main_input(node, library)};
        image = node.inputs[static_cast<std::size_t>(reader.input)];
    }
    for (std::size_t i = 0; i < ports.inputs.size(); ++i) {
        const std::vector<Dot>& readers = ports.inputs[i].readers;
        if (std::find(readers.begin(), readers.end(), reader) != readers.end())
            return static_cast<int>(i);
    }
    return 0;
}

std::vector<Port> group_outputs(const Document& document, const Library& library, int group) {
    const auto known = document.groups.find(group);
    const std::size_t named = known == document.groups.end() ? 0 : known->second.exits.size();
    std::vector<Port> all;
    for (const ImageId image : ports_of(document, group).outputs) {
        const ItemId from = source(image);
        Port port = output_ports(document, library, from)[static_cast<std::size_t>(image.output)];
        port.name = all.size() < named
                        ? known->second.exits[all.size()].name
                        : fmt::format("{} of {}", port.name, name_of(document, from));
        all.push_back(std::move(port));
    }
    return all;
}

}  // namespace

std::vector<Port> input_ports(const Document& document, const Library& library, ItemId item) {
    if (item.kind == ItemKind::kOutput) return {{"picture", false, "", true}};
    const Node* node =
        item.kind == ItemKind::kNode ? document.draft.graph.find(NodeId{item.value}) : nullptr;
    std::vector<Port> all;
    if (item.kind == ItemKind::kGroup) all = group_inputs(document, library, item.value);
    if (node) {
        all = ports(weft::describe(*library.find(node->functor)).inputs, true);
        mark_optional(document.draft.graph, node->id, all);
    }
    if (const int main = main_port(document, library, item); main >= 0)
        all[static_cast<std::size_t>(main)].main = true;
    return all;
}

int main_port(const Document& document, const Library& library, ItemId item) {
    if (item.kind == ItemKind::kGroup) return main_of_group(document, library, item.value);
    const Node* node =
        item.kind == ItemKind::kNode ? document.draft.graph.find(NodeId{item.value}) : nullptr;
    return node && !node->inputs.empty() ? main_input(*node, library) : -1;
}

std::vector<Port> output_ports(const Document& document, const Library& library, ItemId item) {
    if (item.kind == ItemKind::kGroup) return group_outputs(document, library, item.value);
    if (item.kind == ItemKind::kInput) return {{"picture", false, "", false}};
    const Node* node =
        item.kind == ItemKind::kNode ? document.draft.graph.find(NodeId{item.value}) : nullptr;
    if (!node) return {};
    return ports(weft::describe(*library.find(node->functor)).outputs, false);
}

const OptionalInput* optional_of(const Graph& graph, NodeId node, const std::string& input) {
    for (const OptionalInput& optional : graph.optional_inputs)
        for (const auto& reader : optional.readers)
            if (reader == std::pair(node, input)) return &optional;
    return nullptr;
}

void mark_optional(const Graph& graph, NodeId node, std::vector<Port>& inputs) {
    for (Port& port : inputs) {
        const OptionalInput* optional = optional_of(graph, node, port.name);
        port.optional = optional ? optional->name : std::string();
    }
}

std::string describe(const Port& port) {
    return fmt::format(
        "{}: {}{}{}{}", port.name, port.whole_pixels ? "whole pixels" : "planes",
        port.access.empty() ? "" : ", reads ", port.access,
        port.optional.empty() ? "" : fmt::format(", or the optional input {}", port.optional));
}

std::set<ItemId> reached(const std::map<ItemId, std::vector<ItemId>>& next, ItemId item) {
    std::set<ItemId> seen{item};
    std::vector<ItemId> open{item};
    while (!open.empty()) {
        const auto at = next.find(open.back());
        open.pop_back();
        if (at == next.end()) continue;
        for (const ItemId other : at->second)
            if (seen.insert(other).second) open.push_back(other);
    }
    return seen;
}

bool is_upstream(const Document& document, ItemId item, ItemId reader) {
    std::map<ItemId, std::vector<ItemId>> above;
    for (const Wire& wire : wires(document)) above[wire.to].push_back(source(wire.from));
    return reached(above, reader).contains(item);
}

Status check_wire(const Document& document, const Library& library,
                  const std::vector<ImageShape>& inputs, const Wire& wire) {
    if (wire.to.kind == ItemKind::kGroup) {
        const std::vector<Wire> within = wires_of(document, wire);
        if (within.empty())
            return usage_error("there is no such connection: open the group to make it");
        for (const Wire& one : within)
            if (Status s = check_wire(document, library, inputs, one); !s) return s;
        return {};
    }
    const std::string from = name_of(document, source(wire.from));
    const std::string to = name_of(document, wire.to);
    const std::vector<Port> ports = input_ports(document, library, wire.to);
    const std::vector<Port> outputs = output_ports(document, library, source(wire.from));
    const auto output = static_cast<std::size_t>(wire.from.is_graph_input() ? 0 : wire.from.output);
    if (wire.input < 0 || static_cast<std::size_t>(wire.input) >= ports.size() ||
        output >= outputs.size())
        return usage_error("there is no such connection: connect an output to an input");
    if (source(wire.from) == wire.to)
        return usage_error(fmt::format("\"{}\" cannot read itself", to));
    if (is_upstream(document, wire.to, source(wire.from)))
        return usage_error(
            fmt::format("this would be a cycle: \"{}\" reads what \"{}\" gives, by way "
                        "of others or directly",
                        from, to));
    if (wire.to.kind == ItemKind::kOutput) return {};
    // What the graph itself says, where all that it needs is there.
    const Result<Graph> graph =
        viewed(connected(document, wire), library, {NodeId{wire.to.value}, 0});
    if (!graph)
        return graph.error().message.find("is not connected") != std::string::npos
                   ? Status{}
                   : Status{usage_error(graph.error().message)};
    if (inputs.size() != graph->inputs.size()) return {};
    if (const auto shapes = infer_shapes(*graph, library, inputs); !shapes)
        return usage_error(shapes.error().message);
    return {};
}

}  // namespace weft::editor
