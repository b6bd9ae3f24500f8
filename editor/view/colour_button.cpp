#include "view/colour_button.h"

#include <QColorDialog>
#include <QPainter>

#include "view/theme.h"

namespace weft::editor {
namespace {

QColor shown(const Colour& light) {
    const Colour c = to_screen(light).shown;
    return QColor::fromRgbF(static_cast<float>(c[0]), static_cast<float>(c[1]),
                            static_cast<float>(c[2]));
}

}  // namespace

ColourButton::ColourButton(const QString& name, std::function<void(const Colour&)> chosen,
                           std::function<void(bool)> ended)
    : chosen_(std::move(chosen)), ended_(std::move(ended)) {
    setAccessibleName(tr("Colour of %1").arg(name));
    setToolTip(tr("Choose a colour. What is brighter than white stays as bright."));
    setFocusPolicy(Qt::TabFocus);
    setFixedSize(28, 22);
    connect(this, &QToolButton::clicked, this, &ColourButton::choose);
}

void ColourButton::show_colour(const Colour& light) {
    if (light == light_) return;
    light_ = light;
    update();
}

void ColourButton::choose() {
    const double intensity = to_screen(light_).intensity;
    auto* dialog = new QColorDialog(shown(light_), this);
    dialog->setObjectName(QStringLiteral("colour"));
    dialog->setOption(QColorDialog::DontUseNativeDialog);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QColorDialog::currentColorChanged, this, [this, intensity](const QColor& c) {
        chosen_(to_light({{c.redF(), c.greenF(), c.blueF()}, intensity}));
    });
    connect(dialog, &QColorDialog::finished, this,
            [this](int result) { ended_(result == QDialog::Accepted); });
    dialog->open();
}

void ColourButton::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hasFocus() || underMouse() ? theme::now().accent : theme::now().line);
    painter.setBrush(shown(light_));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 1.5, -0.5, -1.5), 2.0, 2.0);
}

}  // namespace weft::editor
