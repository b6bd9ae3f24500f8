#include "commands/format_edits.h"

#include <string>

#include <fmt/format.h>

#include "commands/effect_edits.h"
#include "graph/descriptor.h"
#include "model/canvas.h"
#include "model/groups.h"
#include "support/refusal.h"

namespace weft::editor {
namespace {

/// One instance, before one input.
Result<Edited> reformat_input(const Document& document, const Library& library,
                              const EffectContents& reformat, const FrameMismatch& mismatch,
                              int input) {
    const ItemId to = item(mismatch.node);
    const Wire wire{read_by(document, to, input), to, input};
    if (wire.from == kUnconnected)
        return usage_error(fmt::format("input {} of \"{}\" is not connected: connect it", input,
                                       name_of(document, to)));
    Place place = document.places.at(to);
    place.y -= 40;
    Result<Edited> edited =
        add_effect(document, library, reformat, place, {}, group_of(document, to));
    if (!edited) return edited;
    const ItemId box = *edited->made.begin();
    // Below what it reads, where that lies above; insert() then makes room.
    const Canvas canvas = canvas_of(document, group_of(document, to));
    if (const auto start = canvas.wires.find(wire); start != canvas.wires.end())
        if (const Place above = canvas.places.at(start->second.item);
            above.y < document.places.at(to).y)
            edited->document.places[box] = snapped({above.x, document.places.at(to).y});
    Result<Document> after = insert(edited->document, library, box, wire);
    const std::optional<Format>& format = document.draft.format;
    const Rect& frame = mismatch.frame;
    const bool follows =
        format && format->width == frame.width() && format->height == frame.height();
    for (const NodeId id : nodes_in(edited->document, box.value))
        for (const auto& [side, size] :
             {std::pair("width", frame.width()), std::pair("height", frame.height())}) {
            if (!after || follows) continue;
            const Node& node = *after->draft.graph.find(id);
            if (describe(*library.find(node.functor)).find_parameter(side) < 0) continue;
            after =
                set(*after, library, fmt::format("{}.{}", node.name, side), std::to_string(size));
        }
    if (!after) return after.error();
    edited->document = *std::move(after);
    return edited;
}

}  // namespace

Document set_format(const Document& document, const std::optional<Format>& format) {
    Document after = document;
    after.draft.format = format;
    return after;
}

Result<Edited> reformat_inputs(const Document& document, const Library& library,
                               const EffectContents& reformat, const FrameMismatch& mismatch) {
    Edited edited{document, {}};
    for (const int input : mismatch.inputs) {
        Result<Edited> one = reformat_input(edited.document, library, reformat, mismatch, input);
        if (!one) return one;
        edited.document = std::move(one->document);
        edited.made.insert(one->made.begin(), one->made.end());
    }
    return edited;
}

}  // namespace weft::editor
