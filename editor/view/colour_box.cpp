#include "view/colour_box.h"

#include <QColorDialog>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

#include "view/colour_button.h"
#include "view/theme.h"
#include "view/value_editor.h"
#include "view/value_slider.h"

namespace weft::editor {
namespace {

/// One of the numbers of a parameter.
ParameterRef number_of(ParameterRef parameter) {
    parameter.type = ParameterType::eFloat;
    return parameter;
}

}  // namespace

ColourBox::ColourBox(const QString& name, const ParameterRef& parameter, const SlidRange& range)
    : range_(range), parameter_(number_of(parameter)), wheel_(new ColourWheel) {
    wheel_->setAccessibleName(tr("Colour wheel of %1").arg(name));
    const ValueEdits edits{[this](const QString& text) {
                               bool is_number = false;
                               const double level = text.toDouble(&is_number);
                               if (!is_number) return tr("\"%1\" is no number").arg(text);
                               set_level(level);
                               Q_EMIT ended(true);
                               return QString();
                           },
                           [this](const QString& text) { set_level(text.toDouble()); },
                           [this] { Q_EMIT ended(true); }};
    slider_ = make_slider(range, edits);
    slider_->setAccessibleName(tr("Level of %1").arg(name));
    level_ = new NumberField(parameter, step_per_pixel(parameter, range), edits);
    level_->setAccessibleName(slider_->accessibleName());
    level_->setFixedWidth(kNumberWidth);
    for (QWidget* widget : {static_cast<QWidget*>(slider_), static_cast<QWidget*>(level_)})
        widget->setToolTip(tr("The mean of red, green and blue"));
    auto* grey = new QPushButton(tr("Grey"));
    grey->setToolTip(tr("Takes the hue away, and leaves the level"));
    auto* dialog = new QPushButton(tr("Screen…"));
    dialog->setObjectName(QStringLiteral("screen-colour"));
    dialog->setToolTip(
        tr("Chooses a colour as screens have it, as #ffa000. What is brighter than white stays as "
           "bright."));
    auto* heading = new QLabel(tr("Level"));
    theme::set_tone(*heading, theme::Tone::kDim);
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(0, 2, 0, 6);
    layout->setHorizontalSpacing(8);
    layout->addWidget(wheel_, 0, 0, 4, 1);
    layout->addWidget(heading, 0, 1);
    layout->addWidget(level_, 0, 2, Qt::AlignRight);
    layout->addWidget(slider_, 1, 1, 1, 2);
    layout->setRowStretch(2, 1);
    layout->addWidget(grey, 3, 1);
    layout->addWidget(dialog, 3, 2);
    layout->setColumnStretch(1, 1);
    connect(wheel_, &ColourWheel::dragged, this, [this](double x, double y) {
        Q_EMIT chosen(from_wheel({x, y, on_wheel(light_).level}));
    });
    connect(wheel_, &ColourWheel::drag_ended, this, &ColourBox::ended);
    connect(grey, &QPushButton::clicked, this, [this] {
        Q_EMIT chosen(from_wheel({0.0, 0.0, on_wheel(light_).level}));
        Q_EMIT ended(true);
    });
    connect(dialog, &QPushButton::clicked, this, &ColourBox::open_dialog);
}

void ColourBox::show_colour(const Colour& light) {
    light_ = light;
    const WheelColour place = on_wheel(light);
    wheel_->show_colour(place);
    show_on_slider(*slider_, range_, place.level);
    level_->show_text(text_of(parameter_, static_cast<float>(place.level)));
}

void ColourBox::set_level(double level) {
    WheelColour colour = on_wheel(light_);
    colour.level = level;
    Q_EMIT chosen(from_wheel(colour));
}

void ColourBox::open_dialog() {
    const double intensity = to_screen(light_).intensity;
    auto* dialog = new QColorDialog(on_screen(light_), this);
    dialog->setObjectName(QStringLiteral("colour"));
    dialog->setOption(QColorDialog::DontUseNativeDialog);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QColorDialog::currentColorChanged, this, [this, intensity](const QColor& c) {
        Q_EMIT chosen(to_light({{c.redF(), c.greenF(), c.blueF()}, intensity}));
    });
    connect(dialog, &QColorDialog::finished, this,
            [this](int result) { Q_EMIT ended(result == QDialog::Accepted); });
    dialog->open();
}

}  // namespace weft::editor
