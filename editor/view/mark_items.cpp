#include "view/mark_items.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include "view/theme.h"

namespace weft::editor {

BackdropItem::BackdropItem(int id) : id_(id) { setZValue(-1.0); }

void BackdropItem::set_look(const Backdrop& look, bool selected) {
    prepareGeometryChange();
    look_ = look;
    selected_ = selected;
    setZValue(-1.0 - 1e-9 * look.width * look.height);  // small ones before those they lie on
    update();
}

QRectF BackdropItem::area() const {
    const QSizeF size(look_.width, look_.height);
    return {pos() - QPointF(size.width(), size.height()) / 2.0, size};
}

QRectF BackdropItem::title() const { return {area().topLeft(), QSizeF(area().width(), kTitle)}; }

QRectF BackdropItem::corner() const {
    return {area().bottomRight() - QPointF(kCorner, kCorner), QSizeF(kCorner, kCorner)};
}

QRectF BackdropItem::boundingRect() const {
    return area().translated(-pos()).adjusted(-2, -56, 2, 2);  // with a title above it
}

void BackdropItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    const QRectF box = area().translated(-pos());
    const QColor hue = theme::backdrop(look_.hue);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(selected_ ? QPen(theme::now().accent, 1.6) : QPen(hue, 1.0));
    QColor fill = hue;
    fill.setAlpha(90);
    painter->setBrush(fill);
    painter->drawRoundedRect(box, 4.0, 4.0);
    const double zoom =
        QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    // The title is there to be read from afar.
    QFont font = theme::font();
    font.setPointSizeF(qBound(9.0, 8.0 / zoom, 32.0));
    font.setWeight(QFont::DemiBold);
    const QFontMetricsF metrics(font);
    painter->setFont(font);
    painter->setPen(theme::now().text);
    // Too large for its line it stands above the area, where nothing hides it.
    const bool above = metrics.height() > kTitle;
    const double height = above ? metrics.height() : kTitle;
    const QRectF line(box.left() + (above ? 0.0 : 8.0), above ? box.top() - height : box.top(),
                      box.width() - (above ? 0.0 : 16.0), height);
    painter->drawText(
        line, Qt::AlignLeft | Qt::AlignVCenter,
        metrics.elidedText(QString::fromStdString(look_.title), Qt::ElideRight, line.width()));
    if (zoom < 0.4) return;
    painter->setPen(QPen(theme::now().dim_text, 1.0));
    for (const double step : {4.0, 8.0})
        painter->drawLine(box.bottomRight() - QPointF(step, 3),
                          box.bottomRight() - QPointF(3, step));
}

DotItem::DotItem() { setZValue(1.0); }

void DotItem::set_selected(bool selected) {
    selected_ = selected;
    update();
}

QRectF DotItem::boundingRect() const {
    constexpr double r = kRadius + 2.0;
    return {-r, -r, 2 * r, 2 * r};
}

void DotItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(
        QPen(selected_ ? theme::now().accent : theme::now().line, selected_ ? 1.6 : 1.0));
    painter->setBrush(theme::now().wire);
    painter->drawEllipse(QPointF(), kRadius, kRadius);
}

}  // namespace weft::editor
