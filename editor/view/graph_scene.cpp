#include "view/graph_scene.h"

#include <QLineF>
#include <algorithm>

#include "model/marks.h"
#include "view/theme.h"

namespace weft::editor {

GraphScene::GraphScene(Session& session, QObject* parent)
    : QGraphicsScene(parent), session_(session), far_item_(new FarItem(*this)) {
    setSceneRect(-100000, -100000, 200000, 200000);
    far_item_->setVisible(false);
    addItem(far_item_);
    connect(&session, &Session::changed, this, &GraphScene::follow_document);
    connect(&session, &Session::selection_changed, this, &GraphScene::follow_looks);
    connect(&session, &Session::view_changed, this, &GraphScene::follow_looks);
    connect(&session, &Session::problems_changed, this, &GraphScene::follow_looks);
    connect(&session, &Session::kernels_changed, this, &GraphScene::follow_looks);
    connect(&session, &Session::costs_changed, this, &GraphScene::follow_costs);
    follow_document();
}

NodeItem* GraphScene::node(ItemId id) const {
    const auto at = nodes_.find(id);
    return at == nodes_.end() ? nullptr : at->second;
}

WireItem* GraphScene::wire(const Wire& wire) const {
    const auto at = wires_.find(wire);
    return at == wires_.end() ? nullptr : at->second;
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

std::optional<ItemId> GraphScene::item_at(QPointF point) const {
    if (const NodeItem* node = node_at(point)) return node->id();
    for (const auto& [id, dot] : dots_)
        if (QLineF(dot->pos(), point).length() < DotItem::kRadius + 4.0)
            return ItemId{ItemKind::kDot, id};
    const BackdropItem* top = nullptr;
    for (const auto& [id, backdrop] : backdrops_)
        if (backdrop->title().contains(point) && (!top || backdrop->zValue() > top->zValue()))
            top = backdrop;
    return top ? std::optional(ItemId{ItemKind::kBackdrop, top->id()}) : std::nullopt;
}

BackdropItem* GraphScene::corner_at(QPointF point) const {
    for (const auto& [id, backdrop] : backdrops_)
        if (backdrop->corner().contains(point)) return backdrop;
    return nullptr;
}

BackdropItem* GraphScene::backdrop(int id) const {
    const auto at = backdrops_.find(id);
    return at == backdrops_.end() ? nullptr : at->second;
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
    for (const auto& [id, dot] : dots_)
        if (area.contains(dot->pos())) inside.insert({ItemKind::kDot, id});
    return inside;
}

QRectF GraphScene::bounds(const Selection& ids) const {
    QRectF all;
    for (const auto& [id, node] : nodes_)
        if (ids.empty() || ids.contains(id)) all |= node->boundingRect().translated(node->pos());
    for (const auto& [id, backdrop] : backdrops_)
        if (ids.empty() || ids.contains({ItemKind::kBackdrop, id})) all |= backdrop->area();
    return all;
}

std::vector<std::pair<QRectF, QColor>> GraphScene::boxes() const {
    std::vector<std::pair<QRectF, QColor>> all;
    for (const auto& [id, node] : nodes_)
        all.emplace_back(QRectF(node->pos() - QPointF(NodeItem::kWidth, NodeItem::kHeight) / 2,
                                QSizeF(NodeItem::kWidth, NodeItem::kHeight)),
                         node->look().selected ? theme::now().accent
                                               : theme::colour(node->look().category).darker(170));
    return all;
}

QList<QLineF> GraphScene::lines(bool lit) const {
    QList<QLineF> all;
    for (const auto& [wire, item] : wires_)
        if (item->is_lit() == lit)
            all.append({item->path().elementAt(0), item->path().currentPosition()});
    return all;
}

void GraphScene::set_far(bool far) {
    if (far == far_) return;
    far_ = far;
    far_item_->setVisible(far);
    for (const auto& [id, node] : nodes_) node->setVisible(!far);
    for (const auto& [wire, item] : wires_) item->setVisible(!far);
}

void GraphScene::show_moved(const Selection& ids, QPointF by) {
    for (const ItemId id : carried(session_.document(), ids)) {
        QGraphicsItem* item = id.kind == ItemKind::kDot ? dots_[id.value]
                              : id.kind == ItemKind::kBackdrop
                                  ? backdrops_[id.value]
                                  : static_cast<QGraphicsItem*>(node(id));
        const auto place = session_.document().places.find(id);
        if (!item || place == session_.document().places.end()) continue;
        const Place at =
            snapped({place->second.x + qRound(by.x()), place->second.y + qRound(by.y())});
        item->setPos(at.x, at.y);
    }
    place_wires();
}

void GraphScene::show_resized(int id, const QRectF& area) {
    BackdropItem* item = backdrop(id);
    Backdrop look = item->look();
    look.width = qRound(area.width());
    look.height = qRound(area.height());
    item->set_look(look, true);
    item->setPos(area.center());
}

void GraphScene::set_hovered(NodeItem* node) {
    if (node == hovered_) return;
    if (hovered_) hovered_->set_hovered(false);
    hovered_ = node;
    if (node) node->set_hovered(true);
    std::set<ItemId> above, below;
    if (node) {
        above = stream_of(session_.document(), node->id(), true);
        below = stream_of(session_.document(), node->id(), false);
    }
    for (const auto& [wire, item] : wires_)
        item->set_lit(above.contains(wire.to) || below.contains(source(wire.from)), false);
    far_item_->update();
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
            item->setVisible(!far_);
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
        if (at == wires_.end()) {
            item->setVisible(!far_);
            addItem(item);
        } else {
            wires_.erase(at);
        }
        wired.emplace(wire, item);
    }
    for (const auto& [wire, item] : wires_) delete item;
    wires_ = std::move(wired);
    follow_marks();
    follow_looks();
    place_wires();
    far_item_->update();
    Q_EMIT laid_out();
}

void GraphScene::follow_marks() {
    const Document& document = session_.document();
    const auto follow = [this](auto& items, const auto& wanted, auto make) {
        for (auto at = items.begin(); at != items.end();) {
            if (wanted.contains(at->first)) {
                ++at;
                continue;
            }
            delete at->second;
            at = items.erase(at);
        }
        for (const auto& [id, mark] : wanted)
            if (!items.contains(id)) addItem(items[id] = make(id));
    };
    follow(dots_, document.dots, [](int) { return new DotItem; });
    follow(backdrops_, document.backdrops, [](int id) { return new BackdropItem(id); });
    for (const auto& [id, place] : document.places) {
        if (id.kind == ItemKind::kDot) dots_.at(id.value)->setPos(place.x, place.y);
        if (id.kind == ItemKind::kBackdrop) backdrops_.at(id.value)->setPos(place.x, place.y);
    }
}

void GraphScene::follow_looks() {
    const Document& document = session_.document();
    for (const Node& node : document.draft.graph.nodes)
        nodes_.at(item(node.id))->set_look(look_of(item(node.id), &node));
    for (const auto& [id, item] : nodes_)
        if (id.kind != ItemKind::kNode) item->set_look(look_of(id, nullptr));
    for (const auto& [id, dot] : dots_)
        dot->set_selected(session_.selection().contains({ItemKind::kDot, id}));
    for (const auto& [id, backdrop] : backdrops_)
        backdrop->set_look(document.backdrops.at(id),
                           session_.selection().contains({ItemKind::kBackdrop, id}));
}

std::vector<QPointF> GraphScene::bends_of(const Wire& wire) const {
    std::vector<QPointF> bends;
    for (const auto& [id, dot] : session_.document().dots)
        if (dot.to == wire.to && dot.input == wire.input) bends.push_back(dots_.at(id)->pos());
    std::stable_sort(bends.begin(), bends.end(),
                     [](QPointF a, QPointF b) { return a.y() < b.y(); });
    return bends;
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
                       to->input_at(wire.input), mask, bends_of(wire), boxes);
    }
}

void GraphScene::follow_costs() {
    shares_ = session_.costs() ? shares(*session_.costs()) : std::map<NodeId, double>();
    largest_share_ = 0.0;
    for (const auto& [node, share] : shares_) largest_share_ = std::max(largest_share_, share);
    follow_looks();
}

/// `node` is that of the id; null for an end of the effect.
NodeLook GraphScene::look_of(ItemId id, const Node* node) {
    const Document& document = session_.document();
    NodeLook look;
    if (node) {
        const auto [common, is_new] = functors_.try_emplace(node->functor);
        if (is_new) {
            common->second.inputs = input_ports(document, session_.library(), id);
            common->second.outputs = output_ports(document, session_.library(), id);
            common->second.category =
                category(weft::describe(*session_.library().find(node->functor)));
        }
        look = common->second;
        look.name = QString::fromStdString(node->name);
        look.disabled = document.draft.disabled.contains(node->id);
        if (const auto at = session_.kernels().find(node->id); at != session_.kernels().end())
            look.kernel = at->second;
        if (session_.costs()) {
            const auto at = shares_.find(node->id);
            look.share = at == shares_.end() ? 0.0 : at->second;
            look.heat = largest_share_ > 0.0 ? look.share / largest_share_ : 0.0;
        }
    } else {
        look.name = QString::fromStdString(name_of(document, id));
        look.inputs = input_ports(document, session_.library(), id);
        look.outputs = output_ports(document, session_.library(), id);
        look.is_end = true;
        look.category = Category::kInOut;
    }
    look.selected = session_.selection().contains(id);
    for (const auto& [slot, item] : session_.slots())
        if (item == id) look.slots += QString::number(slot);
    look.viewed = session_.viewed() == id || session_.compared() == id;
    if (const auto at = document.notes.find(id); at != document.notes.end())
        look.note = QString::fromStdString(at->second);
    if (const auto at = session_.problems().find(id); at != session_.problems().end())
        look.problem = at->second;
    return look;
}

}  // namespace weft::editor
