#include "view/key_mark.h"

#include <QPainter>

#include "view/theme.h"

namespace weft::editor {

KeyMark::KeyMark(const QString& parameter, QWidget* parent)
    : QAbstractButton(parent), parameter_(parameter) {
    setFixedSize(sizeHint());
    setFocusPolicy(Qt::TabFocus);
    show_state(KeyState::kStill);
}

void KeyMark::show_state(KeyState state) {
    state_ = state;
    const bool key = state == KeyState::kKey;
    setAccessibleName(key ? tr("Remove the keyframe of %1").arg(parameter_)
                          : tr("Set a keyframe of %1").arg(parameter_));
    setToolTip(key ? tr("There is a keyframe at this frame: click to remove it")
               : state == KeyState::kAnimated
                   ? tr("Changes over time: click to set a keyframe at this frame")
                   : tr("Click to set a keyframe at this frame"));
    update();
}

void KeyMark::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool lit = underMouse() || hasFocus();
    // Filled, outlined or small: told apart without colour.
    const double r = state_ == KeyState::kStill && !lit ? 2.5 : 4.5;
    const QColor colour = state_ == KeyState::kStill
                              ? (lit ? theme::now().dim_text
                                     : theme::mixed(theme::now().wire, theme::now().window, 0.36))
                              : theme::now().accent;
    painter.translate(QRectF(rect()).center());
    painter.setPen(QPen(colour, 1.3));
    painter.setBrush(state_ == KeyState::kKey ? QBrush(colour) : QBrush(Qt::NoBrush));
    painter.drawPolygon(QPolygonF{{0, -r}, {r, 0}, {0, r}, {-r, 0}});
}

}  // namespace weft::editor
