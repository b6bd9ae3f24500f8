#include "view/graph_view.h"

#include <QApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <cmath>

#include "commands/effect_edits.h"
#include "commands/mark_edits.h"
#include "model/groups.h"
#include "model/marks.h"
#include "model/spoken.h"
#include "view/breadcrumb.h"
#include "view/key_hints.h"
#include "view/mini_map.h"
#include "view/theme.h"

namespace weft::editor {

GraphView::GraphView(Session& session, QWidget* parent)
    : QGraphicsView(parent),
      session_(session),
      scene_(session),
      popup_(new SearchPopup(tr("Add a node: type a few letters"), this)),
      finder_(new SearchPopup(tr("Find: type a few letters"), this)),
      map_(new MiniMap(scene_, *this)),
      path_(new Breadcrumb(session, *this)) {
    setObjectName(QStringLiteral("graph"));
    setAccessibleName(tr("Node graph"));
    setScene(&scene_);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTransformationAnchor(QGraphicsView::NoAnchor);
    setResizeAnchor(QGraphicsView::AnchorViewCenter);
    setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    make_actions();
    QObject::connect(&session_, &Session::effects_changed, this, [this] { library_ = nullptr; });
    QObject::connect(popup_, &SearchPopup::chosen, this, [this](const SearchEntry& entry) {
        Q_EMIT recent_changed();
        add_here(entry);
    });
    popup_->offer(tr("New functor…"));
    popup_->set_key_of([this](const SearchEntry& entry) { return key_of(entry); });
    QObject::connect(popup_, &SearchPopup::offer_chosen, this, [this](const QString& typed) {
        Q_EMIT functor_wanted(typed, snapped({qRound(aim_.place.x()), qRound(aim_.place.y())}),
                              own_in_order());
    });
    QObject::connect(finder_, &SearchPopup::chosen, this, &GraphView::go_to);
    QObject::connect(path_, &Breadcrumb::chosen, this, &GraphView::open_group);
    QObject::connect(&session_, &Session::group_opened, this, [this] { frame({}); });
    QObject::connect(&scene_, &GraphScene::laid_out, map_, &MiniMap::follow);
    QObject::connect(&session_, &Session::selection_changed, map_, qOverload<>(&QWidget::update));
}

// A scene that goes first scrolls its view, which would look at it once more.
GraphView::~GraphView() { setScene(nullptr); }

void GraphView::resizeEvent(QResizeEvent* event) {
    QGraphicsView::resizeEvent(event);
    if (framed_) frame_again();
    map_->follow();
}

void GraphView::scrollContentsBy(int dx, int dy) {
    QGraphicsView::scrollContentsBy(dx, dy);
    map_->follow();
}

void GraphView::frame(const Selection& ids) {
    framed_ = ids;
    frame_again();
}

void GraphView::look_at(QPointF middle) {
    framed_.reset();
    centerOn(middle);
}

void GraphView::frame_again() {
    const double top = path_->isHidden() ? 24.0 : 24.0 + path_->height();
    QRectF area = scene_.bounds(*framed_).adjusted(-24, -top, 24, 24);
    const double zoom =
        std::min({viewport()->width() / area.width(), viewport()->height() / area.height(), 1.25});
    resetTransform();
    scale(zoom, zoom);
    centerOn(area.center());
    follow_zoom();
}

bool GraphView::sees_all() const {
    return mapToScene(viewport()->rect()).boundingRect().contains(scene_.bounds({}));
}

void GraphView::follow_zoom() {
    constexpr double kFar = 0.2;  // names are not legible long before
    scene_.set_far(transform().m11() < kFar);
    map_->follow();
}

void GraphView::mousePressEvent(QMouseEvent* event) {
    pressed_ = last_ = event->pos();
    from_ = to_ = mapToScene(event->pos());
    moved_ = false;
    const bool alt = event->modifiers() & Qt::AltModifier;
    if (event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && alt)) {
        drag_ = Drag::kPan;
        setCursor(Qt::ClosedHandCursor);
        return;
    }
    if (event->button() != Qt::LeftButton) return;
    if (const auto port = scene_.port_at(from_)) {
        begin_wire(*port);
        return;
    }
    const bool extend = event->modifiers() & Qt::ShiftModifier;
    if (const BackdropItem* backdrop = scene_.corner_at(from_)) {
        resizing_ = backdrop->id();
        session_.select({{ItemKind::kBackdrop, resizing_}});
        drag_ = Drag::kResize;
        return;
    }
    const std::optional<ItemId> item = scene_.item_at(from_);
    if (!item && (event->modifiers() & Qt::ControlModifier)) {
        add_dot_at(from_);
        return;
    }
    if (item) {
        Selection selection = session_.selection();
        if (extend && selection.contains(*item))
            selection.erase(*item);
        else if (extend || selection.contains(*item))
            selection.insert(*item);
        else
            selection = {*item};
        session_.select(selection);
        drag_ = Drag::kMove;
        return;
    }
    before_band_ = extend ? session_.selection() : Selection{};
    drag_ = Drag::kBand;
}

void GraphView::mouseMoveEvent(QMouseEvent* event) {
    const QPoint step = event->pos() - last_;
    last_ = event->pos();
    to_ = mapToScene(event->pos());
    moved_ |= (event->pos() - pressed_).manhattanLength() >= 4;
    switch (drag_) {
        case Drag::kNone: scene_.set_hovered(scene_.node_at(to_)); break;
        case Drag::kPan:
            framed_.reset();
            horizontalScrollBar()->setValue(horizontalScrollBar()->value() - step.x());
            verticalScrollBar()->setValue(verticalScrollBar()->value() - step.y());
            break;
        case Drag::kMove:
            if (!moved_) break;
            follow_move(event->modifiers() & Qt::ControlModifier);
            break;
        case Drag::kResize: scene_.show_resized(resizing_, resized()); break;
        case Drag::kBand: {
            Selection selection = before_band_;
            selection.merge(scene_.items_in(QRectF(from_, to_).normalized()));
            session_.select(selection);
            break;
        }
        case Drag::kWire: {
            refusal_.clear();
            if (const auto wire = wire_to(to_))
                if (const Status s = check_wire(session_.document(), session_.library(),
                                                session_.input_shapes(), *wire);
                    !s)
                    refusal_ = QString::fromStdString(s.error().message);
            break;
        }
    }
    if (drag_ != Drag::kNone) viewport()->update();
}

void GraphView::mouseReleaseEvent(QMouseEvent* event) {
    const Drag drag = std::exchange(drag_, Drag::kNone);
    to_ = mapToScene(event->pos());
    unsetCursor();
    if (drag == Drag::kMove && moved_) {
        follow_move(event->modifiers() & Qt::ControlModifier);
        finish_move();
    }
    if (drag == Drag::kResize && moved_) {
        const QRectF area = resized();
        session_.apply(word("Resize"),
                       resize_backdrop(session_.document(), resizing_,
                                       {qRound(area.center().x()), qRound(area.center().y())},
                                       qRound(area.width()), qRound(area.height())));
    }
    if (drag == Drag::kBand && !moved_) session_.select(before_band_);
    if (drag == Drag::kWire) finish_wire(to_, event->pos());
    if (drag == Drag::kNone && event->button() == Qt::RightButton) open_menu(event->pos());
    viewport()->update();
}

/// The area of the backdrop that is being resized, as the document has it.
QRectF GraphView::resized_from() const {
    const Place middle = session_.document().places.at({ItemKind::kBackdrop, resizing_});
    const Backdrop& backdrop = session_.document().backdrops.at(resizing_);
    const QSizeF size(backdrop.width, backdrop.height);
    return {QPointF(middle.x, middle.y) - QPointF(size.width(), size.height()) / 2.0, size};
}

/// What the drag makes of it: its upper left corner stays, on the grid.
QRectF GraphView::resized() const {
    const auto side = [](double wanted) {
        // Whole steps of the grid either way keep the centre on it.
        const int steps = qRound(wanted / (2 * kGrid));
        return std::max(steps * 2 * kGrid, kSmallestBackdrop);
    };
    const QRectF area = resized_from();
    return {area.topLeft(), QSizeF(side(area.width() + to_.x() - from_.x()),
                                   side(area.height() + to_.y() - from_.y()))};
}

void GraphView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const auto item = scene_.item_at(mapToScene(event->pos()));
        item && item->kind == ItemKind::kBackdrop) {
        Q_EMIT rename_wanted();
        return;
    }
    const NodeItem* node = scene_.node_at(mapToScene(event->pos()));
    if (!node) return;
    if (node->look().outside)
        session_.go_to(node->id());
    else if (node->id().kind == ItemKind::kGroup)
        open_group(node->id().value);
    else if (node->id().kind == ItemKind::kInput)
        Q_EMIT picture_wanted(node->look().name);
    else
        session_.view(node->id());
}

void GraphView::wheelEvent(QWheelEvent* event) {
    framed_.reset();
    const double zoom = transform().m11();
    const double wanted = std::clamp(zoom * std::pow(1.0015, event->angleDelta().y()), 0.04, 4.0);
    const QPointF under = mapToScene(event->position().toPoint());
    scale(wanted / zoom, wanted / zoom);
    const QPointF moved = mapFromScene(under) - event->position();
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() + qRound(moved.x()));
    verticalScrollBar()->setValue(verticalScrollBar()->value() + qRound(moved.y()));
    follow_zoom();
    event->accept();
}

void GraphView::keyPressEvent(QKeyEvent* event) {
    // Tab is no shortcut to Qt: it comes as a key.
    if (event->key() == Qt::Key_Tab && action("graph.search")->shortcuts().contains(Qt::Key_Tab))
        action("graph.search")->trigger();
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        action("graph.open-group")->trigger();
    else if (event->key() == Qt::Key_Escape && drag_ != Drag::kNone) {
        if (std::exchange(drag_, Drag::kNone) == Drag::kResize)
            scene_.show_resized(resizing_, resized_from());
        scene_.show_moved(session_.selection(), {});
        scene_.set_target(nullptr);
        viewport()->update();
    } else {
        QGraphicsView::keyPressEvent(event);
    }
}

bool GraphView::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::Leave) scene_.set_hovered(nullptr);
    if (event->type() != QEvent::ToolTip) return QGraphicsView::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QPointF point = mapToScene(help->pos());
    QString text;
    if (const auto port = scene_.port_at(point)) {
        const NodeLook& look = scene_.node(port->item)->look();
        const auto index = static_cast<std::size_t>(port->index);
        text = QString::fromStdString(
            describe(port->is_input ? look.inputs[index] : look.outputs[index]));
    } else if (const NodeItem* node = scene_.node_at(point)) {
        const Node* functor = session_.document().draft.graph.find(NodeId{node->id().value});
        text = node->look().problem;
        if (text.isEmpty()) text = node->look().warning;
        if (text.isEmpty()) text = node->look().note;
        if (text.isEmpty() && node->id().kind == ItemKind::kNode && functor)
            text = QString::fromStdString(functor->name + ": " + functor->functor);
        if (text.isEmpty() && node->id().kind == ItemKind::kGroup)
            text = QString::fromStdString(spoken(session_.document(), node->id()));
    }
    QToolTip::showText(help->globalPos(), text, viewport());
    return true;
}

void GraphView::begin_wire(const PortHit& port) {
    drag_ = Drag::kWire;
    refusal_.clear();
    pull_ = {};
    if (!port.is_input) {
        pull_.from = output_of(session_.document(), port.item, port.index);
        return;
    }
    pull_.from = read_by(session_.document(), port.item, port.index);
    if (pull_.from == kUnconnected)
        pull_.into = port;
    else
        pull_.off = {port.item, port.index};
}

std::optional<Wire> GraphView::wire_to(QPointF point) const {
    const auto port = scene_.port_at(point);
    if (pull_.into) {  // pulled upwards, from an input
        if (port && !port->is_input) {
            return Wire{output_of(session_.document(), port->item, port->index), pull_.into->item,
                        pull_.into->index};
        }
        const NodeItem* node = port ? nullptr : scene_.node_at(point);
        if (!node || node->look().outputs.empty()) return std::nullopt;
        return Wire{shown_by(session_.document(), node->id()), pull_.into->item, pull_.into->index};
    }
    if (port && port->is_input) return Wire{pull_.from, port->item, port->index};
    const NodeItem* node = port ? nullptr : scene_.node_at(point);
    if (!node || node->look().inputs.empty()) return std::nullopt;
    // On a box: its first free input, or the first.
    for (int i = 0; i < static_cast<int>(node->look().inputs.size()); ++i)
        if (read_by(session_.document(), node->id(), i) == kUnconnected)
            return Wire{pull_.from, node->id(), i};
    return Wire{pull_.from, node->id(), 0};
}

void GraphView::finish_wire(QPointF point, QPoint screen) {
    const Pull pull = std::exchange(pull_, {});
    pull_ = pull;
    const auto wire = wire_to(point);
    pull_ = {};
    if (!moved_) return;
    Document document = session_.document();
    if (wire && pull.off && wire->to == pull.off->first && wire->input == pull.off->second) return;
    if (pull.off) document = weft::editor::disconnect(document, pull.off->first, pull.off->second);
    if (wire) {
        const Status possible =
            check_wire(document, session_.library(), session_.input_shapes(), *wire);
        if (possible)
            session_.apply(tr("Connect"), weft::editor::connect(document, *wire));
        else
            session_.say(QString::fromStdString(possible.error().message));
    } else if (pull.off) {
        session_.apply(tr("Disconnect"), Result<Document>(document));
    } else if (!pull.into) {
        search(screen, pull.from);
    }
}

void GraphView::drawBackground(QPainter* painter, const QRectF& area) {
    painter->fillRect(area, theme::now().window);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(theme::now().accent, 1.2, Qt::DotLine));
    painter->drawLines(scene_.clone_lines());
}

void GraphView::drawForeground(QPainter* painter, const QRectF&) {
    painter->setRenderHint(QPainter::Antialiasing);
    if (drag_ == Drag::kBand && moved_) {
        QColor fill = theme::now().accent;
        fill.setAlpha(28);
        painter->setPen(QPen(theme::now().accent, 0));
        painter->setBrush(fill);
        painter->drawRect(QRectF(from_, to_).normalized());
        painter->setBrush(Qt::NoBrush);
    }
    if (drag_ == Drag::kWire && moved_) draw_pull(*painter);
    if (drag_ == Drag::kMove && moved_) draw_guides(*painter);
    if (session_.document().draft.graph.nodes.empty()) draw_help(*painter);
}

/// The column and the row that a drag has come to.
void GraphView::draw_guides(QPainter& painter) const {
    QColor colour = theme::now().accent;
    colour.setAlpha(110);
    painter.setPen(QPen(colour, 0));
    const QRectF seen = mapToScene(viewport()->rect()).boundingRect();
    if (snap_.column)
        painter.drawLine(QLineF(*snap_.column, seen.top(), *snap_.column, seen.bottom()));
    if (snap_.row) painter.drawLine(QLineF(seen.left(), *snap_.row, seen.right(), *snap_.row));
}

void GraphView::draw_pull(QPainter& painter) {
    QPointF start = from_, end = to_;
    if (!pull_.into) start = scene_.start_of(pull_.from).value_or(start);
    if (pull_.into) std::swap(start, end);
    const QColor colour = refusal_.isEmpty() ? theme::now().accent : theme::now().error;
    painter.setPen(QPen(colour, 1.8, refusal_.isEmpty() ? Qt::SolidLine : Qt::DashLine));
    painter.drawPath(wire_path(start, end));
    if (refusal_.isEmpty()) return;
    // The reason stands at the pointer, at one size whatever the zoom.
    painter.save();
    painter.resetTransform();
    painter.setFont(theme::font());
    const QRectF room(last_.x() + 16, last_.y() + 12, 320, 200);
    QRectF box = painter.fontMetrics().boundingRect(room.toRect(), Qt::TextWordWrap, refusal_);
    box.adjust(-8, -5, 8, 5);
    painter.setPen(QPen(theme::now().error, 1));
    painter.setBrush(theme::now().field);
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(theme::now().text);
    painter.drawText(box.adjusted(8, 5, -8, -5), Qt::TextWordWrap, refusal_);
    painter.restore();
}

void GraphView::draw_help(QPainter& painter) const {
    painter.save();
    painter.resetTransform();
    painter.setFont(theme::font());
    painter.setPen(theme::now().dim_text);
    const QRect area = viewport()->rect().adjusted(0, 0, 0, -24);
    const auto how = [this](const char* action) { return how_to(*this, action); };
    painter.drawText(area, Qt::AlignHCenter | Qt::AlignBottom,
                     tr("Drop files here, or %1, to read them.\n"
                        "To add a node, %2, or the right button; for a Grade %3, for a Merge %4.\n"
                        "Drag from a triangle to connect; drop a node on a wire to insert it.\n"
                        "To view what is selected %5, to frame it %6.")
                         .arg(how("graph.read"), how("graph.search"), how("graph.add-grade"),
                              how("graph.add-merge"), how("graph.view-1"), how("graph.frame")));
    painter.restore();
}

}  // namespace weft::editor
