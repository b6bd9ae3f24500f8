#include "view/colour_wheel.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <cmath>
#include <utility>

#include "view/colour_button.h"
#include "view/theme.h"

namespace weft::editor {
namespace {

constexpr double kFineDrag = 0.1;
constexpr double kKeyStep = 2.0;  // pixels, a tenth of it with Shift

}  // namespace

ColourWheel::ColourWheel(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("wheel"));
    setFocusPolicy(Qt::StrongFocus);
    setFixedSize(sizeHint());
    setToolTip(
        tr("Drag the dot: hue around, strength outwards. Shift goes finely; a double-click is "
           "grey."));
}

double ColourWheel::radius() const { return std::min(width(), height()) / 2.0 - 7.0; }

void ColourWheel::show_colour(const WheelColour& colour) {
    colour_ = colour;
    update();
}

QPointF ColourWheel::place_of(const WheelColour& colour) const {
    const double distance = std::hypot(colour.x, colour.y);
    if (distance == 0.0) return middle();
    return middle() + QPointF(colour.x, -colour.y) / distance * part_at(distance) * radius();
}

void ColourWheel::go_to(QPointF place) {
    exact_ = place;
    const QPointF way = place - middle();
    const double length = std::hypot(way.x(), way.y());
    const double distance = distance_at(std::min(1.0, length / radius()));
    if (length == 0.0)
        Q_EMIT dragged(0.0, 0.0);
    else
        Q_EMIT dragged(way.x() / length * distance, -way.y() / length * distance);
}

void ColourWheel::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    dragging_ = true;
    last_ = event->position();
    exact_ = place_of(colour_);
    if (!(event->modifiers() & Qt::ShiftModifier)) go_to(last_);
}

void ColourWheel::mouseMoveEvent(QMouseEvent* event) {
    if (!dragging_) return;
    const QPointF way = event->position() - last_;
    last_ = event->position();
    go_to(exact_ + way * (event->modifiers() & Qt::ShiftModifier ? kFineDrag : 1.0));
}

void ColourWheel::mouseReleaseEvent(QMouseEvent*) {
    if (std::exchange(dragging_, false)) Q_EMIT drag_ended(true);
}

void ColourWheel::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    go_to(middle());
    Q_EMIT drag_ended(true);
}

void ColourWheel::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && dragging_) {
        dragging_ = false;
        Q_EMIT drag_ended(false);
        return;
    }
    QPointF way;
    switch (event->key()) {
        case Qt::Key_Left: way = {-1.0, 0.0}; break;
        case Qt::Key_Right: way = {1.0, 0.0}; break;
        case Qt::Key_Up: way = {0.0, -1.0}; break;
        case Qt::Key_Down: way = {0.0, 1.0}; break;
        default: return QWidget::keyPressEvent(event);
    }
    by_keys_ = true;
    go_to(place_of(colour_) +
          way * kKeyStep * (event->modifiers() & Qt::ShiftModifier ? kFineDrag : 1.0));
}

void ColourWheel::keyReleaseEvent(QKeyEvent* event) {
    if (!event->isAutoRepeat() && std::exchange(by_keys_, false)) Q_EMIT drag_ended(true);
}

/// Each place in the hue that it stands for, at one lightness.
void ColourWheel::paint_disc() {
    const double scale = devicePixelRatioF(), wide = 2.0 * radius() * scale;
    const int side = static_cast<int>(std::ceil(wide));
    disc_ = QImage(side, side, QImage::Format_RGB32);
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) {
            Colour light = hue_at((x + 0.5) / wide * 2.0 - 1.0, 1.0 - (y + 0.5) / wide * 2.0);
            for (double& v : light) v *= 0.5;  // calm, beside pictures
            disc_.setPixelColor(x, y, on_screen(light));
        }
    disc_.setDevicePixelRatio(scale);
}

void ColourWheel::paintEvent(QPaintEvent*) {
    if (disc_.isNull() || disc_.devicePixelRatio() != devicePixelRatioF()) paint_disc();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double r = radius();
    QPainterPath round;
    round.addEllipse(middle(), r, r);
    painter.save();
    painter.setClipPath(round);
    painter.drawImage(middle() - QPointF(r, r), disc_);
    painter.setPen(QPen(QColor(0, 0, 0, 90), 1.0));
    painter.drawLine(middle() - QPointF(r, 0), middle() + QPointF(r, 0));
    painter.drawLine(middle() - QPointF(0, r), middle() + QPointF(0, r));
    painter.restore();
    painter.setPen(QPen(hasFocus() ? theme::now().accent : theme::now().line, 1.5));
    painter.drawEllipse(middle(), r, r);
    const QPointF dot = place_of(colour_);
    painter.setPen(QPen(QColor(0, 0, 0), 1.5));
    painter.setBrush(QColor(255, 255, 255));
    painter.drawEllipse(dot, 5.0, 5.0);
}

}  // namespace weft::editor
