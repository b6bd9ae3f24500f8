// Documents that tests of the editor share.
#pragma once

#include <string>

#include "commands/edits.h"
#include "effects/builtin.h"
#include "graph/document.h"
#include "model/effects.h"
#include "model/ports.h"

namespace weft::editor {

inline const Library& library() {
    static const Library library = builtin_library();
    return library;
}

/// An effect of Weft, or another whose graph that is.
inline KnownEffect effect_of_weft(const Graph& graph) {
    return {graph.name, graph.summary, 0, {}, [graph] { return to_document(graph, library()); }};
}

/// The node of that name as an item; fails the look-up with a value of -1.
inline ItemId named(const Document& document, const std::string& name) {
    return find_item(document, name).value_or(ItemId{});
}

/// "input > exposure1 > invert1 > output": the main inputs upwards from the first output.
inline std::string spine(const Document& document, const Library& functors = library()) {
    ItemId at{ItemKind::kOutput, 0};
    std::string text = name_of(document, at);
    while (at.kind != ItemKind::kInput) {
        const bool is_node = at.kind == ItemKind::kNode;
        const ImageId image =
            read_by(document, at, is_node ? main_port(document, functors, at) : 0);
        if (image == kUnconnected) return "- > " + text;
        at = source(image);
        text.insert(0, name_of(document, at) + " > ");
    }
    return text;
}

/// input > exposure1 > invert1 > output
inline Document chain() {
    Document document = empty_document();
    document = add_node(document, library(), "Exposure", {}, {{ItemKind::kInput, 0}})->document;
    return add_node(document, library(), "Invert", {}, {named(document, "exposure1")})->document;
}

}  // namespace weft::editor
