#include "commands/effect_filling.h"

#include <algorithm>

#include "commands/joined.h"
#include "graph/descriptor.h"
#include "model/marks.h"

namespace weft::editor {
namespace {

/// The inputs of nodes that an optional input of an effect is read at.
std::vector<Dot> optional_readers(const Graph& graph, const Library& library,
                                  const OptionalInput& optional) {
    std::vector<Dot> readers;
    for (const auto& [id, input] : optional.readers)
        readers.push_back(
            {item(id), weft::describe(*library.find(graph.find(id)->functor)).find_input(input)});
    return readers;
}

/// What a group offers that has a whole effect in it, under the effect's own ids.
Group offer_of(const Document& effect, const Library& library) {
    const Graph& graph = effect.draft.graph;
    Group group;
    std::vector<GroupEntry> optional_entries;
    std::vector<Dot> apart;
    for (const OptionalInput& optional : graph.optional_inputs) {
        GroupEntry entry{optional.name, optional_readers(graph, library, optional),
                         GroupEntry::Optional{kUnconnected}};
        if (entry.readers.empty()) continue;
        const Dot& first = entry.readers.front();
        entry.optional->otherwise = read_by(effect, first.to, first.input);
        for (const auto& [id, parameter] : optional.told)
            entry.optional->told.emplace_back(
                id,
                weft::describe(*library.find(graph.find(id)->functor)).find_parameter(parameter));
        apart.insert(apart.end(), entry.readers.begin(), entry.readers.end());
        optional_entries.push_back(std::move(entry));
    }
    for (const GraphInput& input : graph.inputs) group.entries.push_back({input.name, {}});
    for (const Node& node : graph.nodes)
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const ImageId from = node.inputs[i];
            const Dot reader{item(node.id), static_cast<int>(i)};
            const bool is_optional = std::find(apart.begin(), apart.end(), reader) != apart.end();
            if (from.is_graph_input() && from != kUnconnected && !is_optional)
                group.entries[static_cast<std::size_t>(from.output)].readers.push_back(reader);
        }
    group.entries.insert(group.entries.end(), optional_entries.begin(), optional_entries.end());
    for (const GraphOutput& output : graph.outputs)
        group.exits.push_back({output.name, output.image});
    group.controls = graph.controls;
    return group;
}

/// With nodes that are called "box/name".
Document named_within(Document effect, const std::string& box) {
    for (Node& node : effect.draft.graph.nodes) node.name = box + "/" + node.name;
    return effect;
}

}  // namespace

Result<Document> filled(const Document& document, const Library& library, int group,
                        const EffectContents& effect, const std::map<NodeId, NodeId>& ids) {
    Group offer = offer_of(effect.document, library);
    Result<Joined> all =
        joined(document, library, named_within(effect.document, document.groups.at(group).name),
               {0, 0}, ids);
    if (!all) return all.error();
    renumber(offer, all->renumbered);
    Document& after = all->edited.document;
    Group& box = after.groups.at(group);
    box.controls = std::move(offer.controls);
    box.entries = std::move(offer.entries);
    box.exits = std::move(offer.exits);
    box.origin = effect.origin;
    for (const auto& [original, node] : all->renumbered) box.origin->nodes[node] = original;
    for (const ItemId made : all->edited.made) after.members[made] = group;
    drop_loose_marks(after);
    return std::move(after);
}

}  // namespace weft::editor
