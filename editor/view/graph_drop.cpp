// Boxes under a drag on the graph canvas: where they fall in, and the wire that takes one.
#include "commands/edits.h"
#include "model/marks.h"
#include "view/graph_view.h"

namespace weft::editor {

/// The wire behind a single dragged node or group that is in none itself.
WireItem* GraphView::wire_for_drop() const {
    const std::optional<ItemId> id = session_.single();
    const NodeItem* node = id ? scene_.node(*id) : nullptr;
    if (!node || node->look().inputs.empty() || node->look().outputs.empty()) return nullptr;
    for (const auto& [wire, start] : scene_.canvas().wires)
        if (wire.to == *id || start.item == *id) return nullptr;
    return scene_.wire_behind(*node);
}

/// `free`: to where the pointer is, whatever lies nearby.
void GraphView::follow_move(bool free) {
    const QPointF by = to_ - from_;
    const Place wanted{qRound(by.x()), qRound(by.y())};
    constexpr double kReach = 7.0;  // on the screen
    snap_ = free ? Snap{wanted, {}, {}}
                 : snap(scene_.canvas(), carried(session_.document(), own()), wanted,
                        qRound(std::min(kReach / transform().m11(), 2 * kReach)));
    scene_.show_moved(session_.selection(), QPointF(snap_.by.x, snap_.by.y));
    scene_.set_target(wire_for_drop());
}

void GraphView::finish_move() {
    const WireItem* wire = wire_for_drop();
    if (wire) {  // its middle comes onto the wire
        const NodeItem& node = *scene_.node(*session_.single());
        const QRectF box = node.boundingRect().translated(node.pos());
        snap_.by.x += qRound(wire->nearest_in(box).value_or(node.pos()).x() - node.x());
    }
    const Document moved = weft::editor::move(session_.document(), own(), snap_.by);
    scene_.set_target(nullptr);
    if (wire)
        session_.apply(tr("Insert"),
                       insert(moved, session_.library(), *session_.single(), wire->wire()));
    else
        session_.apply(word("Move"), Result<Document>(moved));
}

}  // namespace weft::editor
