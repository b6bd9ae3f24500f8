#include "model/free_inputs.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph/descriptor.h"
#include "model/groups.h"

namespace weft::editor {
namespace {

/// The main input of a node that has it connected and lacks another.
std::optional<int> stands_for(const Node& node, const Library& library) {
    const auto free = std::find(node.inputs.begin(), node.inputs.end(), kUnconnected);
    if (free == node.inputs.end() || is_stand_in(node, library)) return std::nullopt;
    const int main = main_input(node, library);
    return node.inputs[static_cast<std::size_t>(main)] == kUnconnected ? std::nullopt
                                                                       : std::optional(main);
}

bool is_in_instance(const Document& document, NodeId node) {
    const std::vector<int> around = path_to(document, group_of(document, item(node)));
    return std::any_of(around.begin(), around.end(),
                       [&](int group) { return document.groups.at(group).origin.has_value(); });
}

std::string free_words(const Node& node, const Library& library, int main) {
    const FunctorDescriptor functor = weft::describe(*library.find(node.functor));
    std::vector<std::string> free;
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
        if (node.inputs[i] == kUnconnected) free.push_back(functor.inputs[i].name);
    const std::string names = fmt::format("{}", fmt::join(free, " and "));
    return fmt::format(
        "{} {} not connected: until then the viewer shows what {} reads, as though this node were "
        "disabled. A render is refused: connect {}, or disable the node.",
        names, free.size() == 1 ? "is" : "are", functor.inputs[static_cast<std::size_t>(main)].name,
        names);
}

}  // namespace

std::map<NodeId, int> unfinished_nodes(const Document& document, const Library& library) {
    std::map<NodeId, int> all;
    for (const Node& node : document.draft.graph.nodes)
        if (const std::optional<int> main = stands_for(node, library))
            if (!document.draft.disabled.contains(node.id) && !is_in_instance(document, node.id))
                all.emplace(node.id, *main);
    return all;
}

Result<Graph> seen(const Document& document, const Library& library, ImageId image,
                   std::optional<ImageId> other) {
    Draft draft = document.draft;
    draft.disabled.merge(unfinished_nodes(document, library));
    return viewed(std::move(draft), library, image, other);
}

std::map<NodeId, std::string> free_inputs(const Document& document, const Library& library) {
    std::map<NodeId, std::string> all;
    for (const auto& [id, main] : unfinished_nodes(document, library))
        all.emplace(id, free_words(*document.draft.graph.find(id), library, main));
    return all;
}

}  // namespace weft::editor
