#include "view/colour_button.h"

#include <QPainter>

#include "view/theme.h"

namespace weft::editor {

QColor on_screen(const Colour& light) {
    const Colour c = to_screen(light).shown;
    return QColor::fromRgbF(static_cast<float>(c[0]), static_cast<float>(c[1]),
                            static_cast<float>(c[2]));
}

ColourButton::ColourButton(const QString& name, QWidget* parent) : QToolButton(parent) {
    setObjectName(QStringLiteral("swatch"));
    setAccessibleName(tr("Colour of %1").arg(name));
    setToolTip(tr("Opens the colour wheel"));
    setFocusPolicy(Qt::TabFocus);
    setCheckable(true);
    setFixedSize(26, 22);
}

void ColourButton::show_colour(const Colour& light) {
    if (light == light_) return;
    light_ = light;
    update();
}

void ColourButton::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool lit = isChecked() || hasFocus() || underMouse();
    painter.setPen(QPen(lit ? theme::now().accent : theme::now().line, isChecked() ? 2.0 : 1.0));
    painter.setBrush(on_screen(light_));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1.0, 2.0, -1.0, -2.0), 2.0, 2.0);
}

}  // namespace weft::editor
