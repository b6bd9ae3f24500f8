#include "view/graph_scene.h"

#include <QLineF>
#include <algorithm>
#include <limits>

#include "graph/clones.h"
#include "model/groups.h"
#include "model/marks.h"
#include "view/theme.h"

namespace weft::editor {

GraphScene::GraphScene(Session& session, QObject* parent)
    : QGraphicsScene(parent), session_(session), far_item_(new FarItem(*this)) {
    setSceneRect(-100000, -100000, 200000, 200000);
    far_item_->setVisible(false);
    addItem(far_item_);
    connect(&session, &Session::functors_changed, this, [this] { functors_.clear(); });
    connect(&session, &Session::canvas_changed, this, &GraphScene::follow_document);
    connect(&session, &Session::group_opened, this, &GraphScene::follow_document);
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

std::optional<QPointF> GraphScene::start_of(ImageId image) const {
    const auto seen = seen_as(session_.document(), source(image), canvas_.open);
    const NodeItem* item = node(seen.value_or(source(image)));
    if (!item) return std::nullopt;
    if (item->id().kind != ItemKind::kGroup)
        return item->output_at(image.is_graph_input() ? 0 : image.output);
    const std::vector<ImageId> outputs = ports_of(session_.document(), item->id().value).outputs;
    return item->output_at(
        static_cast<int>(std::find(outputs.begin(), outputs.end(), image) - outputs.begin()));
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

WireItem* GraphScene::wire_behind(const NodeItem& box) const {
    const QRectF area(box.pos() - QPointF(NodeItem::kWidth, NodeItem::kHeight) / 2,
                      QSizeF(NodeItem::kWidth, NodeItem::kHeight));
    WireItem* nearest = nullptr;
    double reach = std::numeric_limits<double>::max();
    for (const auto& [wire, item] : wires_) {
        const std::optional<QPointF> at = item->nearest_in(area);
        if (!at || QLineF(*at, box.pos()).length() >= reach) continue;
        reach = QLineF(*at, box.pos()).length();
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

QList<QLineF> GraphScene::clone_lines() const {
    const Document& document = session_.document();
    const auto seen = [&](NodeId id) {
        return node(seen_as(document, item(id), canvas_.open).value_or(item(id)));
    };
    QList<QLineF> all;
    for (const ItemId id : session_.selection()) {
        const NodeId chosen{id.kind == ItemKind::kNode ? id.value : -1};
        if (!clones_.contains(chosen)) continue;
        for (const NodeId other : family_of(document.draft, chosen))
            if (const NodeItem *from = seen(chosen), *to = seen(other); from && to && from != to)
                all.append({from->pos(), to->pos()});
    }
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
    const Selection moved = lying_in(canvas_, carried(session_.document(), ids));
    for (const ItemId id : moved) {
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
    place_wires(by.isNull() ? Selection() : moved);
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
        above = stream_of(canvas_, node->id(), true);
        below = stream_of(canvas_, node->id(), false);
    }
    for (const auto& [wire, item] : wires_)
        item->set_lit(above.contains(wire.to) || below.contains(canvas_.wires.at(wire).item),
                      false);
    far_item_->update();
}

void GraphScene::set_target(WireItem* target) {
    for (const auto& [wire, item] : wires_) item->set_lit(false, target && item == target);
}

void GraphScene::follow_document() {
    canvas_ = canvas_of(session_.document(), session_.open_group());
    std::map<ItemId, NodeItem*> kept;
    for (const auto& [id, place] : canvas_.places) {
        if (id.kind == ItemKind::kDot || id.kind == ItemKind::kBackdrop) continue;
        NodeItem* item = node(id);
        if (!item) {
            item = new NodeItem(id);
            item->setVisible(!far_);
            addItem(item);
        }
        nodes_.erase(id);
        kept.emplace(id, item);
        item->setPos(place.x, place.y);
    }
    for (const auto& [id, item] : nodes_) {
        if (item == hovered_) hovered_ = nullptr;
        delete item;
    }
    nodes_ = std::move(kept);

    std::map<Wire, WireItem*> wired;
    for (const auto& [wire, start] : canvas_.wires) {
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
    const auto follow = [this](auto& items, ItemKind kind, const auto& wanted, auto make) {
        const auto is_seen = [&](int id) { return canvas_.places.contains({kind, id}); };
        for (auto at = items.begin(); at != items.end();) {
            if (is_seen(at->first)) {
                ++at;
                continue;
            }
            delete at->second;
            at = items.erase(at);
        }
        for (const auto& [id, mark] : wanted)
            if (is_seen(id) && !items.contains(id)) addItem(items[id] = make(id));
    };
    const Document& document = session_.document();
    follow(dots_, ItemKind::kDot, document.dots, [](int) { return new DotItem; });
    follow(backdrops_, ItemKind::kBackdrop, document.backdrops,
           [](int id) { return new BackdropItem(id); });
    for (const auto& [id, place] : canvas_.places) {
        if (id.kind == ItemKind::kDot) dots_.at(id.value)->setPos(place.x, place.y);
        if (id.kind == ItemKind::kBackdrop) backdrops_.at(id.value)->setPos(place.x, place.y);
    }
}

void GraphScene::follow_looks() {
    const Document& document = session_.document();
    clones_.clear();
    for (const auto& [clone, original] : document.draft.clones) clones_.insert({clone, original});
    prefix_ = shared_prefix(document, canvas_.open);
    for (const Node& node : document.draft.graph.nodes)
        if (NodeItem* box = this->node(item(node.id))) box->set_look(look_of(box->id(), &node));
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
    for (const auto& [id, bent] : canvas_.dots)
        if (bent == wire) bends.push_back(dots_.at(id)->pos());
    std::stable_sort(bends.begin(), bends.end(),
                     [](QPointF a, QPointF b) { return a.y() < b.y(); });
    return bends;
}

void GraphScene::place_wires(const Selection& moved) {
    // In large graphs wires run straight: nobody follows one there by eye.
    constexpr std::size_t kMaxRouted = 300;
    std::vector<QRectF> boxes;
    if (nodes_.size() <= kMaxRouted)
        for (const auto& [id, node] : nodes_)
            if (!moved.contains(id))
                boxes.emplace_back(node->pos() - QPointF(NodeItem::kWidth, NodeItem::kHeight) / 2,
                                   QSizeF(NodeItem::kWidth, NodeItem::kHeight));
    std::set<Wire> bent;  // by dots that move
    for (const auto& [id, wire] : canvas_.dots)
        if (moved.contains({ItemKind::kDot, id})) bent.insert(wire);
    for (const auto& [wire, item] : wires_) {
        const WireStart& start = canvas_.wires.at(wire);
        if (!moved.empty() && !moved.contains(start.item) && !moved.contains(wire.to) &&
            !bent.contains(wire))
            continue;
        const NodeItem* from = node(start.item);
        const NodeItem* to = node(wire.to);
        const bool mask = to->look().inputs[static_cast<std::size_t>(wire.input)].name == "Mask";
        item->set_ends(from->output_at(start.output), to->input_at(wire.input), mask,
                       bends_of(wire), boxes);
    }
}

void GraphScene::follow_costs() {
    shares_ = session_.costs() ? shares(*session_.costs()) : std::map<NodeId, double>();
    largest_share_ = 0.0;
    for (const auto& [node, share] : shares_) largest_share_ = std::max(largest_share_, share);
    follow_looks();
}

}  // namespace weft::editor
