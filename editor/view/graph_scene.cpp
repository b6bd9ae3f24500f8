#include "view/graph_scene.h"

#include <QLineF>
#include <algorithm>

#include "view/theme.h"

namespace weft::editor {

GraphScene::GraphScene(Session& session, QObject* parent)
    : QGraphicsScene(parent), session_(session) {
    setSceneRect(-100000, -100000, 200000, 200000);
    connect(&session, &Session::changed, this, &GraphScene::follow_document);
    connect(&session, &Session::selection_changed, this, &GraphScene::follow_looks);
    connect(&session, &Session::view_changed, this, &GraphScene::follow_looks);
    connect(&session, &Session::problems_changed, this, &GraphScene::follow_looks);
    follow_document();
}

NodeItem* GraphScene::node(ItemId id) const {
    const auto at = nodes_.find(id);
    return at == nodes_.end() ? nullptr : at->second;
}

NodeItem* GraphScene::node_at(QPointF point) const {
    const QRectF box(-NodeItem::kWidth / 2, -NodeItem::kHeight / 2, NodeItem::kWidth,
                     NodeItem::kHeight);
    for (const auto& [id, node] : nodes_)
        if (box.contains(point - node->pos())) return node;
    return nullptr;
}

std::optional<PortHit> GraphScene::port_at(QPointF point) const {
    std::optional<PortHit> nearest;
    double reach = 9.0;
    const auto consider = [&](const PortHit& hit, QPointF at) {
        const double distance = QLineF(at, point).length();
        if (distance < reach) {
            reach = distance;
            nearest = hit;
        }
    };
    for (const auto& [id, node] : nodes_) {
        if (std::abs(node->x() - point.x()) > NodeItem::kWidth) continue;
        const NodeLook& look = node->look();
        for (int i = 0; i < static_cast<int>(look.inputs.size()); ++i)
            consider({id, true, i}, node->input_at(i) - QPointF(0, 4));
        for (int i = 0; i < static_cast<int>(look.outputs.size()); ++i)
            consider({id, false, i}, node->output_at(i) + QPointF(0, 4));
    }
    return nearest;
}

WireItem* GraphScene::wire_at(QPointF point, double reach) const {
    WireItem* nearest = nullptr;
    for (const auto& [wire, item] : wires_)
        if (const double distance = item->distance(point); distance < reach) {
            reach = distance;
            nearest = item;
        }
    return nearest;
}

Selection GraphScene::items_in(const QRectF& area) const {
    Selection inside;
    for (const auto& [id, node] : nodes_) {
        const QRectF box(node->pos() - QPointF(NodeItem::kWidth, NodeItem::kHeight) / 2,
                         QSizeF(NodeItem::kWidth, NodeItem::kHeight));
        if (area.intersects(box)) inside.insert(id);
    }
    return inside;
}

QRectF GraphScene::bounds(const Selection& ids) const {
    QRectF all;
    for (const auto& [id, node] : nodes_)
        if (ids.empty() || ids.contains(id)) all |= node->boundingRect().translated(node->pos());
    return all;
}

void GraphScene::show_moved(const Selection& ids, QPointF by) {
    for (const auto& [id, place] : session_.document().places) {
        NodeItem* item = node(id);
        if (!item || !ids.contains(id)) continue;
        const Place at = snapped({place.x + qRound(by.x()), place.y + qRound(by.y())});
        item->setPos(at.x, at.y);
    }
    place_wires();
}

void GraphScene::set_hovered(NodeItem* node) {
    if (node == hovered_) return;
    if (hovered_) hovered_->set_hovered(false);
    hovered_ = node;
    if (node) node->set_hovered(true);
    const Document& document = session_.document();
    for (const auto& [wire, item] : wires_)
        item->set_lit(node && (is_upstream(document, wire.to, node->id()) ||
                               is_upstream(document, node->id(), source(wire.from))),
                      false);
}

void GraphScene::set_target(WireItem* target) {
    for (const auto& [wire, item] : wires_) item->set_lit(false, item == target);
}

void GraphScene::follow_document() {
    const Document& document = session_.document();
    std::map<ItemId, NodeItem*> kept;
    for (const ItemId id : weft::editor::items(document)) {
        NodeItem* item = node(id);
        if (!item) {
            item = new NodeItem(id);
            addItem(item);
        }
        nodes_.erase(id);
        kept.emplace(id, item);
        const Place place = document.places.at(id);
        item->setPos(place.x, place.y);
    }
    for (const auto& [id, item] : nodes_) {
        if (item == hovered_) hovered_ = nullptr;
        delete item;
    }
    nodes_ = std::move(kept);

    std::map<Wire, WireItem*> wired;
    for (const Wire& wire : wires(document)) {
        const auto at = wires_.find(wire);
        WireItem* item = at == wires_.end() ? new WireItem(wire) : at->second;
        if (at == wires_.end())
            addItem(item);
        else
            wires_.erase(at);
        wired.emplace(wire, item);
    }
    for (const auto& [wire, item] : wires_) delete item;
    wires_ = std::move(wired);
    follow_looks();
    place_wires();
}

void GraphScene::follow_looks() {
    for (const auto& [id, item] : nodes_) item->set_look(look_of(id));
}

void GraphScene::place_wires() {
    // In large graphs wires run straight: nobody follows one there by eye.
    constexpr std::size_t kMostRouted = 300;
    std::vector<QRectF> boxes;
    if (nodes_.size() <= kMostRouted)
        for (const auto& [id, node] : nodes_)
            boxes.emplace_back(node->pos() - QPointF(NodeItem::kWidth, NodeItem::kHeight) / 2,
                               QSizeF(NodeItem::kWidth, NodeItem::kHeight));
    for (const auto& [wire, item] : wires_) {
        const NodeItem* from = node(source(wire.from));
        const NodeItem* to = node(wire.to);
        const bool mask = to->look().inputs[static_cast<std::size_t>(wire.input)].name == "Mask";
        item->set_ends(from->output_at(wire.from.is_graph_input() ? 0 : wire.from.output),
                       to->input_at(wire.input), mask, boxes);
    }
}

NodeLook GraphScene::look_of(ItemId id) const {
    const Document& document = session_.document();
    NodeLook look;
    look.name = QString::fromStdString(name_of(document, id));
    look.inputs = input_ports(document, session_.library(), id);
    look.outputs = output_ports(document, session_.library(), id);
    look.is_end = id.kind != ItemKind::kNode;
    look.category = Category::kInOut;
    if (!look.is_end) {
        const Node& node = *document.draft.graph.find(NodeId{id.value});
        look.category = category(weft::describe(*session_.library().find(node.functor)));
        look.disabled = document.draft.disabled.contains(node.id);
    }
    look.selected = session_.selection().contains(id);
    look.viewed = session_.viewed() == id;
    if (const auto at = session_.problems().find(id); at != session_.problems().end())
        look.problem = at->second;
    return look;
}

}  // namespace weft::editor
