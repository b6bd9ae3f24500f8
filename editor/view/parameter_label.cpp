#include "view/parameter_label.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QDrag>
#include <QPainter>

#include "view/dragged_control.h"
#include "view/theme.h"

namespace weft::editor {
namespace {

constexpr int kSign = 18;  // pixels that the sign of a link takes

}  // namespace

ParameterLabel::ParameterLabel(const QString& text, std::function<void()> reset,
                               std::function<void(QPoint)> menu)
    : QLabel(text), reset_(std::move(reset)), menu_(std::move(menu)) {
    mark(false);
}

void ParameterLabel::mark(bool changed) {
    theme::set_tone(*this, changed ? theme::Tone::kPlain : theme::Tone::kDim);
}

void ParameterLabel::show_links(const QString& names) {
    linked_ = !names.isEmpty();
    setContentsMargins(linked_ ? kSign : 0, 0, 0, 0);
    setAccessibleDescription(linked_ ? tr("Linked with %1").arg(names) : QString());
    update();
}

void ParameterLabel::mousePressEvent(QMouseEvent* event) { pressed_ = event->pos(); }

void ParameterLabel::mouseMoveEvent(QMouseEvent* event) {
    if (!(event->buttons() & Qt::LeftButton) || dragged_.targets.empty() ||
        (event->pos() - pressed_).manhattanLength() < QApplication::startDragDistance())
        return;
    auto* drag = new QDrag(this);
    drag->setMimeData(new DraggedControl(dragged_));
    drag->setPixmap(grab());
    drag->exec(Qt::CopyAction);
}

void ParameterLabel::contextMenuEvent(QContextMenuEvent* event) { menu_(event->globalPos()); }

void ParameterLabel::paintEvent(QPaintEvent* event) {
    QLabel::paintEvent(event);
    if (!linked_) return;
    // Two links of a chain.
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme::now().accent, 1.3));
    const double middle = height() / 2.0;
    painter.drawRoundedRect(QRectF(1.5, middle - 3.0, 8.0, 6.0), 3.0, 3.0);
    painter.drawRoundedRect(QRectF(6.5, middle - 3.0, 8.0, 6.0), 3.0, 3.0);
}

}  // namespace weft::editor
