#include "model/spoken.h"

#include <fmt/format.h>

#include "graph/clones.h"
#include "model/groups.h"

namespace weft::editor {

std::string spoken(const Document& document, ItemId item) {
    const std::string name = name_of(document, item);
    std::string words;
    switch (item.kind) {
        case ItemKind::kInput: words = "input of the effect " + name; break;
        case ItemKind::kOutput: words = "output of the effect " + name; break;
        case ItemKind::kBackdrop: words = "backdrop " + name; break;
        case ItemKind::kDot: return "dot";
        case ItemKind::kGroup:
            words =
                fmt::format("group {} of {} nodes", name, nodes_in(document, item.value).size());
            break;
        case ItemKind::kNode:
            if (const Node* node = document.draft.graph.find(NodeId{item.value})) {
                words = fmt::format("node {}, {}{}", name, node->functor,
                                    document.draft.disabled.contains(node->id) ? ", disabled" : "");
                if (document.draft.clones.contains(node->id))
                    words += ", a clone of " +
                             document.draft.graph.find(original_of(document.draft, node->id))->name;
            }
            break;
    }
    const auto note = document.notes.find(item);
    return note == document.notes.end() ? words : words + ". " + note->second;
}

std::string spoken_input(const Document& document, const Library& library, ItemId item, int input) {
    const ImageId from = read_by(document, item, input);
    const Port port = input_ports(document, library, item)[static_cast<std::size_t>(input)];
    return fmt::format(
        "input {}, {}", describe(port),
        from == kUnconnected ? "not connected" : "from " + name_of(document, source(from)));
}

std::string spoken_output(const Document& document, const Library& library, ItemId item,
                          int output) {
    std::string readers;
    const ImageId image = output_of(document, item, output);
    const Selection within = expanded(document, {item});
    for (const Wire& wire : wires(document))
        if (wire.from == image && !within.contains(wire.to))
            readers += (readers.empty() ? "to " : " and ") + name_of(document, wire.to);
    const Port port = output_ports(document, library, item)[static_cast<std::size_t>(output)];
    return fmt::format("output {}, {}", describe(port),
                       readers.empty() ? "not connected" : readers);
}

std::string spoken(const Document& document, const Library& library, const Wire& wire) {
    const std::string to = name_of(document, wire.to);
    return fmt::format(
        "wire from {} to {} of {}", name_of(document, source(wire.from)),
        input_ports(document, library, wire.to)[static_cast<std::size_t>(wire.input)].name, to);
}

}  // namespace weft::editor
