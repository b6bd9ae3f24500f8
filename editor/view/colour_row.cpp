#include "view/colour_row.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

#include "view/colour_button.h"
#include "view/theme.h"
#include "view/value_editor.h"
#include "view/value_slider.h"

namespace weft::editor {
namespace {

/// A button with the sign of an eyedropper.
class EyedropperButton : public QToolButton {
  public:
    using QToolButton::QToolButton;

  protected:
    void paintEvent(QPaintEvent* event) override {
        QToolButton::paintEvent(event);
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.translate(QRectF(rect()).center());
        painter.rotate(45.0);
        const QColor colour = isChecked()                  ? theme::now().accent
                              : underMouse() || hasFocus() ? theme::now().text
                                                           : theme::now().dim_text;
        painter.setPen(QPen(colour, 1.3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolygon(QPolygonF{{-2, -1}, {2, -1}, {2, 5}, {0, 8}, {-2, 5}});
        painter.drawLine(QPointF(-4, -1), QPointF(4, -1));
        painter.setBrush(colour);
        painter.drawRoundedRect(QRectF(-2, -8, 4, 7), 2, 2);
    }
};

}  // namespace

ColourRow::ColourRow(const QString& name, const ParameterRef& parameter, const SlidRange& range,
                     const ValueEdits& edits)
    : range_(range),
      slider_(make_slider(range, edits)),
      field_(new NumberField(parameter, step_per_pixel(parameter, range), edits)),
      spread_(new QToolButton),
      pick_(new EyedropperButton),
      swatch_(new ColourButton(name)) {
    slider_->setAccessibleName(tr("%1, all components").arg(name));
    field_->setAccessibleName(name);
    field_->setMinimumWidth(kNumberWidth);
    spread_->setObjectName(QStringLiteral("spread"));
    spread_->setText(tr("RGB"));
    spread_->setAccessibleName(tr("Red, green and blue of %1").arg(name));
    spread_->setToolTip(
        tr("Red, green and blue each in a row. Taken back, all three take their mean."));
    pick_->setObjectName(QStringLiteral("eyedropper"));
    pick_->setAccessibleName(tr("Eyedropper for %1").arg(name));
    pick_->setToolTip(
        tr("Picks the colour from the picture that is viewed: click on a pixel, or drag over an "
           "area for its mean. Escape ends."));
    pick_->setFixedSize(22, 22);
    for (QToolButton* button : {spread_, pick_}) {
        button->setCheckable(true);
        button->setFocusPolicy(Qt::TabFocus);
    }
    spread_->setFixedSize(34, 22);
    spread_->setStyleSheet(QStringLiteral("padding: 0"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(slider_, 1);
    layout->addWidget(field_);
    layout->addWidget(spread_);
    layout->addWidget(swatch_);
    layout->addWidget(pick_);
    connect(spread_, &QToolButton::clicked, this, &ColourRow::spread_wanted);
    connect(swatch_, &QToolButton::clicked, this, &ColourRow::wheel_wanted);
    connect(pick_, &QToolButton::clicked, this, &ColourRow::picking_wanted);
}

void ColourRow::name_alpha() {
    spread_->setText(tr("RGBA"));
    spread_->setFixedWidth(42);
    spread_->setAccessibleName(tr("%1, and alpha").arg(spread_->accessibleName()));
    spread_->setToolTip(
        tr("Red, green, blue and alpha each in a row. Taken back, the first three take their mean; "
           "alpha stays, and is shown while it is not its usual one."));
}

void ColourRow::show_value(const QString& text, const Colour& light) {
    const bool equal = light[0] == light[1] && light[1] == light[2];
    slider_->setVisible(equal);
    field_->setSizePolicy(equal ? QSizePolicy::Fixed : QSizePolicy::Expanding, QSizePolicy::Fixed);
    field_->setMaximumWidth(equal ? kNumberWidth : QWIDGETSIZE_MAX);
    show_on_slider(*slider_, range_, light[0]);
    field_->show_text(text);
    swatch_->show_colour(light);
}

void ColourRow::show_spread(bool spread) { spread_->setChecked(spread); }

void ColourRow::show_wheel(bool open) { swatch_->setChecked(open); }

void ColourRow::show_picking(bool picking) { pick_->setChecked(picking); }

}  // namespace weft::editor
