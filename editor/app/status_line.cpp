#include "app/status_line.h"

#include <QPainter>
#include <QStyleOption>
#include <algorithm>

#include "view/theme.h"

namespace weft::editor {
namespace {

constexpr int kMargin = 8, kAbove = 4;
constexpr int kWrapped = Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap;

}  // namespace

StatusLine::StatusLine(QWidget* parent)
    : QStatusBar(parent), usual_height_(fontMetrics().height() + 2 * kAbove) {
    setSizeGripEnabled(false);
    connect(this, &QStatusBar::messageChanged, this, &StatusLine::make_room);
}

QRect StatusLine::message_area() const {
    int right = width();
    for (const QWidget* widget : findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
        if (widget->isVisible()) right = std::min(right, widget->x());
    return {kMargin, kAbove, std::max(right - 2 * kMargin, 0), height() - 2 * kAbove};
}

int StatusLine::message_height() const {
    const QRect room(0, 0, message_area().width(), QWIDGETSIZE_MAX);
    return fontMetrics().boundingRect(room, kWrapped, currentMessage()).height();
}

void StatusLine::make_room() {
    setMinimumHeight(currentMessage().isEmpty()
                         ? usual_height_
                         : std::max(message_height() + 2 * kAbove, usual_height_));
}

void StatusLine::resizeEvent(QResizeEvent* event) {
    QStatusBar::resizeEvent(event);
    make_room();
}

void StatusLine::paintEvent(QPaintEvent* event) {
    if (currentMessage().isEmpty()) return QStatusBar::paintEvent(event);
    QStyleOption ground;
    ground.initFrom(this);
    QPainter painter(this);
    style()->drawPrimitive(QStyle::PE_PanelStatusBar, &ground, &painter, this);
    painter.setPen(theme::now().text);
    painter.drawText(message_area(), kWrapped, currentMessage());
}

}  // namespace weft::editor
