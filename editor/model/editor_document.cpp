#include "model/editor_document.h"

#include "model/groups.h"
#include "model/tidy.h"

namespace weft::editor {
namespace {

int to_grid(int v) {
    const int rest = ((v % kGrid) + kGrid) % kGrid;
    return v - rest + (rest * 2 >= kGrid ? kGrid : 0);
}

template <class List>
std::string name_at(const List& list, int position) {
    const auto at = static_cast<std::size_t>(position);
    return position >= 0 && at < list.size() ? list[at].name : std::string();
}

}  // namespace

Place snapped(Place place) { return {to_grid(place.x), to_grid(place.y)}; }

std::vector<ItemId> items(const Document& document) {
    const Graph& graph = document.draft.graph;
    std::vector<ItemId> all;
    for (int i = 0; i < static_cast<int>(graph.inputs.size()); ++i)
        all.push_back({ItemKind::kInput, i});
    for (const Node& node : graph.nodes) all.push_back(item(node.id));
    for (int i = 0; i < static_cast<int>(graph.outputs.size()); ++i)
        all.push_back({ItemKind::kOutput, i});
    return all;
}

bool exists(const Document& document, ItemId item) {
    if (item.kind == ItemKind::kDot) return document.dots.contains(item.value);
    if (item.kind == ItemKind::kBackdrop) return document.backdrops.contains(item.value);
    if (item.kind == ItemKind::kGroup) return document.groups.contains(item.value);
    return !name_of(document, item).empty();
}

Node* find_node(Draft& draft, NodeId id) {
    std::vector<Node>& nodes = draft.graph.nodes;
    const auto at =
        std::find_if(nodes.begin(), nodes.end(), [id](const Node& node) { return node.id == id; });
    return at == nodes.end() ? nullptr : &*at;
}

ItemId source(ImageId image) {
    return image.is_graph_input() ? ItemId{ItemKind::kInput, image.output} : item(image.node);
}

std::vector<Wire> wires(const Document& document) {
    const Graph& graph = document.draft.graph;
    std::vector<Wire> all;
    for (const Node& node : graph.nodes)
        for (int i = 0; i < static_cast<int>(node.inputs.size()); ++i)
            if (const ImageId from = node.inputs[static_cast<std::size_t>(i)]; from != kUnconnected)
                all.push_back({from, item(node.id), i});
    for (int i = 0; i < static_cast<int>(graph.outputs.size()); ++i)
        if (const ImageId from = graph.outputs[static_cast<std::size_t>(i)].image;
            from != kUnconnected)
            all.push_back({from, {ItemKind::kOutput, i}, 0});
    return all;
}

ImageId read_by(const Document& document, ItemId to, int input) {
    const Graph& graph = document.draft.graph;
    const auto at = static_cast<std::size_t>(input);
    if (to.kind == ItemKind::kOutput) {
        const auto output = static_cast<std::size_t>(to.value);
        return to.value >= 0 && output < graph.outputs.size() ? graph.outputs[output].image
                                                              : kUnconnected;
    }
    if (to.kind == ItemKind::kGroup) {
        const std::vector<GroupInput> inputs = ports_of(document, to.value).inputs;
        return input >= 0 && at < inputs.size() ? inputs[at].from : kUnconnected;
    }
    const Node* node = to.kind == ItemKind::kNode ? graph.find(NodeId{to.value}) : nullptr;
    return node && input >= 0 && at < node->inputs.size() ? node->inputs[at] : kUnconnected;
}

ImageId shown_by(const Document& document, ItemId item) {
    switch (item.kind) {
        case ItemKind::kInput: return {NodeId{}, item.value};
        case ItemKind::kNode: return {NodeId{item.value}, 0};
        case ItemKind::kOutput: return read_by(document, item, 0);
        case ItemKind::kDot:
            if (const auto dot = document.dots.find(item.value); dot != document.dots.end())
                return read_by(document, dot->second.to, dot->second.input);
            break;
        case ItemKind::kGroup: return output_of(document, item, 0);
        case ItemKind::kBackdrop: break;
    }
    return kUnconnected;
}

std::string name_of(const Document& document, ItemId item) {
    const Graph& graph = document.draft.graph;
    if (item.kind == ItemKind::kInput) return name_at(graph.inputs, item.value);
    if (item.kind == ItemKind::kOutput) return name_at(graph.outputs, item.value);
    if (item.kind == ItemKind::kBackdrop) {
        const auto at = document.backdrops.find(item.value);
        return at == document.backdrops.end() ? std::string() : at->second.title;
    }
    if (item.kind == ItemKind::kGroup) {
        const auto at = document.groups.find(item.value);
        return at == document.groups.end() ? std::string() : at->second.name;
    }
    if (item.kind != ItemKind::kNode) return {};
    const Node* node = graph.find(NodeId{item.value});
    return node ? node->name : std::string();
}

std::optional<ItemId> find_item(const Document& document, const std::string& name) {
    if (const Node* node = document.draft.graph.find(name)) return item(node->id);
    for (const ItemId id : items(document))
        if (name_of(document, id) == name) return id;
    for (const auto& [id, group] : document.groups)
        if (group.name == name) return ItemId{ItemKind::kGroup, id};
    return std::nullopt;
}

const ReadFile* read_of(const Document& document, const std::string& input) {
    const auto at = document.draft.files.reads.find(input);
    return at == document.draft.files.reads.end() ? nullptr : &at->second;
}

std::string write_of(const Document& document, const std::string& output) {
    const auto at = document.draft.files.writes.find(output);
    return at == document.draft.files.writes.end() ? std::string() : at->second;
}

std::string functor_text(const Document& document, const std::string& file) {
    for (const FunctorTexts* texts : {&document.unfinished, &document.draft.functors})
        if (const auto at = texts->find(file); at != texts->end()) return at->second;
    return {};
}

Document empty_document() {
    Graph graph;
    graph.name = "untitled";
    graph.inputs = {{"input"}};
    graph.outputs = {{"output", {NodeId{}, 0}}};
    return document_of(graph);
}

Document document_of(const Graph& graph) {
    Document document;
    document.draft.graph = graph;
    document.places = tidy(document);
    return document;
}

Result<Graph> viewed(const Document& document, const Library& library, ImageId image,
                     std::optional<ImageId> other) {
    return viewed(document.draft, library, image, other);
}

Result<Graph> viewed(Draft draft, const Library& library, ImageId image,
                     std::optional<ImageId> other) {
    draft.graph.outputs = {{"view", image}};
    if (other) draft.graph.outputs.push_back({"other", *other});
    Result<Graph> graph = finish(draft, library);
    if (!graph) return graph;
    if (Status s = validate(*graph, library); !s) return s.error();
    return graph;
}

}  // namespace weft::editor
