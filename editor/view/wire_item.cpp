#include "view/wire_item.h"

#include <QLineF>
#include <QPainter>
#include <QStyleOptionGraphicsItem>
#include <algorithm>
#include <cmath>

#include "view/theme.h"

namespace weft::editor {

QPainterPath wire_path(QPointF from, QPointF to) {
    const double dx = std::abs(to.x() - from.x()), dy = to.y() - from.y();
    const double bend = std::clamp(dy > 0 ? dy * 0.5 : dx * 0.25 - dy * 0.25, 12.0, 120.0);
    QPainterPath path(from);
    path.cubicTo(from + QPointF(0, bend), to - QPointF(0, bend), to);
    return path;
}

bool runs_behind(const QPainterPath& path, const QRectF& box) {
    if (!box.intersects(path.boundingRect())) return false;
    constexpr int kSteps = 64;
    for (int i = 0; i <= kSteps; ++i)
        if (box.contains(path.pointAtPercent(static_cast<double>(i) / kSteps))) return true;
    return false;
}

QPainterPath wire_path(QPointF from, QPointF to, const std::vector<QRectF>& boxes) {
    const QPainterPath plain = wire_path(from, to);
    QRectF passed;
    for (const QRectF& box : boxes)
        if (runs_behind(plain, box)) passed |= box;
    constexpr double kBeside = 10.0, kTurn = 6.0;
    if (passed.isNull() || passed.top() - kTurn < from.y() || passed.bottom() + kTurn > to.y())
        return plain;
    const double left = passed.left() - kBeside, right = passed.right() + kBeside;
    const auto detour = [&](double x) { return std::abs(x - from.x()) + std::abs(x - to.x()); };
    const double lane = detour(left) <= detour(right) ? left : right;
    QPainterPath path = wire_path(from, {lane, passed.top() - kTurn});
    path.lineTo(lane, passed.bottom() + kTurn);
    path.connectPath(wire_path({lane, passed.bottom() + kTurn}, to));
    return path;
}

void WireItem::set_ends(QPointF from, QPointF to, bool dashed, const std::vector<QPointF>& bends,
                        const std::vector<QRectF>& boxes) {
    prepareGeometryChange();
    from += QPointF(0, 5);
    to -= QPointF(0, 5);
    if (bends.empty()) {
        path_ = wire_path(from, to, boxes);
    } else {
        path_ = wire_path(from, bends.front());
        for (std::size_t i = 0; i < bends.size(); ++i)
            path_.connectPath(wire_path(bends[i], i + 1 < bends.size() ? bends[i + 1] : to));
    }
    length_ = path_.length();
    dashed_ = dashed;
}

void WireItem::set_lit(bool lit, bool accent) {
    if (lit == lit_ && accent == accent_) return;
    lit_ = lit;
    accent_ = accent;
    setZValue(lit || accent ? 0.5 : 0.0);
    update();
}

double WireItem::distance(QPointF point) const {
    if (!boundingRect().adjusted(-16, -16, 16, 16).contains(point)) return 1e9;
    double nearest = 1e9;
    for (int i = 0; i <= 32; ++i)
        nearest = std::min(nearest, QLineF(path_.pointAtPercent(i / 32.0), point).length());
    return nearest;
}

std::optional<QPointF> WireItem::nearest_in(const QRectF& area) const {
    if (!boundingRect().intersects(area)) return std::nullopt;
    constexpr double kStep = 4.0;
    const int steps = std::clamp(static_cast<int>(length_ / kStep), 1, 1000);
    std::optional<QPointF> nearest;
    for (int i = 0; i <= steps; ++i) {
        const QPointF at = path_.pointAtPercent(static_cast<double>(i) / steps);
        if (!area.contains(at)) continue;
        if (!nearest ||
            QLineF(at, area.center()).length() < QLineF(*nearest, area.center()).length())
            nearest = at;
    }
    return nearest;
}

void WireItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    const double zoom =
        QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    painter->setRenderHint(QPainter::Antialiasing);
    QPen pen(accent_ ? theme::now().accent
             : lit_  ? theme::now().wire_lit
                     : theme::mixed(theme::now().wire, theme::now().window, 0.18),
             accent_ ? 3.0 : 1.5);
    if (dashed_) pen.setDashPattern({4.0, 3.0});
    painter->setPen(pen);
    painter->drawPath(path_);
    if (length_ < 220.0 || zoom < 0.4) return;
    // Long wires say which way they go.
    const QPointF middle = path_.pointAtPercent(0.5);
    painter->save();
    painter->translate(middle);
    painter->rotate(-path_.angleAtPercent(0.5));
    painter->setPen(Qt::NoPen);
    painter->setBrush(pen.color());
    const QPointF head[] = {{-4, -4}, {4, 0}, {-4, 4}};
    painter->drawPolygon(head, 3);
    painter->restore();
}

}  // namespace weft::editor
